import { hash } from 'node:crypto'
import { createPauses } from '../../books/pauses.ts'
import { DAY_MS } from '../../contract/units.ts'

/** Neighbours are found on a host with so many readers, of whom each has so many hearts. */
const HOST_READERS_LEAST = 100
const HEARTS_LEAST = 5

/** So many people must favor a work, or a pair of works, before anybody sees it. */
const PEOPLE_LEAST = 10

/** Counts are seen in such steps, which begin a little later, by a secret: so nobody can watch one person. */
const STEP = 5

/** Hearts that were imported count when they are so old, in ms: a list of guesses is made in no time. */
const IMPORT_AGE_MS = 30 * DAY_MS

/** So many hearts of a reader count, the latest; with so many, counting or not, those of others are compared. */
const HEARTS_MOST = 60
const COMPARED_MOST = 200

/** So many readers of a work count for its neighbours, the latest. */
const READERS_MOST = 300

/** Neighbours of a work, the nearest. */
const NEIGHBOURS_MOST = 40

/** A cosine counts half where so many readers are common, less where fewer are. */
const SHRINK = 10

/** How long the event loop is held at a time, in ms. */
const SLICE_MS = 4

/** A work that the readers of another favor, too. */
interface Neighbour {
  work: string
  /** Above 0 and below 1. */
  cosine: number
  /** How many readers favor it. */
  count: number
}

/** What the readers of a host say of a work. */
export interface ReadersOfWork {
  /** How many favor it. */
  count: number
  /** The nearest first. */
  neighbours: readonly Neighbour[]
}

/** By work, of those that enough readers favor. */
export type HostNeighbourMap = ReadonlyMap<string, ReadersOfWork>

/** The same of any readers. */
export type Neighbours = Pick<HostNeighbourMap, 'get'>

/** A reader's hearts, the latest last: their works, of which editions are one, and when each was given. */
export interface Hearts {
  works: string[]
  /** In ms since 1970; an import gives all of its hearts at one moment. */
  times: number[]
}

/** A reader who counts: the works that count, and those to compare, the latest last. */
interface Reader {
  works: readonly string[]
  compared: readonly string[]
}

/** What is known while neighbours are found. */
interface Work {
  readersOf: ReadonlyMap<string, readonly Reader[]>
  /** How many people are said to favor these works, of so many; 0 where they are too few. */
  seen: (count: number, ...works: string[]) => number
  pause: () => Promise<void> | void
}

interface Options {
  /** Of this host, and always the same, so that who asks again learns nothing. */
  secret: string
  /** Milliseconds since 1970. */
  now: number
  signal?: AbortSignal | undefined
}

/**
 * Which works are favored by the same readers: item-item cosine, shrunk, found a few milliseconds at a time. Only what
 * many people have in common is seen, so that nobody learns what one of them favors (docs/security.md 11).
 */
export async function findNeighbours(
  hearts: Iterable<Hearts>,
  { secret, now, signal }: Options,
): Promise<HostNeighbourMap> {
  const pause = createPauses(SLICE_MS, signal && { signal })
  const readersOf = new Map<string, Reader[]>()
  let readers = 0
  for (const own of hearts) {
    const reader = readerOf(own, now - IMPORT_AGE_MS)
    await pause()
    if (reader.works.length < HEARTS_LEAST) continue
    readers += 1
    for (const work of reader.works) {
      const others = readersOf.get(work)
      if (others) others.push(reader)
      else readersOf.set(work, [reader])
    }
  }
  const found = new Map<string, ReadersOfWork>()
  if (readers < HOST_READERS_LEAST) return found
  const seen = (count: number, ...works: string[]): number => {
    const noise = hash('sha256', [secret, ...works.toSorted()].join('\n'), 'buffer').readUInt32BE()
    const rounded = Math.floor((count - (noise % STEP)) / STEP) * STEP
    return rounded < PEOPLE_LEAST ? 0 : rounded
  }
  for (const work of readersOf.keys()) {
    await pause()
    const own = await neighboursOf(work, { readersOf, seen, pause })
    if (own) found.set(work, own)
  }
  return found
}

/** What of a reader's hearts counts: those given one by one, or imported before `imported`. */
function readerOf({ works, times }: Hearts, imported: number): Reader {
  const timeOf = new Map(works.map((work, at) => [work, times[at] ?? 0]))
  const atOnce = Map.groupBy(timeOf.values(), (time) => time)
  const counts = (time: number) => time < imported || atOnce.get(time)?.length === 1
  const counted = [...timeOf].filter(([, time]) => counts(time)).map(([work]) => work)
  return { works: counted.slice(-HEARTS_MOST), compared: [...timeOf.keys()].slice(-COMPARED_MOST) }
}

async function neighboursOf(
  work: string,
  { readersOf, seen, pause }: Work,
): Promise<ReadersOfWork | undefined> {
  const all = readersOf.get(work) ?? []
  if (all.length < PEOPLE_LEAST) return undefined
  const readers = all.slice(-READERS_MOST)
  const countPeople = await comparePeople(readers, pause)
  const count = seen(all.length, work)
  if (seen(countPeople(readers.keys()), work) === 0) return undefined
  const neighbours: Neighbour[] = []
  for (const [other, places] of placesOf(readers.map(({ works }) => works))) {
    await pause()
    if (other === work || places.length < PEOPLE_LEAST) continue
    const common = seen(countPeople(places), work, other)
    const othersCount = seen(readersOf.get(other)?.length ?? 0, other)
    if (common === 0 || othersCount === 0) continue
    // The readers who count stand for all of them.
    const likeness = (common / Math.min(count, READERS_MOST)) * Math.sqrt(count / othersCount)
    const cosine = Math.min(likeness * (common / (common + SHRINK)), 0.999)
    neighbours.push({ work: other, cosine, count: othersCount })
  }
  neighbours.sort((one, other) => other.cosine - one.cosine)
  return { count, neighbours: neighbours.slice(0, NEIGHBOURS_MOST) }
}

/** By work, the places of the lists that have it. */
function placesOf(lists: readonly (readonly string[])[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, works] of lists.entries()) {
    for (const work of works) {
      const others = places.get(work)
      if (others) others.push(place)
      else places.set(work, [place])
    }
  }
  return places
}

/**
 * How many people some of these readers are, by their places: of accounts that have more than half of their hearts in
 * common only one counts, as one person can have many.
 */
async function comparePeople(
  readers: readonly Reader[],
  pause: () => Promise<void> | void,
): Promise<(places: Iterable<number>) => number> {
  const { length } = readers
  const having = placesOf(readers.map(({ compared }) => compared))
  /** How many works that count for one reader another has, too. */
  const common = new Uint8Array(length * length)
  for (const [place, { works }] of readers.entries()) {
    for (const work of works) {
      for (const other of having.get(work) ?? []) {
        const at = place * length + other
        common[at] = (common[at] ?? 0) + 1
      }
    }
    await pause()
  }
  const isMostly = (one: number, other: number): boolean =>
    (common[one * length + other] ?? 0) * 2 > (readers[one]?.works.length ?? 0)
  return (places) => {
    const people: number[] = []
    for (const place of places) {
      if (people.every((other) => !isMostly(place, other) || !isMostly(other, place))) {
        people.push(place)
      }
    }
    return people.length
  }
}

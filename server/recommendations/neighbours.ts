import { createPauses } from '../../books/pauses.ts'

/**
 * So many readers must favor a work, or a pair of works, before anybody sees it: five besides any one of them, so
 * that nobody learns by four accounts of their own what a fifth reader favors.
 */
export const READERS_LEAST = 6

/** So many readers of a work count for its neighbours, the latest. */
const READERS_MOST = 300

/** So many works of a reader count for the neighbours of each, the latest. */
const WORKS_MOST = 200

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

/** A reader: the works that they favor, the latest last. */
type Reader = readonly string[]

/** Who favors what, to find neighbours in. The editions of a work are one. */
export class Hearts {
  readonly #worksOf = new Map<string, string[]>()
  /** By work, all who favor it, the latest last. */
  readonly readersOf = new Map<string, Reader[]>()

  /** Notes a favorite; a repeat changes nothing. */
  add(userId: string, work: string): void {
    const works = this.#worksOf.get(userId) ?? []
    if (works.includes(work)) return
    works.push(work)
    this.#worksOf.set(userId, works)
    const readers = this.readersOf.get(work) ?? []
    readers.push(works)
    this.readersOf.set(work, readers)
  }
}

/** Which works are favored by the same readers: item-item cosine, shrunk, found a few milliseconds at a time. */
export async function findNeighbours(
  hearts: Hearts,
  signal?: AbortSignal,
): Promise<HostNeighbourMap> {
  const pause = createPauses(SLICE_MS, signal && { signal })
  const found = new Map<string, ReadersOfWork>()
  for (const [work, { length: count }] of hearts.readersOf) {
    if (count < READERS_LEAST) continue
    found.set(work, { count, neighbours: await neighboursOf(work, hearts, pause) })
  }
  return found
}

async function neighboursOf(
  work: string,
  { readersOf }: Hearts,
  pause: () => Promise<void> | void,
): Promise<Neighbour[]> {
  const countOf = (other: string) => readersOf.get(other)?.length ?? 0
  const readers = readersOf.get(work)?.slice(-READERS_MOST) ?? []
  const commons = new Map<string, number>()
  for (const works of readers) {
    for (const other of works.slice(-WORKS_MOST)) commons.set(other, (commons.get(other) ?? 0) + 1)
    await pause()
  }
  const neighbours: Neighbour[] = []
  for (const [other, common] of commons) {
    if (common < READERS_LEAST || other === work) continue
    // The readers who count stand for all of them.
    const likeness = (common / readers.length) * Math.sqrt(countOf(work) / countOf(other))
    const cosine = Math.min(likeness * (common / (common + SHRINK)), 0.999)
    neighbours.push({ work: other, cosine, count: countOf(other) })
  }
  neighbours.sort((one, other) => other.cosine - one.cosine)
  return neighbours.slice(0, NEIGHBOURS_MOST)
}

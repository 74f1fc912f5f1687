import type { Category } from '../contract/categories.ts'
import { SHELF_LENGTH, START_INDEX_MAX } from '../contract/limits.ts'

// How a shelf of an interest is made of its works. `startIndex` is one of ten hands into which they are dealt.

/** What decides where on a shelf a work stands. */
export interface ShelfWork {
  /** `authorKey` of the first author; empty where there is none. */
  author: string
  interests: readonly string[]
  subjects: readonly string[]
}

/** Works of an interest that its shelf is made of: so many have room in the ten hands. */
export const SHELF_MOST = START_INDEX_MAX * SHELF_LENGTH

/** A page has so many works for each audience, where there are. */
const SHARES: Readonly<Record<string, number>> = { adult: 16, 'young adult': 10, children: 10 }
/** But for those of one audience. */
const UNMIXED: readonly Category[] = ["Children's Books", 'Young Adult']

/** At most so many works of an author among so many neighbours on a shelf. */
const OF_AUTHOR = 2
const NEIGHBOURS = 12

/** Those that fit, if they are enough for a page; otherwise all, so that no shelf is short. */
export function ifEnough<T>(works: readonly T[], fits: (work: T) => boolean): readonly T[] {
  const found = works.filter(fits)
  return found.length < SHELF_LENGTH ? works : found
}

/** The works that a shelf is made of: nearly every book has a general interest behind its own. */
export const onShelf = <T extends ShelfWork>(works: readonly T[], category: Category) =>
  category === 'Fiction' || category === 'Non-Fiction'
    ? ifEnough(works, ({ interests }) => interests[0] === category)
    : works

/** For whom a work is: for adults where it does not say. */
const audienceOf = ({ subjects }: ShelfWork): string =>
  subjects.find((name) => Object.hasOwn(SHARES, name)) ?? 'adult'

/** Deals works into ten hands, ten at a time: each goes to the hand that has the fewest by its author. */
function deal<T extends ShelfWork>(works: readonly T[]): T[][] {
  const hands = Array.from({ length: START_INDEX_MAX }, (): T[] => [])
  const dealt = new Set<string>()
  for (let place = 0; place < works.length; place += START_INDEX_MAX) {
    const open = [...hands]
    for (const work of works.slice(place, place + START_INDEX_MAX)) {
      const byAuthor = (hand: readonly T[]) =>
        hand.filter(({ author }) => author === work.author).length
      // Most authors have one work, and any hand has none by them.
      const counts = work.author !== '' && dealt.has(work.author) ? open.map(byAuthor) : [0]
      const [hand] = open.splice(counts.indexOf(Math.min(...counts)), 1)
      hand?.push(work)
      dealt.add(work.author)
    }
  }
  return hands
}

/** The first in the same order, but for works of an author that has enough among its neighbours: these come later. */
function spread<T extends ShelfWork>(works: readonly T[], count: number): T[] {
  const rest = [...works]
  const placed: T[] = []
  while (rest.length > 0 && placed.length < count) {
    const before = placed.slice(1 - NEIGHBOURS)
    const fits = ({ author }: T): boolean =>
      author === '' || before.filter((one) => one.author === author).length < OF_AUTHOR
    const at = Math.max(rest.findIndex(fits), 0)
    placed.push(...rest.splice(at, 1))
  }
  return placed
}

/**
 * A page of a shelf: the works of a hand, then of those after it, each audience up to its share.
 * @param works the best first
 * @param startIndex the hand, counted from 1; others wrap, and 0 is the first
 */
export function shelfPage<T extends ShelfWork>(
  works: readonly T[],
  category: Category,
  startIndex: number,
  count: number = SHELF_LENGTH,
): T[] {
  const hands = deal(works)
  const hand = Math.max(startIndex - 1, 0) % START_INDEX_MAX
  const [own = []] = hands.splice(hand, 1)
  const others = [...hands.slice(hand), ...hands.slice(0, hand)].flat()
  const dealt = Map.groupBy(own, audienceOf)
  const open = Map.groupBy(others, audienceOf)
  const shares = Object.entries(UNMIXED.includes(category) ? {} : SHARES)
  const missing = new Set(
    shares.flatMap(([audience, share]) => {
      const enough = dealt.get(audience)?.length ?? 0
      return open.get(audience)?.slice(0, Math.max(share - enough, 0)) ?? []
    }),
  )
  const mixed = others.filter((work) => missing.has(work))
  const rest = others.filter((work) => !missing.has(work))
  return spread([...own, ...mixed, ...rest], count)
}

import { LRUCache } from 'lru-cache'
import type { Book } from '../contract/books.ts'
import { likelyLayout, type CoverBook } from './renderCover.ts'

/** How far before a book stands what is at its left and, in grids of three, four and six columns, above it. */
const NEAR = [1, 3, 4, 6]
/** So many books are shown at once: these stay together. */
const SHOWN = 12

/** By a cover's link, which changes with what is drawn. */
const layouts = new LRUCache<string, string, CoverBook>({
  max: 10_000,
  memoMethod: (_link, _old, { context }) => likelyLayout(context),
})

/**
 * Swaps books so that none is beside or below one whose drawn cover has the same layout, as far as that can be.
 * @param kindOf only books of one kind are swapped, where the order of kinds means something
 */
export function apart<T>(
  items: readonly T[],
  bookOf: (item: T) => Book,
  kindOf: (item: T, at: number) => unknown = () => true,
): T[] {
  let order = items.map((item, at) => {
    const { id, volumeInfo } = bookOf(item)
    const context = { id, ...volumeInfo }
    const layout = layouts.memo(volumeInfo.imageLinks?.thumbnail ?? id, { context })
    return { item, layout, kind: kindOf(item, at) }
  })
  const clashesAt = (list: typeof order, at: number) =>
    NEAR.filter((far) => list[at - far]?.layout === list[at]?.layout).length
  const clashes = (list: typeof order, end: number) =>
    list.slice(0, end).reduce((sum, _, at) => sum + clashesAt(list, at), 0)
  // The first is what is most wanted: it stays.
  for (let at = 1; at < order.length; at += 1) {
    const page = at - (at % SHOWN)
    const end = Math.min(page + SHOWN, order.length) - 1
    for (let other = end; other >= Math.max(page, 1) && clashesAt(order, at) > 0; other -= 1) {
      const [one, next] = [order[at], order[other]]
      if (!one || !next || one.kind !== next.kind) continue
      const swapped = order.with(at, next).with(other, one)
      // What comes after all of its kind has no say.
      const kinds = order.findLastIndex(({ kind }) => kind === one.kind) + 1
      if (clashes(swapped, kinds) < clashes(order, kinds)) order = swapped
    }
  }
  return order.map(({ item }) => item)
}

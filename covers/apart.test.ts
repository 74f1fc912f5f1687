// @vitest-environment node
import { expect, test } from 'vitest'
import { bundledBooks } from '../books/bundled/bundledBook.ts'
import { readBundledRecords } from '../books/bundled/bundledFiles.ts'
import type { Book } from '../contract/books.ts'
import { CATEGORIES } from '../contract/categories.ts'
import { apart } from './apart.ts'
import { composeCover } from './renderCover.ts'

const all = bundledBooks(await readBundledRecords()).map(({ book }) => book)

const layoutOf = ({ id, volumeInfo }: Book): string => composeCover({ id, ...volumeInfo }).layout

/** How many books of these stand beside or below one whose cover has the same layout. */
function alike(books: readonly Book[], columns: number): number {
  const layouts = books.map(layoutOf)
  return layouts.filter(
    (layout, at) =>
      (at % columns > 0 && layout === layouts[at - 1]) || layout === layouts[at - columns],
  ).length
}

/** The books of each page of twelve, in whatever order. */
const pages = (lists: readonly Book[][]) =>
  lists.flatMap((list) => [list.slice(0, 12), list.slice(12)].map((page) => new Set(page)))

test('no two neighbours of a shelf have one layout, and no book leaves the page it is on', () => {
  const shelves = CATEGORIES.map((name) =>
    all
      .filter(({ volumeInfo }) => !volumeInfo.series && volumeInfo.categories[0] === name)
      .slice(0, 24),
  )
  const moved = shelves.map((shelf) => apart(shelf, (book) => book))
  for (const columns of [3, 4, 6]) {
    const count = (lists: readonly Book[][]) =>
      lists.reduce((sum, list) => sum + alike(list, columns), 0)
    // Some shelves have too many of one layout.
    expect(count(moved) * 5, `in ${columns} columns`).toBeLessThan(count(shelves))
  }
  expect(pages(moved)).toEqual(pages(shelves))
})

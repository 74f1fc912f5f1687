import { weakMapMemoize } from '@reduxjs/toolkit'
import type { Book } from '../../contract/books.ts'
import { withoutArticle } from '../../contract/articles.ts'
import { fold } from '../../contract/fold.ts'
import { getLanguage } from '../languages/language.ts'
import { tabStorage } from '../lib/tabStorage.ts'

/** From so many books of a list on they can be filtered and put in order: fewer are seen at a glance. */
export const ARRANGED_FROM = 13

/** `own`: of the list that has one, by the reader. */
export type Order = 'own' | 'newest' | 'title' | 'author'
const ORDERS = ['newest', 'title', 'author'] as const satisfies readonly Order[]
/** The orders of a list; the first is the usual one. */
export const ordersOf = (hasOwn: boolean): readonly [Order, ...Order[]] =>
  hasOwn ? ['own', ...ORDERS] : ORDERS

/** What a reader wants to see of a list, and in which order. */
export interface Arrangement {
  order: Order
  filter: string
}

/** How a list was looked at last: the order that was chosen, and whether it is rows in place of the grid. */
export interface ListView {
  order: Order | undefined
  isCompact: boolean
}

/** How this tab's reader looked at a list last; what is unknown there counts as absent. */
export function readListView(list: string): ListView {
  const [chosen, form] = tabStorage.get(`list:${list}`).split(' ')
  return { order: ordersOf(true).find((order) => order === chosen), isCompact: form === 'compact' }
}

export function storeListView(list: string, { order, isCompact }: ListView): void {
  tabStorage.set(`list:${list}`, `${order ?? ''} ${isCompact ? 'compact' : 'grid'}`)
}

/** The arrangement in an address; what is unknown there counts as absent. */
export function readArrangement(
  search: URLSearchParams,
  orders: ReturnType<typeof ordersOf>,
  remembered: Order = orders[0],
): Arrangement {
  const order = orders.find((order) => order === search.get('sort')) ?? remembered
  return { order, filter: search.get('filter') ?? '' }
}

/** An address with another arrangement: what is as usual is left out, what else it has stays. */
export function withArrangement(
  search: URLSearchParams,
  { order, filter }: Arrangement,
  [usual]: ReturnType<typeof ordersOf>,
): URLSearchParams {
  const changed = new URLSearchParams(search)
  changed.delete('sort')
  changed.delete('filter')
  if (order !== usual) changed.set('sort', order)
  if (filter !== '') changed.set('filter', filter)
  return changed
}

const SUFFIX = / (?:jr|sr|ii|iii|iv)$/

/** An author's last name first, as a bookshop has them; behind all others where there is none. */
function sortingName(name: string | undefined): string {
  const folded = fold(name ?? '').replace(SUFFIX, '')
  return folded === '' ? '\uFFFF' : `${folded.split(' ').at(-1)} ${folded}`
}

/**
 * The reader's own order of a list, with what has left it since in its place there.
 * @param placed what this returned before
 */
export function placeAmong(placed: readonly string[], ids: readonly string[]): readonly string[] {
  const [known, present] = [new Set(placed), new Set(ids)]
  const added = ids.filter((id) => !known.has(id))
  const staying = ids.filter((id) => known.has(id)).toReversed()
  return [...added, ...placed.map((id) => (present.has(id) ? (staying.pop() ?? id) : id))]
}

/** The books in this order; books that are equal in it stay in the order they have. */
export function inOrder(
  books: readonly Book[],
  order: Order,
  own: readonly string[] = [],
): readonly Book[] {
  if (order === 'newest') return books
  if (order === 'own') {
    const places = new Map(own.map((id, place) => [id, place]))
    const placeOf = ({ id }: Book): number => places.get(id) ?? -1
    return books.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
  const keyed = books.map((book) => {
    const title = withoutArticle(fold(book.volumeInfo.title))
    const author = order === 'author' ? sortingName(book.volumeInfo.authors[0]) : ''
    return { book, author, title }
  })
  const { compare } = new Intl.Collator(getLanguage(), { numeric: true })
  keyed.sort((a, b) => compare(a.author, b.author) || compare(a.title, b.title))
  return keyed.map(({ book }) => book)
}

/** Whether every word of the filter stands in a folded text; in any without a word. */
export function matcherOf(filter: string): (folded: string) => boolean {
  const words = fold(filter).split(' ')
  return (folded) => words.every((word) => folded.includes(word))
}

/** What a filter looks at, folded once for each book. */
const searchableText = weakMapMemoize(({ volumeInfo }: Book): string => {
  const { title, authors, series, categories, subjects = [] } = volumeInfo
  return fold([title, ...authors, series?.name, ...categories, ...subjects].join(' '))
})

/** The books that a filter leaves: by title, authors, series, interests and subjects. */
export function matching(books: readonly Book[], filter: string): readonly Book[] {
  const matches = matcherOf(filter)
  return filter === '' ? books : books.filter((book) => matches(searchableText(book)))
}

import type { Book } from '../../contract/books.ts'
import { fold, withoutArticle } from '../../contract/fold.ts'

/** From so many books of a list on they can be filtered and put in order: fewer are seen at a glance. */
export const ARRANGED_FROM = 13

export const ORDERS = ['newest', 'title', 'author'] as const
export type Order = (typeof ORDERS)[number]

/** What a reader wants to see of a list, and in which order. */
export interface Arrangement {
  order: Order
  filter: string
}

/** The arrangement in an address; what is unknown there counts as absent. */
export function readArrangement(search: URLSearchParams): Arrangement {
  const order = ORDERS.find((order) => order === search.get('sort')) ?? 'newest'
  return { order, filter: search.get('filter') ?? '' }
}

/** An address with another arrangement: what is as usual is left out, what else it has stays. */
export function withArrangement(
  search: URLSearchParams,
  { order, filter }: Arrangement,
): URLSearchParams {
  const changed = new URLSearchParams(search)
  changed.delete('sort')
  changed.delete('filter')
  if (order !== 'newest') changed.set('sort', order)
  if (filter !== '') changed.set('filter', filter)
  return changed
}

const { compare } = new Intl.Collator(undefined, { numeric: true })
const SUFFIX = / (?:jr|sr|ii|iii|iv)$/

/** An author's last name first, as a bookshop has them; behind all others where there is none. */
function authorKey(name: string | undefined): string {
  const folded = fold(name ?? '').replace(SUFFIX, '')
  return folded === '' ? '\uFFFF' : `${folded.split(' ').at(-1)} ${folded}`
}

/** The books in this order; books that are equal in it stay in the order they have. */
export function inOrder(books: readonly Book[], order: Order): readonly Book[] {
  if (order === 'newest') return books
  const keyed = books.map((book) => {
    const title = withoutArticle(fold(book.volumeInfo.title))
    const author = order === 'author' ? authorKey(book.volumeInfo.authors[0]) : ''
    return { book, author, title }
  })
  keyed.sort((a, b) => compare(a.author, b.author) || compare(a.title, b.title))
  return keyed.map(({ book }) => book)
}

/** Whether in a book's title or authors every word of the filter stands; of all without a word. */
export function matcherOf(filter: string): (title: string, authors: readonly string[]) => boolean {
  const words = fold(filter).split(' ')
  return (title, authors) => {
    const text = fold([title, ...authors].join(' '))
    return words.every((word) => text.includes(word))
  }
}

/** The ids of the books that a filter leaves. */
export function matching(books: readonly Book[], filter: string): ReadonlySet<string> {
  const matches = matcherOf(filter)
  const found = books.filter(({ volumeInfo: { title, authors } }) => matches(title, authors))
  return new Set(found.map(({ id }) => id))
}

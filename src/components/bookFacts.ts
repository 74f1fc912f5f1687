import type { Book, Series } from '../../contract/books.ts'
import { readerMessages } from '../readerMessages.ts'

/** The address if it is a plain http(s) one without credentials, of at most 2,048 characters. */
export function httpLink(link: string | undefined): string | undefined {
  if (!link || link.length > 2048 || !URL.canParse(link)) return undefined
  const url = new URL(link)
  const plain = url.protocol === 'https:' || url.protocol === 'http:'
  return plain && !url.username && !url.password ? url.href : undefined
}

/** 'Book 2 of 7 in Emma', 'Book 2 in Emma' or 'Emma': as much as is known of a series, its name as it is given. */
export function placeInSeries({ number, of }: Series, series: string): string {
  if (number === undefined) return series
  const { volume, volumeOf } = readerMessages.book
  return of === undefined ? volume({ number, series }) : volumeOf({ number, of, series })
}

/** When a book was published and its place in its series, in a few words: '1815 · Book 2 of 7 in Emma'. */
export function bookDetails({ volumeInfo: { publishedDate = '', series } }: Book): string {
  const year = formatDate(publishedDate.replace(/^(\d{4})-.*/, '$1'))
  return [year, series && placeInSeries(series, series.name)].filter(Boolean).join(' · ')
}

/** A date in words: one before our era, which records write as -700, is "700 BC". */
export function formatDate(date: string): string {
  return date.replace(/^-0*(\d+)(?:-\d\d){0,2}$/, (_, year: string) =>
    readerMessages.book.bc({ year }),
  )
}

import type { Series } from '../../../contract/books.ts'

/** The address where it is a plain http(s) one without credentials, of at most 2,048 characters (decision 42). */
export function httpLink(link: string | undefined): string | undefined {
  if (!link || link.length > 2048 || !URL.canParse(link)) return undefined
  const url = new URL(link)
  const plain = url.protocol === 'https:' || url.protocol === 'http:'
  return plain && !url.username && !url.password ? url.href : undefined
}

/** 'Book 3 of Earthsea', or the name alone where the number is unknown. */
export function formatSeries({ name, number }: Series): string {
  return number === undefined ? name : `Book ${number} of ${name}`
}

/** A date in words: one before our era, which records write as -700, is "700 BC". */
export function formatDate(date: string): string {
  return date.replace(/^-0*(\d+)(?:-\d\d){0,2}$/, '$1 BC')
}

import { LRUCache } from 'lru-cache'
import type { Book, SearchResult } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { fold } from '../../contract/fold.ts'
import { APPROXIMATE_RESULTS_MAX } from '../../contract/limits.ts'
import type { GoogleBooksConfig } from '../config.ts'
import { createGate, inTime } from '../lib/gate.ts'
import { isbn13Of } from '../../books/isbn.ts'
import { DAY_MS, HOUR_MS, MIB_BYTES, MINUTE_MS } from '../../contract/units.ts'
import type { Catalogue } from './catalogue.ts'
import { shelfPage } from '../../books/shelf.ts'
import { isKindOfFiction } from '../../books/categories.ts'
import type { CleanRecord } from '../../books/record.ts'
import { resultOf } from './search/searchBooks.ts'
import { readVolume, VOLUME_FIELDS, volumeIdOf } from '../../books/formats/googleVolume.ts'
import { field, list } from '../../books/formats/json.ts'

/** Where and how Google Books is requested, and what stands in for it. */
export interface GoogleBooksOptions extends GoogleBooksConfig {
  /** Responds alone whenever Google does not. */
  local: Catalogue
  /** Receives one warning per cause and hour. */
  log: (line: string) => void
}

// After this time a reader gets the local books; the request goes on, for the next reader.
const READER_TIMEOUT_MS = 1500
const REQUEST_TIMEOUT_MS = 5000
const FAILURES_BEFORE_PAUSE = 5
const AUTHORS_ASKED = 8

/** The words of Google for a category, where they differ. */
const GOOGLE_SUBJECTS: Partial<Record<Category, string>> = {
  // There is no subject for all of it; this is its most read part.
  'Non-Fiction': 'History',
  'Sci-Fi': 'Science Fiction',
  Thriller: 'Thrillers',
  'Food & Cooking': 'Cooking',
  "Children's Books": 'Juvenile Fiction',
}

type Kind = 'list' | 'volume'
type Query = Readonly<Record<string, string>>

/** Why a request failed, with nothing secret in it; after a refusal the next would be refused, too. */
interface Failure {
  cause: string
  isRefusal?: boolean
  isOverload?: boolean
}

function failureOf(status: number, body: unknown): Failure {
  const error = field(body, 'error')
  const [detail] = list(field(error, 'details')).flatMap((one) => field(one, 'reason') ?? [])
  const word = detail ?? field(list(field(error, 'errors'))[0], 'reason') ?? field(error, 'status')
  const reason = typeof word === 'string' && /^\w{1,40}$/.test(word) ? word : 'no reason given'
  const cause = `status ${status}, ${reason}`
  if (status === 429 || (status === 403 && /limit|quota/i.test(reason))) {
    return { cause: `${cause}: too many requests`, isRefusal: true }
  }
  if (status === 400 || status === 401 || status === 403) {
    const setting = reason === 'unknownLocation' ? 'COUNTRY' : 'KEY'
    return { cause: `${cause}: check GOOGLE_BOOKS_${setting}`, isRefusal: true }
  }
  return { cause, isOverload: status >= 500 }
}

/** Sends requests to the API: few at once, none while it is paused. */
function createClient({ baseUrl, apiKey, country, log }: GoogleBooksOptions) {
  const gate = createGate({ atOnce: 8, waiting: 64 })
  const closing = new AbortController()
  // The key is a header, so that no URL and no message holds it. Google compresses for `gzip` only.
  const headers = {
    'user-agent': 'Catchword (gzip)',
    ...(apiKey !== undefined && { 'x-goog-api-key': apiKey }),
  }
  const warned = new LRUCache<string, true>({ max: 100, ttl: HOUR_MS })
  let failures = 0
  let pausedUntil = 0

  async function send(kind: Kind, url: string): Promise<Failure | { body: unknown }> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const signal = AbortSignal.any([timeout, closing.signal])
    try {
      const response = await fetch(url, { headers, redirect: 'error', signal })
      const { status } = response
      const body: unknown = await response.json().catch(() => undefined)
      if (status === 200) return body === undefined ? { cause: 'a response not in JSON' } : { body }
      // There is nothing for an id that Google does not know, or a query that it does not accept.
      const isBadQuery = status === 400 && !/API.?key/i.test(JSON.stringify(body))
      if (isBadQuery || (status === 404 && kind === 'volume')) return { body: {} }
      return failureOf(status, body)
    } catch {
      return { cause: timeout.aborted ? 'no response in time' : 'no connection' }
    }
  }

  async function attempt(kind: Kind, url: string): Promise<unknown> {
    if (Date.now() < pausedUntil) throw new Error('paused')
    const result = await send(kind, url)
    closing.signal.throwIfAborted()
    if ('body' in result) {
      failures = 0
      return result.body
    }
    const { cause, isOverload = false, isRefusal = false } = result
    // Google responds 503 for an id that it does not know as well.
    if (isOverload && kind === 'volume') return {}
    if (!warned.has(cause)) {
      warned.set(cause, true)
      log(`Google Books is unavailable: ${cause}.`)
    }
    failures += 1
    if (isRefusal || failures >= FAILURES_BEFORE_PAUSE) pausedUntil = Date.now() + MINUTE_MS
    throw new Error(cause)
  }

  function request(kind: Kind, path: string, query: Query): Promise<unknown> {
    const parameters = new URLSearchParams(country === undefined ? query : { ...query, country })
    return gate(() => attempt(kind, `${baseUrl}${path}?${parameters}`))
  }

  return {
    async list(query: Query): Promise<unknown[]> {
      const fixed = { printType: 'books', maxResults: '40', fields: `items(${VOLUME_FIELDS})` }
      return list(field(await request('list', '/volumes', { ...query, ...fixed }), 'items'))
    },
    volume: (id: string) => request('volume', `/volumes/${id}`, { fields: VOLUME_FIELDS }),
    close: () => closing.abort(),
  }
}

/**
 * One local book, one of Google's, in turn, then the rest of the longer list. Of the same id, or title and
 * author, the first stays; a subtitle makes no other title, a volume number does.
 */
function merge<T extends SearchResult>(local: readonly T[], google: readonly T[]): T[] {
  const seen = new Set<string>()
  const isNew = ({ id, volumeInfo: { title, authors } }: T): boolean => {
    const [whole = '', main = ''] = [title, title.replace(/[:;(]\D*$/, '')].map(
      (text) => `${fold(text).replace(/^(?:the|an?) (?=.)/, '')} | ${fold(authors[0] ?? '')}`,
    )
    const isDuplicate = [id, whole, main].some((key) => seen.has(key))
    seen.add(id).add(whole)
    return !isDuplicate
  }
  for (const book of local) isNew(book)
  const others = google.filter(isNew)
  const pairs = others.flatMap((book, index) => [...local.slice(index, index + 1), book])
  return [...pairs, ...local.slice(others.length)]
}

/** The query as Google takes it: an ISBN as such, and nothing that Google reads as an operator. */
function searchQuery(text: string): string {
  const isbn = isbn13Of(text)
  const plain = text.toLowerCase().replaceAll(/["|\s]+|\B[-+]+\b/g, ' ')
  return isbn === undefined ? plain.trim() : `isbn:${isbn}`
}

/** Whether a result holds all words of the query in its title and authors. */
function hasWords({ volumeInfo: { title, authors } }: SearchResult, query: string): boolean {
  const words = fold(`${title} ${authors.join(' ')}`).split(' ')
  const terms = fold(query).split(' ')
  return terms.every((word) => words.includes(word))
}

/** Whether a volume belongs on the shelf: a study of horror films is not horror. */
function fitsShelf({ book, picture }: CleanRecord, category: Category): boolean {
  const { categories, authors, description } = book.volumeInfo
  if (picture === undefined || authors.length === 0 || description === undefined) return false
  if (categories.includes(category)) return true
  // Google's lists name a mystery only `Fiction`.
  const isPossible = categories.length === 0 || isKindOfFiction(category)
  return isPossible && !categories.includes('Non-Fiction')
}

const precedenceOf = ({ languages: [language = 'en'], popularity }: CleanRecord): number =>
  language === 'en' ? popularity + 100 : popularity

/** Books by popularity, those in other languages than English last. */
const byPopularity = (volumes: readonly CleanRecord[]): Book[] =>
  volumes.toSorted((one, other) => precedenceOf(other) - precedenceOf(one)).map(({ book }) => book)

/**
 * Puts Google Books in front of the local catalogue, whose books are used alone where Google fails, is slow
 * or finds nothing. Responses are cached, and used beyond their time while Google is unavailable.
 */
export function createGoogleBooks(options: GoogleBooksOptions): Catalogue & { close(): void } {
  const { local } = options
  const client = createClient(options)
  const common = {
    maxSize: 16 * MIB_BYTES,
    sizeCalculation: (value: unknown) => JSON.stringify(value).length,
    allowStaleOnFetchRejection: true,
    ignoreFetchAbort: true,
  }

  const volumes = new LRUCache<string, CleanRecord | 'unknown'>({
    ...common,
    ttl: DAY_MS,
    async fetchMethod(bookId, stale, { options: entry }) {
      const read = await readVolume(await client.volume(volumeIdOf(bookId) ?? ''))
      // Google moves some volumes to another id: a book must be found under its own.
      if (!('skipped' in read) && read.book.id === bookId) return read
      entry.ttl = 5 * MINUTE_MS
      return stale ?? 'unknown'
    },
  })
  const lists = new LRUCache<string, CleanRecord[], Query>({
    ...common,
    ttl: 12 * HOUR_MS,
    async fetchMethod(_key, _stale, { context: query }) {
      const items = await client.list(query)
      const read = await Promise.all(items.map((item) => readVolume(item)))
      const found = read.filter((volume) => 'book' in volume)
      // A listed book opens, and shows its cover, without a request of its own.
      for (const volume of found) {
        if (cachedVolume(volume.book.id) === undefined) volumes.set(volume.book.id, volume)
      }
      return found
    },
  })

  async function listed(query: Query): Promise<CleanRecord[]> {
    const key = JSON.stringify(query)
    const found = await inTime(lists.fetch(key, { context: query }), READER_TIMEOUT_MS)
    return found ?? lists.peek(key, { allowStale: true }) ?? []
  }

  function cachedVolume(id: string): CleanRecord | undefined {
    const volume = volumes.peek(id, { allowStale: true })
    return volume === 'unknown' ? undefined : volume
  }

  return {
    async byId(id) {
      const book = await local.byId(id)
      if (book !== undefined || volumeIdOf(id) === undefined) return book
      await inTime(volumes.fetch(id), READER_TIMEOUT_MS)
      const volume = cachedVolume(id)
      return volume && { book: volume.book, ...(volume.picture && { picture: volume.picture }) }
    },

    byIds: (ids) => local.byIds(ids),

    async byCategory(category, startIndex, count, heartsOf) {
      const q = `subject:"${GOOGLE_SUBJECTS[category] ?? category}"`
      const [books, found] = await Promise.all([
        local.byCategory(category, startIndex, count, heartsOf),
        listed({ q, langRestrict: 'en', maxAllowedMaturityRating: 'not-mature' }),
      ])
      const works = byPopularity(found.filter((one) => fitsShelf(one, category))).map((book) => ({
        book,
        author: fold(book.volumeInfo.authors[0] ?? ''),
        interests: book.volumeInfo.categories,
        subjects: book.volumeInfo.subjects ?? [],
      }))
      // Google's are dealt into as many hands.
      const google = shelfPage(works, category, startIndex, works.length)
      return merge(
        books,
        google.map(({ book }) => book),
      ).slice(0, count)
    },

    async byAuthors(authors, limit, ...without) {
      const names = new Map(authors.map((name) => [fold(name), name.replaceAll('"', ' ').trim()]))
      names.delete('')
      const requested = [...names.values()].slice(0, AUTHORS_ASKED)
      const [books, ...found] = await Promise.all([
        local.byAuthors(authors, limit, ...without),
        ...requested.map((name) => listed({ q: `inauthor:"${name}"` })),
      ])
      // Google also finds authors who share a part of the name.
      const written = found.flat().filter(({ book: { id, volumeInfo } }) => {
        const isKnown = without.some((ids) => ids?.includes(id))
        return !isKnown && volumeInfo.authors.some((name) => names.has(fold(name)))
      })
      return merge(books, byPopularity(written)).slice(0, limit)
    },

    // Google does not say what is in a series.
    bySeries: (...query) => local.bySeries(...query),

    async search(query, limit) {
      const [response, found] = await Promise.all([
        local.search(query, limit),
        fold(query) === '' ? [] : listed({ q: searchQuery(query) }),
      ])
      // Google knows titles, not what somebody feels like reading.
      if (found.length === 0 || response.understood) return response
      const others = found.map(({ book }) => resultOf(book))
      const isFound =
        (response.data.length > 0 && response.isApproximate !== true) ||
        isbn13Of(query) !== undefined ||
        others.some((one) => hasWords(one, query))
      const data = merge(response.data, others)
        .toSorted((one, other) => Number(hasWords(other, query)) - Number(hasWords(one, query)))
        .slice(0, isFound ? limit : APPROXIMATE_RESULTS_MAX)
      return isFound ? { data } : { data, isApproximate: true }
    },

    close: () => client.close(),
  }
}

import { LRUCache } from 'lru-cache'
import type { Book, SearchResult } from '../../../contract/books.ts'
import type { Category } from '../../../contract/categories.ts'
import { fold } from '../../../contract/fold.ts'
import { drawingVersion } from '../../covers/drawingVersion.ts'
import { GateFull } from '../../lib/gate.ts'
import { isbn13Of } from '../../store/searchText.ts'
import type { StoredBook } from '../../store/store.ts'
import { inTime } from '../../lib/inTime.ts'
import { DAY_MS, HOUR_MS, MIB_BYTES, MINUTE_MS } from '../../lib/units.ts'
import type { LocalCatalogue } from '../local.ts'
import { createGoogleBooksClient, GoogleBooksUnavailable, type ClientOptions } from './client.ts'
import { bandOf, interleave } from './merge.ts'
import { shelved, SUBJECTS } from './shelves.ts'
import { bookIdOf, readVolume, volumeIdOf, type Volume } from './volume.ts'

/** Where books are kept whole, so that they stay when their source goes. */
interface KeptBooks {
  /** Adds the book, or does nothing where its id is there already. Acknowledged means on disk. */
  keep(book: StoredBook): Promise<void>
}

/** What the catalogue is made of; the client's own options go through to it. */
export interface GoogleBooksOptions extends Omit<ClientOptions, 'timing'> {
  /** Answers first for what it has, and alone whenever Google does not. */
  local: LocalCatalogue
  kept: KeptBooks
  timing?: ClientOptions['timing'] & {
    /** How long a reader waits for Google before the local answer goes alone; milliseconds. */
    patience?: number
  }
  /** How covers are drawn (`coverLink`); by default as this server draws them. */
  drawing?: string
  /** What the answers kept in memory may take; bytes of JSON. */
  cacheBytes?: number
}

/** The local catalogue with Google Books in front of it. */
export interface GoogleBooksCatalogue extends LocalCatalogue {
  /** Ends what is under way; for the end of the server. */
  close(): void
}

const PATIENCE_MS = 1500
// A heart is worth a longer wait: without the record it cannot be stored.
const PATIENCE_TO_KEEP_MS = 5000
const CACHE_BYTES = 32 * MIB_BYTES
const SHELF_KEPT_MS = 12 * HOUR_MS
const SEARCH_KEPT_MS = 6 * HOUR_MS
const VOLUME_KEPT_MS = DAY_MS
const MISS_KEPT_MS = 5 * MINUTE_MS
// Each asks Google once: the newest favorites of a reader, the others from what is known.
const AUTHORS_ASKED = 8

/** What is asked for a list: the query, and the shelf that it is for. */
interface Ask {
  query: Readonly<Record<string, string>>
  interest?: Category
  kept: number
}

/** What is known of one volume: `none` where Google knows none of that id. */
type Known = { volume: Volume } | 'none'

const sizeOf = (value: unknown): number => JSON.stringify(value).length

/** The query as Google takes it: what it would read as an operator is only punctuation here. */
function googleQuery(text: string): string {
  const isbn = isbn13Of(text)
  if (isbn !== undefined) return `isbn:${isbn}`
  return text.replaceAll(/(?<=^|\s)[-+|"]+(?=\S)/g, '').replaceAll('"', ' ')
}

const isEnglish = ({ language }: Volume) => language === undefined || language === 'en'

const byWorth = (found: readonly Volume[]): Book[] =>
  found
    .toSorted((one, other) => other.stored.worth - one.stored.worth)
    .map(({ stored }) => stored.book)

const told = ({ stored }: Volume): number => stored.book.volumeInfo.categories.length

const toResult = ({ id, volumeInfo }: Book): SearchResult => {
  const { title, authors, imageLinks } = volumeInfo
  return { id, volumeInfo: { title, authors, ...(imageLinks && { imageLinks }) } }
}

/**
 * Google Books in front of the local catalogue. Every answer also holds what the local catalogue has,
 * and is the local one alone whenever Google fails, is slow, is out of quota or finds nothing; readers
 * are never told. What Google answered is cached, one request a key, and used beyond its time while
 * Google is away. Books have Google's id behind `gb_`.
 */
export function createGoogleBooksCatalogue(options: GoogleBooksOptions): GoogleBooksCatalogue {
  const { local, kept, cacheBytes = CACHE_BYTES, drawing = drawingVersion() } = options
  const { now = Date.now, log } = options
  const { patience = PATIENCE_MS, ...timing } = options.timing ?? {}
  const client = createGoogleBooksClient({ ...options, timing })

  const common = {
    maxSize: cacheBytes / 2,
    sizeCalculation: sizeOf,
    perf: { now },
    ttlResolution: 0,
    // An old answer is better than none.
    allowStaleOnFetchRejection: true,
    ignoreFetchAbort: true,
  } as const

  function explain(error: unknown): void {
    if (error instanceof GoogleBooksUnavailable || error instanceof GateFull) return
    const name = error instanceof Error ? error.name : typeof error
    if (name !== 'AbortError') log(`Google Books could not be asked: ${name}.`)
  }

  const volumes = new LRUCache<string, { known: Known }>({
    ...common,
    ttl: VOLUME_KEPT_MS,
    fetchMethod: async (id, stale, { options }) => {
      try {
        const sent = await client.volume(id)
        const read = sent === undefined ? { rejected: 'none' } : await readVolume(sent, drawing)
        // Google moves some volumes to another id: a book must be found under its own.
        if (!('rejected' in read) && read.stored.book.id === bookIdOf(id)) {
          return { known: { volume: read } }
        }
        options.ttl = HOUR_MS
      } catch (error) {
        explain(error)
        if (stale !== undefined || !(error instanceof GoogleBooksUnavailable && error.unsure)) {
          throw error
        }
        options.ttl = MISS_KEPT_MS
      }
      return { known: 'none' }
    },
  })

  /** Keeps what a list says of a volume, unless as much is known already. */
  function remember(volume: Volume): void {
    const id = volumeIdOf(volume.stored.book.id)
    if (id === undefined) return
    const known = volumes.peek(id)?.known
    if (known === undefined || known === 'none' || told(known.volume) < told(volume)) {
      volumes.set(id, { known: { volume } })
    }
  }

  const lists = new LRUCache<string, Volume[], Ask>({
    ...common,
    ttl: SEARCH_KEPT_MS,
    fetchMethod: async (_key, _stale, { options, context: { query, interest, kept } }) => {
      options.ttl = kept
      try {
        const found: Volume[] = []
        for (const item of await client.list(query)) {
          const read = await readVolume(item, drawing)
          if ('rejected' in read) continue
          const { stored } = read
          const book = interest === undefined ? stored.book : shelved(stored, interest)
          if (book === undefined) continue
          found.push({ ...read, stored: { ...stored, book } })
        }
        for (const volume of found) remember(volume)
        return found
      } catch (error) {
        explain(error)
        throw error
      }
    },
  })

  /** What Google lists, or nothing where it does not answer in time; what comes later is still cached. */
  async function listed(key: string, context: Ask): Promise<Volume[]> {
    return (await inTime(lists.fetch(key, { context }), patience)) ?? []
  }

  async function volumeOf(id: string, wait: number): Promise<Volume | undefined> {
    const volumeId = volumeIdOf(id)
    if (volumeId === undefined) return undefined
    const found = await inTime(volumes.fetch(volumeId), wait)
    return found === undefined || found.known === 'none' ? undefined : found.known.volume
  }

  return {
    async byId(id) {
      // First ours: bundled, imported and kept books cost no request, and stay when Google is away.
      return (await local.byId(id)) ?? (await volumeOf(id, patience))?.stored.book
    },

    async pictureOf(id) {
      const picture = await local.pictureOf(id)
      const volumeId = volumeIdOf(id)
      if (picture !== undefined || volumeId === undefined) return picture
      const known = volumes.peek(volumeId, { allowStale: true })?.known
      return known === undefined || known === 'none' ? undefined : known.volume.stored.picture
    },

    async keep(id) {
      if ((await local.byId(id)) !== undefined) return
      const volume = await volumeOf(id, PATIENCE_TO_KEEP_MS)
      if (volume) await kept.keep(volume.stored)
    },

    // The shelf is one list: local, Google's, local, Google's, in turn, and then what the local
    // catalogue has beyond. `startIndex` counts in it.
    async byCategory(category, startIndex, count) {
      const shelf = byWorth(
        await listed(`shelf ${category}`, {
          query: {
            q: `subject:"${SUBJECTS[category]}"`,
            langRestrict: 'en',
            maxAllowedMaturityRating: 'not-mature',
          },
          interest: category,
          kept: SHELF_KEPT_MS,
        }),
      )
      const before = Math.min(Math.floor(startIndex / 2), shelf.length)
      const ours = await local.byCategory(category, startIndex - before, count)
      // Where there are no local books the shelf alone wraps.
      const from = ours.length === 0 && shelf.length > 0 ? startIndex % shelf.length : before
      const theirs = shelf.slice(from, from + count)
      const wrapped = ours.length === 0 ? shelf.slice(0, Math.min(from, count - theirs.length)) : []
      return interleave(ours, [...theirs, ...wrapped]).slice(0, count)
    },

    async byAuthors(authors, limit) {
      const names = new Map(authors.toReversed().map((name) => [fold(name), name]))
      names.delete('')
      const asked = [...names].toReversed().slice(0, AUTHORS_ASKED)
      const [ours, ...answers] = await Promise.all([
        local.byAuthors(authors, limit),
        ...asked.map(([key, name]) =>
          listed(`author ${key}`, {
            query: { q: `inauthor:"${name.replaceAll(/["\s]+/g, ' ').trim()}"` },
            kept: SHELF_KEPT_MS,
          }),
        ),
      ])
      // Google also finds those who only share a name, and every translation.
      const theirs = answers
        .flat()
        .filter(({ stored }) =>
          stored.book.volumeInfo.authors.some((author) => names.has(fold(author))),
        )
      return interleave(ours, [
        ...byWorth(theirs.filter(isEnglish)),
        ...byWorth(theirs.filter((volume) => !isEnglish(volume))),
      ]).slice(0, limit)
    },

    async search(query, limit) {
      // Folded, `c++` and `c#` would be one.
      const key = query.trim().toLowerCase().replaceAll(/\s+/g, ' ')
      const [ours, found] = await Promise.all([
        local.search(query, limit),
        fold(query) === ''
          ? []
          : listed(`search ${key}`, { query: { q: googleQuery(query) }, kept: SEARCH_KEPT_MS }),
      ])
      // First among themselves: of many editions one is enough, and results carry no ISBN.
      const theirs = interleave(
        [],
        found.map(({ stored }) => stored.book),
      ).map(toResult)
      if (theirs.length === 0) return ours
      return interleave(ours, theirs)
        .map((result) => ({ result, band: bandOf(result, query) }))
        .toSorted((one, other) => one.band - other.band)
        .slice(0, limit)
        .map(({ result }) => result)
    },

    close() {
      client.close()
    },
  }
}

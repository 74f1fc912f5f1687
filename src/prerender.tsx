import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import type { Book } from '../contract/books.ts'
import type { Category } from '../contract/categories.ts'
import { booksApi } from './api/booksApi.ts'
import { entryFromList } from './api/favoriteEntry.ts'
import { tidyOneBook } from './api/tidy.ts'
import { App } from './app/App.tsx'
import { DrawnAtMost } from './lib/drawnAtMost.ts'
import { provideCover } from './lib/drawn.ts'
import { htmlToText } from './lib/markup.ts'
import { pageTitle } from './lib/pageTitle.ts'
import { cut, folded } from './lib/text.ts'
import { paths } from './paths.ts'
import { selectUserId, sessionArrived } from './state/authSlice.ts'
import { favoritesChangedElsewhere } from './state/localFavoritesSlice.ts'
import { makeStoreForDrawing, type AppStore } from './state/store.ts'

/**
 * For whom a page is drawn: a visitor; a reader, of whom nothing is known but that there is one; or nobody,
 * which is the frame alone, as it stands before it is known who is there.
 */
export type Audience = 'visitor' | 'reader' | 'nobody'

/** What React hoists for the document's head: preloads of pictures that follow at once anyway. */
const HOISTED = /^(?:<link[^>]*>)+/

function storeFor(audience: Audience): AppStore {
  const store = makeStoreForDrawing(audience !== 'nobody')
  if (audience === 'reader') {
    store.dispatch(sessionArrived({ token: 'none', user: { id: 'reader', name: '' } }))
  }
  return store
}

/** @throws what a component threw: a page that cannot be drawn whole fails the build, or is not sent */
async function draw(
  store: AppStore,
  path: string,
  most = Number.POSITIVE_INFINITY,
): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <StaticRouter location={path}>
      <DrawnAtMost value={most}>
        <App store={store} />
      </DrawnAtMost>
    </StaticRouter>,
    {
      // Large parts, too, stand where they belong: React would put them there by a script, which the policy
      // does not let in.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // Thrown from here it would be nobody's, and end the server.
      onError: (error) => void failures.push(error),
    },
  )
  const html = await text(prelude)
  if (failures.length > 0) throw failures[0]
  return html.replace(HOISTED, '')
}

/** Draws a page of books that the store holds, with their covers from within it, by their links. */
async function drawWithCovers(
  store: AppStore,
  path: string,
  covers: Iterable<readonly [link: string, source: string]>,
  most?: number,
): Promise<string> {
  const forget = Array.from(covers, ([link, source]) => provideCover(link, source))
  try {
    return await draw(store, path, most)
  } finally {
    for (const one of forget) one()
    // Else a timer keeps the answers, and with them the store.
    store.dispatch(booksApi.util.resetApiState())
  }
}

/**
 * Draws a page as it is seen first, without a browser; the build writes it into the page's HTML.
 * @param path of the page, such as '/'
 * @returns HTML for `#root`
 */
export async function drawPage(path: string, audience: Audience): Promise<string> {
  return draw(storeFor(audience), path)
}

/** As much as search engines and messengers show. */
const SUMMARY_CHARACTERS = 160

/** A drawn page of a book. */
export interface DrawnBook {
  title: string
  /** The beginning of its description as text, or its authors, for whoever is sent its link. */
  summary: string
  /** HTML for `#root`. */
  html: string
}

/**
 * Draws a book's page (/book/{id}), which the server sends with the book's record beside it.
 * @param cover where its cover is, in place of its link
 */
export async function drawBook(
  record: Book,
  audience: Exclude<Audience, 'nobody'>,
  cover?: string,
): Promise<DrawnBook> {
  const book = tidyOneBook(record)
  const store = storeFor(audience)
  const { title, authors, description = '', imageLinks } = book.volumeInfo
  store.dispatch(
    booksApi.util.upsertQueryEntries([{ endpointName: 'getBook', arg: book.id, value: book }]),
  )
  const covers = cover === undefined || !imageLinks ? [] : [[imageLinks.thumbnail, cover] as const]
  const html = await drawWithCovers(store, paths.book(book.id), covers)
  const summary = cut(folded(htmlToText(description)) || authors.join(', '), SUMMARY_CHARACTERS)
  return { title: pageTitle(title || 'Book'), summary, html }
}

/**
 * Draws the beginning of a reader's favorites (/favorites).
 * @param records the books seen first
 * @param count how many there are
 * @param covers where their covers are, by their links, in place of these
 */
export async function drawFavorites(
  records: readonly Book[],
  count: number,
  covers: ReadonlyMap<string, string>,
): Promise<{ title: string; html: string }> {
  const books = records.map(tidyOneBook)
  const store = storeFor('reader')
  const userId = selectUserId(store.getState()) ?? ''
  // Of the others no more is told than that they are there.
  const others = books.slice(0, 1).flatMap((book) => Array<Book>(count - books.length).fill(book))
  store.dispatch(favoritesChangedElsewhere(books.map(entryFromList)))
  store.dispatch(
    booksApi.util.upsertQueryEntries([
      { endpointName: 'getFavoriteBooks', arg: userId, value: [...books, ...others] },
    ]),
  )
  const html = await drawWithCovers(store, paths.favorites, covers, books.length)
  return { title: pageTitle('Favorites'), html }
}

/** What is drawn of a reader's recommendations. */
export interface DrawnShelves {
  /** All interests, in the reader's order. */
  preferences: readonly Category[]
  /** The books of those shelves that are seen first; the others are drawn as they wait. */
  books: Partial<Record<Category, readonly Book[]>>
  byAuthors: readonly Book[]
  /** Of these books those that the reader has given a heart. */
  favorites: readonly Book[]
}

/**
 * Draws the beginning of a reader's recommendations (/recommendations).
 * @param covers where the covers are, by their links, in place of these
 */
export async function drawShelves(
  { preferences, books, byAuthors, favorites }: DrawnShelves,
  covers: ReadonlyMap<string, string>,
): Promise<{ title: string; html: string }> {
  const store = storeFor('reader')
  const userId = selectUserId(store.getState()) ?? ''
  store.dispatch(favoritesChangedElsewhere(favorites.map(tidyOneBook).map(entryFromList)))
  store.dispatch(
    booksApi.util.upsertQueryEntries([
      { endpointName: 'getPreferences', arg: userId, value: [...preferences] },
      { endpointName: 'getFavoriteAuthors', arg: userId, value: byAuthors.map(tidyOneBook) },
      ...preferences.flatMap((arg) => {
        const value = books[arg]?.map(tidyOneBook)
        return value ? [{ endpointName: 'getRecommendedBooks' as const, arg, value }] : []
      }),
    ]),
  )
  const html = await drawWithCovers(store, paths.recommendations, covers)
  return { title: pageTitle('Recommendations'), html }
}

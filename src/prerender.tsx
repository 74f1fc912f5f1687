import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import type { Book } from '../contract/books.ts'
import type { Audience, Drawing } from '../contract/drawing.ts'
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
 * For whom the build draws a page. Nobody: the frame alone, as it stands before it is known who is there.
 */
export type BuildAudience = Audience | 'nobody'

/** What React hoists for the document's head: preloads of pictures that follow at once anyway. */
const HOISTED = /^(?:<link[^>]*>)+/

function storeFor(audience: BuildAudience): AppStore {
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
export async function drawPage(path: string, audience: BuildAudience): Promise<string> {
  return draw(storeFor(audience), path)
}

/** As much as search engines and messengers show. */
const SUMMARY_CHARACTERS = 160

/** `Drawing.drawBook`. */
export const drawBook: Drawing['drawBook'] = async (record, audience, cover) => {
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

/** `Drawing.drawFavorites`. */
export const drawFavorites: Drawing['drawFavorites'] = async (records, count, covers) => {
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

/** `Drawing.drawShelves`. */
export const drawShelves: Drawing['drawShelves'] = async (
  { preferences, books, byAuthors, favorites },
  covers,
) => {
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

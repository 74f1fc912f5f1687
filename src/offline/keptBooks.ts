import type { Book } from '../../contract/books.ts'
import { tidyBook } from '../api/tidyBook.ts'
import type { FavoriteEntry } from '../api/favoriteEntry.ts'
import { COVERS_CACHE, COVERS_MOST, keepNewest } from './shared.ts'

/**
 * What a reader may read without network, kept by the page in the browser's cache storage, one cache a
 * reader (decision page 0030): their list as the server last had it, and the details they opened.
 */

const PREFIX = 'reader:'
/** The details opened last, so many; the list is as long as it is. */
const DETAILS_MOST = 200

const part = encodeURIComponent
/** The path of the call for a reader's list. */
export const listUrl = (userId: string): string => `/api/user/${part(userId)}/favoriteBooks`
/** The path of the call for a book. */
export const detailUrl = (bookId: string): string => `/api/book/detail/${part(bookId)}`
const DETAIL = /^\/api\/book\/detail\/([^/?]+)$/

function cacheOf(userId: string): Promise<Cache> {
  return caches.open(PREFIX + part(userId))
}

async function read(userId: string, url: string): Promise<unknown> {
  try {
    return await (await (await cacheOf(userId)).match(url))?.json()
  } catch {
    // Damaged is as good as not kept, and so is what the browser does not hand out.
    return undefined
  }
}

/** The list as it was kept; `undefined` where it never was. */
async function readList(userId: string): Promise<Book[] | undefined> {
  const list = await read(userId, listUrl(userId))
  return Array.isArray(list) ? list.map(tidyBook).filter((book) => book !== undefined) : undefined
}

/** Keeps a reader's list of favorites. */
export async function keepList(userId: string, books: readonly Book[]): Promise<void> {
  await (await cacheOf(userId)).put(listUrl(userId), Response.json(books))
}

/** Keeps a book that a reader has opened; the one opened longest ago goes. */
export async function keepDetail(userId: string, book: Book): Promise<void> {
  const cache = await cacheOf(userId)
  // In the place of the one before, at the end of the row; where there is no room that one stays.
  await cache.put(detailUrl(book.id), Response.json(book))
  const details = (await cache.keys()).filter(({ url }) => DETAIL.test(new URL(url).pathname))
  await keepNewest(cache, details, DETAILS_MOST)
}

/**
 * Of these covers those that have to be kept, or kept anew since they would soon have to go for others.
 * Addresses elsewhere are none of ours to keep.
 * @param links as books name them
 * @param tried of these links those that are not fetched any more, whether they are kept by now or not
 */
export async function coversToKeep(
  links: readonly string[],
  tried: ReadonlySet<string>,
): Promise<string[]> {
  const keys = (await (await caches.open(COVERS_CACHE)).keys()).map(({ url }) => url)
  const [kept, safe] = [new Set(keys), new Set(keys.slice(-COVERS_MOST / 2))]
  return links.filter((link) => {
    const { href, origin, pathname } = new URL(link, window.location.href)
    if (origin !== window.location.origin || !pathname.startsWith('/covers/')) return false
    return kept.has(href) ? !safe.has(href) : !tried.has(link)
  })
}

/**
 * Keeps a cover as the service worker keeps those that it sees; one that is kept is the newest from then on.
 * @throws TypeError where it is not reached; DOMException where there is no more room
 */
export async function keepCover(link: string): Promise<void> {
  const covers = await caches.open(COVERS_CACHE)
  const { href } = new URL(link, window.location.href)
  const cover = (await covers.match(href)) ?? (await fetch(href, { priority: 'low' }))
  if (cover.status !== 200) return
  await covers.put(href, cover)
  await keepNewest(covers, await covers.keys(), COVERS_MOST)
}

/**
 * What stands in for the server's answer.
 * @param url the call's path
 * @param entries the favorites as this browser has them, hearts that wait included: they say which books
 *   are in the list and in what order, what was kept says the rest
 * @returns as the server would have answered; `undefined` where nothing was kept
 */
export async function answerFromKept(
  url: string,
  userId: string,
  entries: readonly FavoriteEntry[],
): Promise<Book | Book[] | undefined> {
  const isList = url === listUrl(userId)
  const bookId = DETAIL.exec(url)?.[1]
  if (!isList && bookId === undefined) return undefined
  const list = await readList(userId)
  const known = async (id: string): Promise<Book | undefined> =>
    tidyBook(await read(userId, detailUrl(id))) ?? list?.find((book) => book.id === id)
  if (bookId !== undefined) return await known(decodeURIComponent(bookId))
  // No hearts and no list: not an empty one, but one that this browser never had.
  if (!list && entries.length === 0) return undefined
  const books = await Promise.all(
    entries.map(async (entry) => (await known(entry.id)) ?? tidyBook(entry)),
  )
  return books.filter((book) => book !== undefined)
}

/**
 * What this browser has for a reader without network.
 * @returns `favorites` where it keeps no books, so that there is no more of them than the hearts say;
 *   `undefined` for nothing
 */
export async function hasKept(
  userId: string,
  entries: readonly FavoriteEntry[],
): Promise<'books' | 'favorites' | undefined> {
  const hasHearts = entries.length > 0
  try {
    const kept = await (await cacheOf(userId)).keys()
    const hasDetail = kept.some(({ url }) => DETAIL.test(new URL(url).pathname))
    return hasHearts || hasDetail ? 'books' : undefined
  } catch {
    return hasHearts ? 'favorites' : undefined
  }
}

/**
 * Takes away what is kept of every reader but one.
 * @param userId who stays; `null` for nobody
 * @param ended whether a session has just ended: the covers that were seen in it go as well
 */
export async function forgetOthers(userId: string | null, ended: boolean): Promise<void> {
  const stays = userId === null ? null : PREFIX + part(userId)
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== stays)
  const covers = ended || others.length > 0 ? [COVERS_CACHE] : []
  await Promise.all([...others, ...covers].map((name) => caches.delete(name)))
}

import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useState } from 'react'
import type { Book } from '../../contract/books.ts'
import { booksApi } from '../api/booksApi.ts'
import { selectMarks } from '../store/favoritesSlice.ts'
import { useAppSelector } from '../store/hooks.ts'

/** The page's own requests come first. */
const KEEP_AFTER_MS = 4000
/** How many covers of a list are kept, the newest books' first. */
const COVERS_KEPT = 200

/**
 * Keeps a list as it is now, with hearts and marks since it was requested, and covers of books that were never opened,
 * where the service worker looks for them (scripts/serviceWorker.ts).
 */
async function keep(name: string, path: string, books: readonly Book[], signal: AbortSignal) {
  const lists = await caches.open(name)
  await lists.put(path, Response.json(books))
  const covers = await caches.open('covers')
  const kept = new Set((await covers.keys()).map(({ url }) => new URL(url).pathname))
  const wanted = books
    .slice(0, COVERS_KEPT)
    .map(({ volumeInfo }) => volumeInfo.imageLinks?.thumbnail)
  for (const cover of wanted) {
    if (cover === undefined || !cover.startsWith('/covers/') || kept.has(cover)) continue
    const address = new URL(cover, window.location.origin)
    const response = await fetch(address, { priority: 'low', signal })
    // What stands in for a cover that may come later is not kept.
    if (/immutable/.test(response.headers.get('cache-control') ?? ''))
      await covers.put(cover, response)
  }
}

function useKept(name: string, path: string, books: readonly Book[] | undefined): void {
  useEffect(() => {
    if (!books) return
    const controller = new AbortController()
    // Without network, or where the browser has no room: nothing new is kept.
    void keep(name, path, books, controller.signal).catch(() => undefined)
    return () => controller.abort()
  }, [name, path, books])
}

/** Keeps favorites and the books to read on the device, opened or not: a reader without network has their records. */
export function useKeptLists(userId: string): void {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!('caches' in window) || import.meta.env.MODE === 'mocks') return
    const timer = setTimeout(() => setDue(true), KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const hasWishes = useAppSelector((state) => selectMarks(state).wantToRead.length > 0)
  const favorites = booksApi.endpoints.getFavoriteBooks.useQueryState(isDue ? userId : skipToken)
  const wishes = booksApi.useGetMarkedBooksQuery(
    isDue && hasWishes ? { userId, mark: 'wantToRead' } : skipToken,
  )
  const user = `/api/user/${encodeURIComponent(userId)}`
  useKept('favorites', `${user}/favoriteBooks`, favorites.data)
  useKept('marks', `${user}/marks/wantToRead`, wishes.data)
}

import type { Book } from '../../contract/books.ts'
import { parseBook } from '../api/parseBook.ts'
import { browserStorage } from '../lib/browserStorage.ts'
import { field, isRecord, textField } from '../lib/record.ts'
import { selectUserId } from './authSlice.ts'
import { setFavorite } from './setFavorite.ts'
import { readJson } from './storage.ts'
import type { AppThunk } from './store.ts'

const UNSENT_KEY = 'unsentFavorites'
/** What the first version stored beside the plain keys. */
const OTHER_KEYS = ['favorites.bad', 'unsentFavorites.bad']

/** A favorite that was added or removed without network; none where it is damaged. */
function parseUnsent(item: unknown): { book: Book; isFavorite: boolean }[] {
  const book = parseBook(field(item, 'entry'))
  const isFavorite = field(item, 'wanted')
  if (book === undefined || typeof isFavorite !== 'boolean') return []
  const author = textField(item, 'author')
  const volumeInfo = { ...book.volumeInfo, authors: author === undefined ? [] : [author] }
  return [{ book: { ...book, volumeInfo }, isFavorite }]
}

/**
 * Sends the favorites that the first version kept for when the network is back, and removes what else it left
 * in the browser. Runs at a start with a reader; another reader's favorites stay until they sign in.
 */
export function adoptFirstVersion(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const userId = selectUserId(getState())
    for (const key of OTHER_KEYS) browserStorage.remove(key)
    if ('caches' in window) {
      const names = await caches.keys()
      for (const name of names) if (name.startsWith('reader:')) await caches.delete(name)
    }
    const stored = readJson(UNSENT_KEY)
    if (userId === null || !isRecord(stored)) return
    const { [userId]: own, ...others } = stored
    // Each leaves the storage only once the server has it: a closed page or a failed request loses nothing.
    const failed: unknown[] = []
    for (const item of Array.isArray(own) ? own : []) {
      for (const { book, isFavorite } of parseUnsent(item)) {
        const outcome = await dispatch(setFavorite(book, isFavorite, 'favorites'))
        if (['failed', 'ended', 'signedOut'].includes(outcome)) failed.push(item)
      }
    }
    const rest = failed.length > 0 ? { ...others, [userId]: failed } : others
    if (Object.keys(rest).length > 0) browserStorage.set(UNSENT_KEY, JSON.stringify(rest))
    else browserStorage.remove(UNSENT_KEY)
  }
}

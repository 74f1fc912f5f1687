import { booksApi } from '../../api/booksApi.ts'
import { takeStartIndexes } from '../../api/startIndexes.ts'
import { drawnRecord, takeUpDrawn } from '../../lib/drawn.ts'
import { selectUserId } from '../../state/authSlice.ts'
import type { AppStore } from '../../state/store.ts'

/**
 * Takes up what the server drew of the recommendations (decision page 0035): resolves when all of it is
 * there, or is long in coming.
 * @param record JSON of where the shelves that it drew begin; empty where it drew none
 */
export async function takeUpShelves(store: AppStore, record = drawnRecord()): Promise<void> {
  const userId = selectUserId(store.getState())
  if (!record || userId === null) return
  const { getPreferences, getFavoriteAuthors, getRecommendedBooks } = booksApi.endpoints
  const once = { subscribe: false }
  await takeUpDrawn(
    store.dispatch(getPreferences.initiate(userId, once)),
    store.dispatch(getFavoriteAuthors.initiate(userId, once)),
    ...takeStartIndexes(record).map((preference) =>
      store.dispatch(getRecommendedBooks.initiate(preference, once)),
    ),
  )
}

import type { Recommendation } from '../../contract/books.ts'
import type { Language } from '../../contract/languages.ts'
import { booksApi } from '../api/booksApi.ts'
import { rememberLanguage, speak } from '../languages/speak.ts'
import { selectUserId } from './authSlice.ts'
import {
  FOR_YOU,
  shelvesReworded,
  type ShelfItem,
  type ShelvesState,
  type Visit,
} from './shelvesSlice.ts'
import type { AppThunk } from './store.ts'

/** The visits with the reasons as the server words them now: in another language after a change of it. */
function withReasons(state: ShelvesState, found: readonly Recommendation[]): ShelvesState {
  const reasons = new Map(found.map(({ book, reason }) => [book.id, reason]))
  const worded = (items: readonly ShelfItem[]) =>
    items.map((item) => {
      const reason = reasons.get(item.book.id)
      return reason === undefined || reason === item.reason ? item : { ...item, reason }
    })
  const visits = Object.entries(state).map(([entry, visit]): [string, Visit] => {
    const shelf = visit.shelves[FOR_YOU]
    if (!shelf) return [entry, visit]
    const changed = { ...shelf, shown: worded(shelf.shown), rest: worded(shelf.rest) }
    return [entry, { ...visit, shelves: { ...visit.shelves, [FOR_YOU]: changed } }]
  })
  return Object.fromEntries(visits)
}

/**
 * Puts the app into a language, and remembers it in this browser and with the account.
 * @throws where its texts do not load: all stays
 */
export function chooseLanguage(language: Language): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    await speak(language)
    rememberLanguage(language)
    // Their words are the server's.
    dispatch(booksApi.util.invalidateTags(['Reasons']))
    const userId = selectUserId(getState())
    // Where it fails, the next start of the app tries again (layout/useAccountLanguage.ts).
    if (userId !== null) {
      const { getForYou, saveLanguage } = booksApi.endpoints
      await dispatch(saveLanguage.initiate({ userId, language }))
      // What is picked stays, in other words: its section requests nothing any more.
      const request = getForYou.initiate(userId, { subscribe: false, forceRefetch: true })
      const { data } = await dispatch(request)
      if (data) dispatch(shelvesReworded(withReasons(getState().shelves, data)))
    }
  }
}

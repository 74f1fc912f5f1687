import { deleteAccount, exportAccount } from './account.ts'
import { getBook, getRecommendedBooks, getSeries, getSimilarBooks, searchBooks } from './books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  getForYou,
  removeFavoriteBook,
} from './favorites.ts'
import { removeBooks, restoreBooks } from './lists.ts'
import { addLibrary, getLastImport, previewLibrary, removeLibrary } from './library.ts'
import { getMarkedBooks, getMarks, moveWanted, removeMark, setMark } from './marks.ts'
import type { Operation } from './operation.ts'
import { changePassword, requestPasswordReset, resetPassword } from './password.ts'
import { getNavbarPreferences, getPreferences, savePreferences } from './preferences.ts'
import { getProfile, saveLanguage, uploadProfileImage } from './profile.ts'
import { endOtherSessions, endSession, getSessions, login, logout, register } from './session.ts'
import { getSettings } from './settings.ts'

/**
 * Every request of docs/product.md 7.1 in its order, then what we added: recommendations by favorites,
 * marks, logout, a reader's rights, passwords, the language and libraries. The server must mount each,
 * the fake backend must answer each, and the contract tests run through each.
 */
export const OPERATIONS: readonly Operation[] = [
  login,
  register,
  savePreferences,
  getPreferences,
  getNavbarPreferences,
  getRecommendedBooks,
  getFavoriteAuthors,
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteBooks,
  removeFavoriteBook,
  getBook,
  searchBooks,
  getProfile,
  uploadProfileImage,
  getForYou,
  getSimilarBooks,
  getSeries,
  getMarks,
  getMarkedBooks,
  setMark,
  moveWanted,
  removeMark,
  removeBooks,
  restoreBooks,
  logout,
  getSessions,
  endOtherSessions,
  endSession,
  exportAccount,
  deleteAccount,
  getSettings,
  requestPasswordReset,
  resetPassword,
  changePassword,
  saveLanguage,
  previewLibrary,
  addLibrary,
  getLastImport,
  removeLibrary,
]

/** The operation that a route of the server serves; a HEAD is its GET. */
export function operationOf(route: {
  method: string | string[]
  url: string
}): Operation | undefined {
  const [method] = [route.method].flat()
  const served = method === 'HEAD' ? 'GET' : method
  return OPERATIONS.find((operation) => operation.method === served && operation.url === route.url)
}

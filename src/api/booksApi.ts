import { createApi, type FetchArgs } from '@reduxjs/toolkit/query/react'
import type { DeleteAccountBody, ExportFormat } from '../../contract/account.ts'
import type { Book, Recommendation, SearchResult } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { LibraryChange, LibraryPreview } from '../../contract/library.ts'
import { LIBRARY_FIELD } from '../../contract/libraryFile.ts'
import type {
  ChangePasswordBody,
  RequestPasswordResetBody,
  ResetPasswordBody,
  Settings,
} from '../../contract/password.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/profileImage.ts'
import type {
  LoginResponse,
  LoginBody,
  RegisterResponse,
  RegisterBody,
} from '../../contract/session.ts'
import { baseQuery, textOrError, write, writeWithReason } from './baseQuery.ts'
import {
  parseBooks,
  parseExport,
  parseLibraryChange,
  parseLibraryPreview,
  parseLogin,
  parseOneBook,
  parsePreferences,
  parseProfile,
  parseRecommendations,
  parseRegistration,
  parseSearchResults,
  parseSettings,
  parseUpload,
  schemaOf,
  type Profile,
} from './parseResponse.ts'
import { startIndexFor } from './startIndex.ts'

/** A favorites write: whose list and which book. */
export interface FavoriteArgs {
  userId: string
  bookId: string
}

const HOUR_S = 3600
/** Requested anew whenever the page is opened by a link; on Back the page remembers what it showed. */
const ANEW = 0
/** A little longer than the server waits for an uploaded file, so that it has the last word. */
const UPLOAD_TIMEOUT_MS = 130_000

const encode = encodeURIComponent

const addFavorite = (path: 'user' | 'users', { userId, bookId }: FavoriteArgs): FetchArgs =>
  write(`/api/${path}/${encode(userId)}/favoriteBook`, 'POST', { bookId })

function upload(url: string, field: string, file: File): FetchArgs {
  const body = new FormData()
  body.append(field, file)
  return { url, method: 'POST', body, timeout: UPLOAD_TIMEOUT_MS }
}

/**
 * The api slice: every row of docs/product.md 7.1 in its order, then logout, the reader's rights, passwords and
 * libraries. One endpoint per caller (decisions 27 and 35), so that each screen sends the path and the credential
 * that is named for it.
 */
export const booksApi = createApi({
  reducerPath: 'booksApi',
  baseQuery,
  tagTypes: ['Preferences', 'Favorites', 'FavoriteAuthors', 'Profile'],
  // Back requests nothing: what a list shows stays cached for an hour.
  keepUnusedDataFor: HOUR_S,
  // A response without the expected shape is a failed request like any other, not an exception.
  catchSchemaFailure: ({ message }) => ({ status: 'CUSTOM_ERROR' as const, error: message }),
  endpoints: (build) => ({
    login: build.mutation<LoginResponse, LoginBody>({
      query: (body) => ({ url: '/api/user/login', method: 'POST', body }),
      responseSchema: schemaOf(parseLogin),
    }),
    register: build.mutation<RegisterResponse, RegisterBody>({
      query: (body) => ({ url: '/api/user/register', method: 'POST', body }),
      responseSchema: schemaOf(parseRegistration),
    }),
    savePreferences: build.mutation<unknown, { userId: string; preferences: Category[] }>({
      query: ({ userId, preferences }) =>
        write(`/api/user/${encode(userId)}`, 'PUT', { preferences }),
      extraOptions: { bearer: true },
      invalidatesTags: (_result, error) => (error ? [] : ['Preferences']),
    }),
    getPreferences: build.query<Category[], string>({
      query: (userId) => ({ url: `/api/user/${encode(userId)}/preferences` }),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parsePreferences),
      providesTags: ['Preferences'],
    }),
    /** The navbar's plural path. */
    getNavbarPreferences: build.query<Category[], string>({
      query: (userId) => ({ url: `/api/users/${encode(userId)}/preferences` }),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parsePreferences),
      providesTags: ['Preferences'],
    }),
    getRecommendedBooks: build.query<Book[], Category>({
      // The start index is drawn here: the cache key is the preference, so Back shows the same books.
      query: (preference) => ({
        url: `/api/recommendedBooks?preference=${encode(preference)}&startIndex=${startIndexFor(preference)}`,
      }),
      responseSchema: schemaOf(parseBooks),
    }),
    getFavoriteAuthors: build.query<Book[], string>({
      query: (userId) => ({ url: `/api/user/${encode(userId)}/favoriteAuthors` }),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parseBooks),
      keepUnusedDataFor: ANEW,
      providesTags: ['FavoriteAuthors'],
    }),
    getForYou: build.query<Recommendation[], string>({
      query: (userId) => ({ url: `/api/user/${encode(userId)}/forYou` }),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parseRecommendations),
      keepUnusedDataFor: ANEW,
    }),
    saveFavoriteAuthor: build.mutation<unknown, { userId: string; author: string }>({
      query: ({ userId, author }) =>
        write(`/api/user/${encode(userId)}/favoriteAuthors`, 'PUT', { author }),
      extraOptions: { bearer: true },
      invalidatesTags: ['FavoriteAuthors'],
    }),
    addFavoriteFromRecommendations: build.mutation<unknown, FavoriteArgs>({
      query: (args) => addFavorite('user', args),
      extraOptions: { bearer: true },
      invalidatesTags: ['Favorites', 'FavoriteAuthors'],
    }),
    addFavoriteFromDetail: build.mutation<unknown, FavoriteArgs>({
      query: (args) => addFavorite('users', args),
      extraOptions: { bearer: true },
      invalidatesTags: ['Favorites', 'FavoriteAuthors'],
    }),
    addFavoriteFromFavorites: build.mutation<unknown, FavoriteArgs>({
      query: (args) => addFavorite('user', args),
      extraOptions: { cookieOnly: true },
      invalidatesTags: ['Favorites', 'FavoriteAuthors'],
    }),
    getFavoriteBooks: build.query<Book[], string>({
      query: (userId) => ({
        url: `/api/user/${encode(userId)}/favoriteBooks`,
        // A 404, whatever its body, is an empty list (docs/product.md 7.1, decision 31).
        validateStatus: ({ ok, status }) => ok || status === 404,
        responseHandler: (response) =>
          response.status === 404 ? Promise.resolve([]) : response.json(),
      }),
      extraOptions: { cookieOnly: true },
      responseSchema: schemaOf(parseBooks),
      providesTags: ['Favorites'],
    }),
    removeFavorite: build.mutation<unknown, FavoriteArgs>({
      query: ({ userId, bookId }) =>
        write(`/api/user/${encode(userId)}/favoriteBook/${encode(bookId)}`, 'DELETE'),
      extraOptions: { cookieOnly: true },
      invalidatesTags: ['Favorites', 'FavoriteAuthors'],
    }),
    getBook: build.query<Book, string>({
      query: (id) => ({ url: `/api/book/detail/${encode(id)}` }),
      responseSchema: schemaOf(parseOneBook),
    }),
    getSimilarBooks: build.query<Recommendation[], string>({
      query: (id) => ({ url: `/api/book/${encode(id)}/similar` }),
      responseSchema: schemaOf(parseRecommendations),
    }),
    searchBooks: build.query<SearchResult[], string>({
      // Written by hand: `params` would turn a space into '+'.
      query: (text) => ({ url: `/api/books/search?query=${encode(text)}` }),
      responseSchema: schemaOf(parseSearchResults),
    }),
    getProfile: build.query<Profile, void>({
      query: () => ({ url: '/api/profile' }),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parseProfile),
      providesTags: ['Profile'],
    }),
    uploadProfileImage: build.mutation<string | null, File>({
      query: (file) => upload('/api/profile/upload', PROFILE_IMAGE_FIELD, file),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parseUpload),
      invalidatesTags: (_result, error) => (error ? [] : ['Profile']),
    }),
    /** The token travels as the argument: by then the session is already forgotten (decision 18). */
    logOut: build.mutation<unknown, { token: string | null }>({
      query: ({ token }) => ({
        ...write('/api/user/logout', 'POST'),
        keepalive: true,
        ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
      }),
    }),
    /** The response is a file's text. */
    exportAccount: build.mutation<string, { userId: string; format: ExportFormat }>({
      query: ({ userId, format }) => ({
        url: `/api/user/${encode(userId)}/export?format=${format}`,
        responseHandler: textOrError,
      }),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parseExport),
    }),
    deleteAccount: build.mutation<unknown, DeleteAccountBody & { userId: string }>({
      query: ({ userId, ...body }) =>
        writeWithReason(`/api/user/${encode(userId)}`, 'DELETE', body),
      extraOptions: { bearer: true },
    }),
    /** Changes nothing: what an exported file holds, and what of it the catalogue has. */
    previewLibrary: build.mutation<LibraryPreview, { userId: string; file: File }>({
      query: ({ userId, file }) =>
        upload(`/api/user/${encode(userId)}/library`, LIBRARY_FIELD, file),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parseLibraryPreview),
    }),
    addLibrary: build.mutation<LibraryChange, { userId: string; bookIds: string[] }>({
      query: ({ userId, bookIds }) => ({
        url: `/api/user/${encode(userId)}/library`,
        method: 'PUT',
        body: { bookIds },
      }),
      extraOptions: { bearer: true },
      responseSchema: schemaOf(parseLibraryChange),
      invalidatesTags: ['Favorites', 'FavoriteAuthors'],
    }),
    removeLibrary: build.mutation<unknown, LibraryChange & { userId: string }>({
      query: ({ userId, ...change }) =>
        writeWithReason(`/api/user/${encode(userId)}/library`, 'DELETE', change),
      extraOptions: { bearer: true },
      invalidatesTags: ['Favorites', 'FavoriteAuthors'],
    }),
    getSettings: build.query<Settings, void>({
      query: () => ({ url: '/api/settings' }),
      responseSchema: schemaOf(parseSettings),
    }),
    requestPasswordReset: build.mutation<unknown, RequestPasswordResetBody>({
      query: (body) => writeWithReason('/api/user/passwordReset', 'POST', body),
    }),
    resetPassword: build.mutation<unknown, ResetPasswordBody>({
      query: (body) => writeWithReason('/api/user/passwordReset', 'PUT', body),
      extraOptions: { once: true },
    }),
    changePassword: build.mutation<unknown, ChangePasswordBody & { userId: string }>({
      query: ({ userId, ...body }) =>
        writeWithReason(`/api/user/${encode(userId)}/password`, 'PUT', body),
      extraOptions: { bearer: true, once: true },
    }),
  }),
})

export const {
  useLoginMutation,
  useRegisterMutation,
  useSavePreferencesMutation,
  useGetPreferencesQuery,
  useGetNavbarPreferencesQuery,
  useGetRecommendedBooksQuery,
  useGetFavoriteAuthorsQuery,
  useGetForYouQuery,
  useGetFavoriteBooksQuery,
  useGetBookQuery,
  useGetSimilarBooksQuery,
  useLazySearchBooksQuery,
  useGetProfileQuery,
  useUploadProfileImageMutation,
  useExportAccountMutation,
  useDeleteAccountMutation,
  usePreviewLibraryMutation,
  useAddLibraryMutation,
  useRemoveLibraryMutation,
  useGetSettingsQuery,
  useRequestPasswordResetMutation,
  useResetPasswordMutation,
  useChangePasswordMutation,
} = booksApi

import {
  buildCreateApi,
  coreModule,
  reactHooksModule,
  setupListeners,
} from '@reduxjs/toolkit/query/react'
import { useDispatch, useStore } from 'react-redux'
import type { Book, SearchResult } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/profileImage.ts'
import type {
  LoginAnswer,
  LoginBody,
  RegisterAnswer,
  RegisterBody,
} from '../../contract/session.ts'
import { baseQuery } from './baseQuery.ts'
import { provideCalls } from './calls.ts'
import { endLeftCalls } from './endLeftCalls.ts'
import type { CallArgs } from './sendCall.ts'
import { startIndexFor } from './startIndexes.ts'
import {
  reading,
  tidyBooks,
  tidyLogin,
  tidyOneBook,
  tidyPreferences,
  tidyProfile,
  tidyRegistration,
  tidySearchResults,
  tidyUpload,
  type TidyProfile,
} from './tidy.ts'
import { useCallsSelector } from './useCallsSelector.ts'

const createApi = buildCreateApi(
  coreModule(),
  reactHooksModule({ hooks: { useDispatch, useSelector: useCallsSelector, useStore } }),
)

/** A favorites write: whose list and which book. */
export interface FavoriteCall {
  userId: string
  bookId: string
}

const part = encodeURIComponent

const favoriteAdd = (path: 'user' | 'users', { userId, bookId }: FavoriteCall): CallArgs => ({
  url: `/api/${path}/${part(userId)}/favoriteBook`,
  method: 'POST',
  body: { bookId },
  isUnused: true,
})

const HOUR_S = 3600
/** A little longer than the server waits for a picture (decision page 0036), so that it has the last word. */
const UPLOAD_TIMEOUT_MS = 130_000

/**
 * Every row of section 7, in its order, then logout; one endpoint per caller (decisions 27 and 35). A reader's
 * rights are in `accountApi.ts`.
 */
export const booksApi = createApi({
  reducerPath: 'booksApi',
  baseQuery,
  tagTypes: ['Preferences', 'Favorites', 'Profile'],
  keepUnusedDataFor: 300,
  // An answer that cannot be read is a failed call like any other, not an exception.
  catchSchemaFailure: ({ message }) => ({ status: 'CUSTOM_ERROR' as const, error: message }),
  endpoints: (build) => ({
    login: build.mutation<LoginAnswer, LoginBody>({
      query: (body) => ({ url: '/api/user/login', method: 'POST', body }),
      responseSchema: reading(tidyLogin),
    }),
    register: build.mutation<RegisterAnswer, RegisterBody>({
      query: (body) => ({ url: '/api/user/register', method: 'POST', body }),
      responseSchema: reading(tidyRegistration),
    }),
    savePreferences: build.mutation<void, { userId: string; preferences: Category[] }>({
      query: ({ userId, preferences }) => ({
        url: `/api/user/${part(userId)}`,
        method: 'PUT',
        body: { preferences },
        isUnused: true,
      }),
      extraOptions: { bearer: true },
      invalidatesTags: (_result, error) => (error ? [] : ['Preferences']),
    }),
    getPreferences: build.query<Category[], string>({
      query: (userId) => ({ url: `/api/user/${part(userId)}/preferences` }),
      extraOptions: { bearer: true },
      responseSchema: reading(tidyPreferences),
      providesTags: ['Preferences'],
    }),
    getNavbarPreferences: build.query<Category[], string>({
      query: (userId) => ({ url: `/api/users/${part(userId)}/preferences` }),
      extraOptions: { bearer: true },
      responseSchema: reading(tidyPreferences),
      providesTags: ['Preferences'],
    }),
    getRecommendedBooks: build.query<Book[], Category>({
      query: (preference) => ({
        url: `/api/recommendedBooks?preference=${part(preference)}&startIndex=${startIndexFor(preference)}`,
      }),
      responseSchema: reading(tidyBooks),
      keepUnusedDataFor: HOUR_S,
    }),
    getFavoriteAuthors: build.query<Book[], string>({
      query: (userId) => ({ url: `/api/user/${part(userId)}/favoriteAuthors` }),
      extraOptions: { bearer: true },
      responseSchema: reading(tidyBooks),
    }),
    saveFavoriteAuthor: build.mutation<void, { userId: string; author: string }>({
      query: ({ userId, author }) => ({
        url: `/api/user/${part(userId)}/favoriteAuthors`,
        method: 'PUT',
        body: { author },
        isUnused: true,
      }),
      extraOptions: { bearer: true },
    }),
    addFavoriteFromRecommendations: build.mutation<void, FavoriteCall>({
      query: (call) => favoriteAdd('user', call),
      extraOptions: { bearer: true },
      invalidatesTags: ['Favorites'],
    }),
    addFavoriteFromDetail: build.mutation<void, FavoriteCall>({
      query: (call) => favoriteAdd('users', call),
      extraOptions: { bearer: true },
      invalidatesTags: ['Favorites'],
    }),
    addFavoriteFromFavorites: build.mutation<void, FavoriteCall>({
      query: (call) => favoriteAdd('user', call),
      extraOptions: { cookieOnly: true },
      invalidatesTags: ['Favorites'],
    }),
    getFavoriteBooks: build.query<Book[], string>({
      query: (userId) => ({
        url: `/api/user/${part(userId)}/favoriteBooks`,
        // A 404, whatever its body, is an empty list (section 7, decision 31).
        validateStatus: ({ ok, status }) => ok || status === 404,
        responseHandler: (response) =>
          response.status === 404 ? Promise.resolve([]) : response.json(),
      }),
      extraOptions: { cookieOnly: true },
      responseSchema: reading(tidyBooks),
      providesTags: ['Favorites'],
    }),
    removeFavorite: build.mutation<void, FavoriteCall>({
      query: ({ userId, bookId }) => ({
        url: `/api/user/${part(userId)}/favoriteBook/${part(bookId)}`,
        method: 'DELETE',
        isUnused: true,
      }),
      extraOptions: { cookieOnly: true },
      invalidatesTags: ['Favorites'],
    }),
    getBook: build.query<Book, string>({
      query: (id) => ({ url: `/api/book/detail/${part(id)}` }),
      responseSchema: reading(tidyOneBook),
    }),
    searchBooks: build.query<SearchResult[], string>({
      // Written by hand: URLSearchParams would turn a space into '+'.
      query: (text) => ({ url: `/api/books/search?query=${part(text)}` }),
      responseSchema: reading(tidySearchResults),
    }),
    getProfile: build.query<TidyProfile, void>({
      query: () => ({ url: '/api/profile' }),
      extraOptions: { bearer: true },
      responseSchema: reading(tidyProfile),
      providesTags: ['Profile'],
    }),
    uploadProfileImage: build.mutation<string | null, File>({
      query: (file) => {
        const body = new FormData()
        body.append(PROFILE_IMAGE_FIELD, file)
        return { url: '/api/profile/upload', method: 'POST', body, timeout: UPLOAD_TIMEOUT_MS }
      },
      extraOptions: { bearer: true },
      responseSchema: reading(tidyUpload),
      invalidatesTags: (_result, error) => (error ? [] : ['Profile']),
    }),
    /** Decision 18. The token travels as the argument: by then the session is already forgotten. */
    logOut: build.mutation<void, { token: string | null }>({
      query: ({ token }) => ({
        url: '/api/user/logout',
        method: 'POST',
        keepalive: true,
        ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
        isUnused: true,
      }),
    }),
  }),
})

export const {
  useSavePreferencesMutation,
  useGetPreferencesQuery,
  useGetNavbarPreferencesQuery,
  useGetRecommendedBooksQuery,
  useGetFavoriteAuthorsQuery,
  useGetFavoriteBooksQuery,
  useGetBookQuery,
  useGetProfileQuery,
  useUploadProfileImageMutation,
} = booksApi

/** Tells a store whether the browser is online and the page in front; returns the way to stop. */
export const followBrowser = setupListeners

/** What a store needs for these calls. */
export const callsMiddleware = endLeftCalls(booksApi)

provideCalls({ booksApi, callsMiddleware, followBrowser })

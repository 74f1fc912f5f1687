import { createApi, type FetchArgs } from '@reduxjs/toolkit/query/react'
import type { DeleteAccountBody, ExportFormat } from '../../contract/account.ts'
import type { Category } from '../../contract/categories.ts'
import type { Language } from '../../contract/languages.ts'
import type { LibraryLists } from '../../contract/library.ts'
import type { Mark } from '../../contract/marks.ts'
import { LIBRARY_FIELD, PROFILE_IMAGE_FIELD, type LibraryList } from '../../contract/uploads.ts'
import type {
  ChangePasswordBody,
  RequestPasswordResetBody,
  ResetPasswordBody,
} from '../../contract/password.ts'
import type { LoginBody, RegisterBody } from '../../contract/session.ts'
import { baseQuery, type RequestOptions } from './baseQuery.ts'
import {
  parseBookIds,
  parseBooks,
  parseExport,
  parseLastImport,
  parseLibraryChange,
  parseLibraryPreview,
  parseLogin,
  parseMarks,
  parseOneBook,
  parsePreferences,
  parseProfile,
  parseRecommendations,
  parseRegistration,
  parseSearchResults,
  parseSessions,
  parseSettings,
  parseUpload,
  schemaOf,
} from './parseResponse.ts'
import { startIndexFor } from './startIndex.ts'

type OwnedBy<Body> = Body & { userId: string }
/** A write of a heart or a mark: whose it is and of which book. */
export type BookArgs = OwnedBy<{ bookId: string }>
/** `undo`: a heart or mark that has just ended is given back, in its place. */
type AddArgs = BookArgs & { undo?: boolean }
/** What to mark it with; a heart that it had ends. */
export type SetMarkArgs = AddArgs & { mark: Mark; endsHeart: boolean }

/** Many books of one of the reader's lists. */
export type ListArgs = OwnedBy<{ list: LibraryList; bookIds: readonly string[] }>

/** Requested anew whenever the page is opened by a link; on Back the page remembers what it showed. */
const ANEW = 0

const bearer: RequestOptions = { bearer: true }
const cookieOnly: RequestOptions = { cookieOnly: true }

const encode = encodeURIComponent
const ofUser = (userId: string, path: string, root: 'user' | 'users' = 'user') =>
  `/api/${root}/${encode(userId)}${path}`

/** A GET of what belongs to a reader, with the bearer. */
const getOwned = <T>(path: string, parse: (value: unknown) => T, root?: 'users') => ({
  query: (userId: string) => ofUser(userId, path, root),
  extraOptions: bearer,
  responseSchema: schemaOf(parse),
})

/** Text, which may be empty; or the JSON of an error, for its words and code. */
const textOrError = (response: Response): Promise<unknown> =>
  response.ok ? response.text() : response.json()

/** A write, of whose response nothing is used. */
const write = (url: string, method: string, body?: object): FetchArgs => ({
  url,
  method,
  body,
  responseHandler: textOrError,
})

/** A write of what belongs to a reader, with the bearer: the argument's other fields are the body. */
const writeOwned = <Body extends object>(method: string, path: string) => ({
  query: ({ userId, ...body }: OwnedBy<Body>) => write(ofUser(userId, path), method, body),
  extraOptions: bearer,
})

const HEART_TAGS = ['Favorites', 'FavoriteAuthors'] as const
/** The list of the books with a mark. */
export const MARK_TAGS = { wantToRead: 'WantToRead', read: 'Read', notForMe: 'NotForMe' } as const
export const LIST_TAGS = ['Favorites', ...Object.values(MARK_TAGS)] as const

/**
 * The tags of a heart or mark. One that was saved brings the lists in the cache up to date (store/setMark.ts); of one
 * that failed nobody knows whether it came through, so they are fetched anew.
 */
const tagsOfWrite =
  (...tags: readonly ('FavoriteAuthors' | 'Marks')[]) =>
  (_result: unknown, error: unknown) =>
    error ? [...tags, ...LIST_TAGS] : tags

/** What a heart sends when it is added, by its screen's path and credential (docs/product.md 7.1). */
const addFavorite = (root: 'user' | 'users', extraOptions: RequestOptions) => ({
  query: ({ userId, ...body }: AddArgs) =>
    write(ofUser(userId, '/favoriteBook', root), 'POST', body),
  extraOptions,
  invalidatesTags: tagsOfWrite('FavoriteAuthors'),
})

/** What an import changes. */
const IMPORT_TAGS = [...HEART_TAGS, 'Marks', ...Object.values(MARK_TAGS), 'LastImport'] as const

function upload(url: string, field: string, file: File): FetchArgs {
  const body = new FormData()
  body.append(field, file)
  // A little longer than the server waits for a file, so that it has the last word.
  return { url, method: 'POST', body, timeout: 130_000 }
}

/**
 * The api slice: every row of docs/product.md 7.1 in its order, then what is beside it. One endpoint per caller
 * there, so that each screen sends the path and the credential that is named for it.
 */
export const booksApi = createApi({
  reducerPath: 'booksApi',
  baseQuery,
  tagTypes: [
    'Preferences',
    ...HEART_TAGS,
    'Marks',
    ...Object.values(MARK_TAGS),
    'Profile',
    'Sessions',
    'LastImport',
    'Reasons',
  ],
  // Back requests nothing: what a list shows stays cached for an hour.
  keepUnusedDataFor: 3600,
  // For readers: layout/ReaderLayer.tsx says when.
  refetchOnReconnect: true,
  // A response without the expected shape is a failed request like any other, not an exception.
  catchSchemaFailure: ({ message }) => ({ status: 'CUSTOM_ERROR' as const, error: message }),
  endpoints: (build) => ({
    login: build.mutation({
      query: (body: LoginBody) => ({ url: '/api/user/login', method: 'POST', body }),
      responseSchema: schemaOf(parseLogin),
    }),
    register: build.mutation({
      query: (body: RegisterBody) => ({ url: '/api/user/register', method: 'POST', body }),
      responseSchema: schemaOf(parseRegistration),
    }),
    savePreferences: build.mutation({
      ...writeOwned<{ preferences: Category[] }>('PUT', ''),
      invalidatesTags: (_result, error) => (error ? [] : ['Preferences']),
    }),
    getPreferences: build.query({
      ...getOwned('/preferences', parsePreferences),
      providesTags: ['Preferences'],
    }),
    getNavbarPreferences: build.query({
      ...getOwned('/preferences', parsePreferences, 'users'),
      providesTags: ['Preferences'],
    }),
    getRecommendedBooks: build.query({
      // The start index is drawn here: the cache key is the preference, so Back shows the same books.
      query: (preference: Category) =>
        `/api/recommendedBooks?preference=${encode(preference)}&startIndex=${startIndexFor(preference)}`,
      responseSchema: schemaOf(parseBooks),
    }),
    getFavoriteAuthors: build.query({
      ...getOwned('/favoriteAuthors', parseBooks),
      keepUnusedDataFor: ANEW,
      providesTags: ['FavoriteAuthors'],
    }),
    getForYou: build.query({
      ...getOwned('/forYou', parseRecommendations),
      keepUnusedDataFor: ANEW,
      providesTags: ['Reasons'],
    }),
    saveFavoriteAuthor: build.mutation({
      ...writeOwned<{ author: string }>('PUT', '/favoriteAuthors'),
      invalidatesTags: ['FavoriteAuthors'],
    }),
    addFavoriteFromRecommendations: build.mutation(addFavorite('user', bearer)),
    addFavoriteFromDetail: build.mutation(addFavorite('users', bearer)),
    addFavoriteFromFavorites: build.mutation(addFavorite('user', cookieOnly)),
    getFavoriteBooks: build.query({
      query: (userId: string) => ({
        url: ofUser(userId, '/favoriteBooks'),
        // A 404, whatever its body, is an empty list (docs/product.md 7.1).
        validateStatus: ({ ok, status }) => ok || status === 404,
        responseHandler: async (response) => (response.status === 404 ? [] : response.json()),
      }),
      extraOptions: cookieOnly,
      responseSchema: schemaOf(parseBooks),
      providesTags: ['Favorites'],
    }),
    removeFavorite: build.mutation({
      query: ({ userId, bookId }: BookArgs) =>
        write(ofUser(userId, `/favoriteBook/${encode(bookId)}`), 'DELETE'),
      extraOptions: cookieOnly,
      invalidatesTags: tagsOfWrite('FavoriteAuthors'),
    }),
    /** The ids alone; getMarkedBooks has the books of a mark. */
    getMarks: build.query({
      ...getOwned('/marks', parseMarks),
      providesTags: ['Marks'],
    }),
    getMarkedBooks: build.query({
      query: ({ userId, mark }: OwnedBy<{ mark: Mark }>) => ofUser(userId, `/marks/${mark}`),
      extraOptions: bearer,
      responseSchema: schemaOf(parseBooks),
      providesTags: (_result, _error, { mark }) => [MARK_TAGS[mark]],
    }),
    setMark: build.mutation({
      query: ({ userId, bookId, mark, undo }: SetMarkArgs) =>
        write(ofUser(userId, `/mark/${encode(bookId)}`), 'PUT', { mark, undo }),
      extraOptions: bearer,
      invalidatesTags: (_result, error, { endsHeart }) =>
        tagsOfWrite('Marks', ...(endsHeart ? (['FavoriteAuthors'] as const) : []))(_result, error),
    }),
    removeMark: build.mutation({
      query: ({ userId, bookId }: BookArgs) =>
        write(ofUser(userId, `/mark/${encode(bookId)}`), 'DELETE'),
      extraOptions: bearer,
      invalidatesTags: tagsOfWrite('Marks'),
    }),
    /**
     * `after`: the book that it then follows in the list of the books to read; `null` for the first place. After a
     * failure store/moveWanted.ts fetches anew, once the book is back.
     */
    moveWanted: build.mutation({
      query: ({ userId, bookId, after }: BookArgs & { after: string | null }) =>
        write(ofUser(userId, `/marks/wantToRead/${encode(bookId)}/place`), 'PUT', { after }),
      extraOptions: bearer,
      invalidatesTags: (_result, error) => (error ? [] : ['Marks']),
    }),
    removeBooks: build.mutation({
      query: ({ userId, list, bookIds }: ListArgs) =>
        write(ofUser(userId, `/books/${list}`), 'DELETE', { bookIds }),
      extraOptions: bearer,
      invalidatesTags: tagsOfWrite('FavoriteAuthors', 'Marks'),
    }),
    /** The lists are fetched anew: the server knows where the books were. */
    restoreBooks: build.mutation({
      query: ({ userId, list, bookIds }: ListArgs) => ({
        ...write(ofUser(userId, `/books/${list}`), 'PUT', { bookIds }),
        responseHandler: 'json',
      }),
      extraOptions: bearer,
      responseSchema: schemaOf(parseBookIds),
      invalidatesTags: ['FavoriteAuthors', 'Marks', ...LIST_TAGS],
    }),
    getBook: build.query({
      query: (id: string) => `/api/book/detail/${encode(id)}`,
      responseSchema: schemaOf(parseOneBook),
    }),
    getSimilarBooks: build.query({
      query: (id: string) => `/api/book/${encode(id)}/similar`,
      responseSchema: schemaOf(parseRecommendations),
      providesTags: ['Reasons'],
    }),
    getSeries: build.query({
      query: (id: string) => `/api/book/${encode(id)}/series`,
      responseSchema: schemaOf(parseBooks),
    }),
    searchBooks: build.query({
      // Written by hand: `params` would turn a space into '+'.
      query: (text: string) => `/api/books/search?query=${encode(text)}`,
      responseSchema: schemaOf(parseSearchResults),
    }),
    getProfile: build.query<ReturnType<typeof parseProfile>, void>({
      query: () => '/api/profile',
      extraOptions: bearer,
      responseSchema: schemaOf(parseProfile),
      providesTags: ['Profile'],
    }),
    uploadProfileImage: build.mutation({
      query: (file: File) => upload('/api/profile/upload', PROFILE_IMAGE_FIELD, file),
      extraOptions: bearer,
      responseSchema: schemaOf(parseUpload),
      invalidatesTags: (_result, error) => (error ? [] : ['Profile']),
    }),
    saveLanguage: build.mutation({
      ...writeOwned<{ language: Language }>('PUT', '/language'),
      invalidatesTags: ['Profile'],
    }),
    /** The token travels as the argument: by then the session is already forgotten. */
    logOut: build.mutation({
      query: ({ token }: { token: string | null }) => ({
        ...write('/api/user/logout', 'POST'),
        keepalive: true,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      }),
    }),
    getSessions: build.query({
      ...getOwned('/sessions', parseSessions),
      keepUnusedDataFor: ANEW,
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation({
      query: ({ userId, sessionId }: OwnedBy<{ sessionId: string }>) =>
        write(ofUser(userId, `/sessions/${encode(sessionId)}`), 'DELETE'),
      extraOptions: bearer,
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation({
      query: (userId: string) => write(ofUser(userId, '/sessions'), 'DELETE'),
      extraOptions: bearer,
      invalidatesTags: ['Sessions'],
    }),
    exportAccount: build.mutation({
      query: ({ userId, format }: OwnedBy<{ format: ExportFormat }>) => ({
        url: ofUser(userId, `/export?format=${format}`),
        responseHandler: textOrError,
      }),
      extraOptions: bearer,
      responseSchema: schemaOf(parseExport),
    }),
    deleteAccount: build.mutation(writeOwned<DeleteAccountBody>('DELETE', '')),
    /** Changes nothing: what an exported file holds, and what of it the catalogue has. */
    previewLibrary: build.mutation({
      query: ({ userId, file }: OwnedBy<{ file: File }>) =>
        upload(ofUser(userId, '/library'), LIBRARY_FIELD, file),
      extraOptions: bearer,
      responseSchema: schemaOf(parseLibraryPreview),
    }),
    addLibrary: build.mutation({
      query: ({ userId, ...body }: OwnedBy<LibraryLists>) => ({
        ...write(ofUser(userId, '/library'), 'PUT', body),
        responseHandler: 'json',
      }),
      extraOptions: bearer,
      responseSchema: schemaOf(parseLibraryChange),
      invalidatesTags: IMPORT_TAGS,
    }),
    getLastImport: build.query({
      ...getOwned('/library', parseLastImport),
      keepUnusedDataFor: ANEW,
      providesTags: ['LastImport'],
    }),
    removeLibrary: build.mutation({
      query: (userId: string) => write(ofUser(userId, '/library'), 'DELETE'),
      extraOptions: bearer,
      invalidatesTags: IMPORT_TAGS,
    }),
    getSettings: build.query<ReturnType<typeof parseSettings>, void>({
      query: () => '/api/settings',
      responseSchema: schemaOf(parseSettings),
    }),
    requestPasswordReset: build.mutation({
      query: (body: RequestPasswordResetBody) => write('/api/user/passwordReset', 'POST', body),
    }),
    resetPassword: build.mutation({
      query: (body: ResetPasswordBody) => write('/api/user/passwordReset', 'PUT', body),
      extraOptions: { once: true },
    }),
    changePassword: build.mutation({
      ...writeOwned<ChangePasswordBody>('PUT', '/password'),
      extraOptions: { bearer: true, once: true },
      invalidatesTags: (_result, error) => (error ? [] : ['Sessions']),
    }),
  }),
})

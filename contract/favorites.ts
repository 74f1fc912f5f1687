import { Type } from 'typebox'
import { Book, Recommendation } from './books.ts'
import { Acknowledged, Id, UserParams } from './common.ts'
import { errors, type Operation } from './operation.ts'

/** GET /api/user/{id}/favoriteAuthors: books by the authors the reader favors. */
export const getFavoriteAuthors = {
  method: 'GET',
  url: '/api/user/:id/favoriteAuthors',
  access: 'bearer',
  schema: {
    operationId: 'getFavoriteAuthors',
    tags: ['Favorites'],
    summary: 'Books by the favorite authors',
    params: UserParams,
    response: { 200: Type.Array(Book), ...errors(400, 401, 403, 429, 503) },
  },
} satisfies Operation

/** GET /api/user/{id}/forYou: 'Picked for You' (decision 53). */
export const getForYou = {
  method: 'GET',
  url: '/api/user/:id/forYou',
  access: 'bearer',
  schema: {
    operationId: 'getForYou',
    tags: ['Favorites'],
    summary: 'Books picked for a reader by their favorites',
    description:
      'At most 24 works that are not among the favorites, the best first, at most two of an author, each ' +
      'with its reason. Empty for a reader without favorites.',
    params: UserParams,
    response: { 200: Type.Array(Recommendation), ...errors(400, 401, 403, 429, 503) },
  },
} satisfies Operation

/** PUT /api/user/{id}/favoriteAuthors: adds one; a repeat is no error (decision 32). */
export const addFavoriteAuthor = {
  method: 'PUT',
  url: '/api/user/:id/favoriteAuthors',
  access: 'bearer',
  schema: {
    operationId: 'addFavoriteAuthor',
    tags: ['Favorites'],
    summary: 'Add a favorite author',
    params: UserParams,
    body: Type.Object(
      { author: Type.String({ minLength: 1, maxLength: 200 }) },
      { additionalProperties: false },
    ),
    response: { 200: Acknowledged, ...errors(400, 401, 403, 409, 413, 415, 429, 503) },
  },
} satisfies Operation

const favoriteAdd = {
  method: 'POST',
  schema: {
    params: UserParams,
    body: Type.Object({ bookId: Id }, { additionalProperties: false }),
    response: { 200: Acknowledged, ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503) },
  },
} as const

/**
 * POST /api/user/{id}/favoriteBook: with the bearer from recommendations, with the cookie alone from
 * the favorites page (decisions 28 and 35). A repeat is no error.
 */
export const addFavoriteBook = {
  ...favoriteAdd,
  url: '/api/user/:id/favoriteBook',
  access: 'bearerOrCookie',
  schema: {
    ...favoriteAdd.schema,
    operationId: 'addFavoriteBook',
    tags: ['Favorites'],
    summary: 'Add a favorite',
  },
} satisfies Operation

/** POST /api/users/{id}/favoriteBook: the plural path, from book detail, always with the bearer. */
export const addFavoriteBookFromDetail = {
  ...favoriteAdd,
  url: '/api/users/:id/favoriteBook',
  access: 'bearer',
  schema: {
    ...favoriteAdd.schema,
    operationId: 'addFavoriteBookFromDetail',
    tags: ['Favorites'],
    summary: 'Add a favorite (plural path)',
  },
} satisfies Operation

/** GET /api/user/{id}/favoriteBooks: newest first; none is an empty list, never a 404 (decision 31). */
export const getFavoriteBooks = {
  method: 'GET',
  url: '/api/user/:id/favoriteBooks',
  access: 'bearerOrCookie',
  schema: {
    operationId: 'getFavoriteBooks',
    tags: ['Favorites'],
    summary: 'The favorites, newest first',
    params: UserParams,
    response: { 200: Type.Array(Book), ...errors(400, 401, 403, 429, 503) },
  },
} satisfies Operation

/** DELETE /api/user/{id}/favoriteBook/{bookId}: an absent one is no error. */
export const removeFavoriteBook = {
  method: 'DELETE',
  url: '/api/user/:id/favoriteBook/:bookId',
  access: 'bearerOrCookie',
  schema: {
    operationId: 'removeFavoriteBook',
    tags: ['Favorites'],
    summary: 'Remove a favorite',
    params: Type.Object({ id: Id, bookId: Id }),
    response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
  },
} satisfies Operation

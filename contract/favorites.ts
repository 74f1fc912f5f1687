import { Type } from 'typebox'
import { Book, Recommendation } from './books.ts'
import { Acknowledged, Body, Id, Undo, UserParams } from './common.ts'
import { AUTHOR_BOOKS_MAX, SHELF_LENGTH } from './limits.ts'
import { errors, operation } from './operation.ts'

/** GET /api/user/{id}/favoriteAuthors: books by the authors the reader favors. */
export const getFavoriteAuthors = operation('GET', '/api/user/:id/favoriteAuthors', 'bearer', {
  operationId: 'getFavoriteAuthors',
  tags: ['Favorites'],
  summary: 'Books by the favorite authors, in turn',
  params: UserParams,
  response: {
    200: Type.Array(Book, { maxItems: AUTHOR_BOOKS_MAX }),
    ...errors(400, 401, 403, 429, 503),
  },
})

/** GET /api/user/{id}/forYou: 'Picked for You' (docs/decisions/0045). */
export const getForYou = operation('GET', '/api/user/:id/forYou', 'bearer', {
  operationId: 'getForYou',
  tags: ['Favorites'],
  summary: 'Books picked for a reader',
  description:
    `At most ${SHELF_LENGTH} works without a heart or a mark, the best first, at most two per author, each with its reason. ` +
    'Empty for a reader without favorites and books to read.',
  params: UserParams,
  response: {
    200: Type.Array(Recommendation, { maxItems: SHELF_LENGTH }),
    ...errors(400, 401, 403, 429, 503),
  },
})

/** PUT /api/user/{id}/favoriteAuthors: adds one, after a heart the book's first author; a repeat is no error. */
export const addFavoriteAuthor = operation('PUT', '/api/user/:id/favoriteAuthors', 'bearer', {
  operationId: 'addFavoriteAuthor',
  tags: ['Favorites'],
  summary: 'Add a favorite author',
  params: UserParams,
  body: Body({ author: Type.String({ minLength: 1, maxLength: 200 }) }),
  response: { 200: Acknowledged, ...errors(400, 401, 403, 409, 413, 415, 429, 503) },
})

const favoriteAdd = {
  tags: ['Favorites'],
  params: UserParams,
  body: Body({ bookId: Id, undo: Undo }),
  response: { 200: Acknowledged, ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503) },
}

/**
 * With the bearer from recommendations, with the cookie alone from the favorites page. A repeat is no error.
 */
export const addFavoriteBook = operation('POST', '/api/user/:id/favoriteBook', 'bearerOrCookie', {
  ...favoriteAdd,
  operationId: 'addFavoriteBook',
  summary: 'Add a favorite',
})

/** The plural path, from book detail, always with the bearer. */
export const addFavoriteBookFromDetail = operation(
  'POST',
  '/api/users/:id/favoriteBook',
  'bearer',
  {
    ...favoriteAdd,
    operationId: 'addFavoriteBookFromDetail',
    summary: 'Add a favorite (plural path)',
  },
)

/** GET /api/user/{id}/favoriteBooks: newest first; none is an empty list, never a 404. */
export const getFavoriteBooks = operation('GET', '/api/user/:id/favoriteBooks', 'bearerOrCookie', {
  operationId: 'getFavoriteBooks',
  tags: ['Favorites'],
  summary: 'The favorite books, newest first',
  params: UserParams,
  response: { 200: Type.Array(Book), ...errors(400, 401, 403, 429, 503) },
})

/** DELETE /api/user/{id}/favoriteBook/{bookId}: an absent one is no error. */
export const removeFavoriteBook = operation(
  'DELETE',
  '/api/user/:id/favoriteBook/:bookId',
  'bearerOrCookie',
  {
    operationId: 'removeFavoriteBook',
    tags: ['Favorites'],
    summary: 'Remove a favorite',
    params: Type.Object({ id: Id, bookId: Id }),
    response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
  },
)

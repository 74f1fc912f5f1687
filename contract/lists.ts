import { Type } from 'typebox'
import { Acknowledged, Body, Id } from './common.ts'
import { LibraryListName } from './library.ts'
import { FAVORITES_MAX } from './limits.ts'
import { errors, operation } from './operation.ts'

const BookIds = Type.Array(Id, { minItems: 1, maxItems: FAVORITES_MAX })
const ofList = {
  tags: ['Favorites'],
  params: Type.Object({ id: Id, list: LibraryListName }),
  body: Body({ bookIds: BookIds }),
}

/** DELETE /api/user/{id}/books/{list}: many hearts, or many books with one mark; what is not in the list is no error. */
export const removeBooks = operation('DELETE', '/api/user/:id/books/:list', 'bearer', {
  ...ofList,
  operationId: 'removeBooks',
  summary: 'Remove many books from a list at once',
  description: '`restoreBooks` gives them back.',
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})

/** PUT /api/user/{id}/books/{list}: the way back from `removeBooks`. A repeat is no error. */
export const restoreBooks = operation('PUT', '/api/user/:id/books/:list', 'bearer', {
  ...ofList,
  operationId: 'restoreBooks',
  summary: 'Give removed books back to a list',
  description:
    'Within an hour of its removal a book gets the place and time that it had; later it comes first. A book that has a ' +
    'heart or a mark is left as it is. The response is what the list has been given: a book that is gone from the ' +
    'catalogue, or finds no room, is missing.',
  response: {
    200: Type.Object({ bookIds: Type.Array(Id) }),
    ...errors(400, 401, 403, 413, 415, 429, 503),
  },
})

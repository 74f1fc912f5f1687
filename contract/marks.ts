import { Type, type Static } from 'typebox'
import { Book } from './books.ts'
import { Acknowledged, Body, Id, Undo, UserParams } from './common.ts'
import { ERROR_TEXTS, type ErrorSentence, type ErrorText } from './errorTexts.ts'
import { MARKS_MAX } from './limits.ts'
import { MARKS } from './markNames.ts'
import { errors, operation } from './operation.ts'

export const Mark = Type.Enum([...MARKS], {
  description:
    'wantToRead: on a list, not picked again; read: known, never recommended again; notForMe: never recommended ' +
    'again, and what is like it less.',
})
export type Mark = Static<typeof Mark>

const FULL: Readonly<Record<Mark, ErrorText>> = {
  wantToRead: ERROR_TEXTS.wantToReadFull,
  read: ERROR_TEXTS.readFull,
  notForMe: ERROR_TEXTS.notForMeFull,
}

/** What a reader is told who has as many books with a mark as can be. */
export const marksReached = (mark: Mark): ErrorSentence => ({
  text: FULL[mark],
  values: { count: MARKS_MAX },
})

const Ids = (order: string) =>
  Type.Array(Id, { maxItems: MARKS_MAX, description: `Ids of books, ${order}.` })

/** The ids of the marked books by mark. */
export const Marks = Type.Object({
  wantToRead: Ids("in the reader's own order: newest first, but for those that were moved"),
  read: Ids('newest first'),
  notForMe: Ids('newest first'),
})
export type Marks = Static<typeof Marks>

/** GET /api/user/{id}/marks: the ids alone, since every page of a reader asks for them. */
export const getMarks = operation('GET', '/api/user/:id/marks', 'bearer', {
  operationId: 'getMarks',
  tags: ['Marks'],
  summary: 'Which books the reader has marked',
  params: UserParams,
  response: {
    200: Type.Object({
      ...Marks.properties,
      works: Type.Record(Type.String(), Id, {
        description:
          'The works of those of the books of which the catalogue has other editions, by the id of the book: ' +
          'what is said of one edition is said of all.',
      }),
    }),
    ...errors(400, 401, 403, 429, 503),
  },
})

export type MarksAnswer = Static<(typeof getMarks.schema.response)[200]>

/** GET /api/user/{id}/marks/{mark}: newest first; none is an empty list, never a 404. */
export const getMarkedBooks = operation('GET', '/api/user/:id/marks/:mark', 'bearer', {
  operationId: 'getMarkedBooks',
  tags: ['Marks'],
  summary: 'The books with a mark, newest first',
  params: Type.Object({ id: Id, mark: Mark }),
  response: { 200: Type.Array(Book), ...errors(400, 401, 403, 429, 503) },
})

/** PUT /api/user/{id}/marks/wantToRead/{bookId}/place: two tabs may each move another book. */
export const moveWanted = operation(
  'PUT',
  '/api/user/:id/marks/wantToRead/:bookId/place',
  'bearer',
  {
    operationId: 'moveWanted',
    tags: ['Marks'],
    summary: 'Move a book in the own order of the books to read',
    description: '404 where one of the two books is not, or no longer, to be read.',
    params: Type.Object({ id: Id, bookId: Id }),
    body: Body({
      after: Type.Union([Id, Type.Null()], {
        description: 'The book that it then follows; null: it is the first.',
      }),
    }),
    response: { 200: Acknowledged, ...errors(400, 401, 403, 404, 413, 415, 429, 503) },
  },
)

const BookParams = Type.Object({ id: Id, bookId: Id })

/** PUT /api/user/{id}/mark/{bookId}: ends the heart or the other mark of the book. A repeat is no error. */
export const setMark = operation('PUT', '/api/user/:id/mark/:bookId', 'bearer', {
  operationId: 'setMark',
  tags: ['Marks'],
  summary: 'Mark a book',
  description: `At most ${MARKS_MAX.toLocaleString('en')} books with each mark.`,
  params: BookParams,
  body: Body({ mark: Mark, undo: Undo }),
  response: { 200: Acknowledged, ...errors(400, 401, 403, 404, 409, 413, 415, 429, 503) },
})

/** DELETE /api/user/{id}/mark/{bookId}: whichever mark it is; an absent one is no error. */
export const removeMark = operation('DELETE', '/api/user/:id/mark/:bookId', 'bearer', {
  operationId: 'removeMark',
  tags: ['Marks'],
  summary: 'Take a mark back',
  params: BookParams,
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})

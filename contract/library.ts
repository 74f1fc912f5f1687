import { Type, type Static, type TSchema } from 'typebox'
import { Acknowledged, Id, Time, UserParams } from './common.ts'
import { FAVORITES_MAX } from './limits.ts'
import { errors, operation } from './operation.ts'
import { LIBRARY_LISTS, perList } from './uploads.ts'

/** One of the lists that a reader's books can be in. */
export const LibraryListName = Type.Enum([...LIBRARY_LISTS])

/** One of each list. */
const PerList = <T extends TSchema>(each: T) => perList(() => each)
const Count = Type.Integer({ minimum: 0 })

/** A book of a reader's library that the catalogue has. */
export const LibraryBook = Type.Object({
  id: Id,
  title: Type.String(),
  author: Type.String({ description: 'The first author; empty if the catalogue has none.' }),
  rating: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 5 }), Type.Null()], {
    description:
      "The reader's own rating out of five stars, sometimes with quarters; null if there is none.",
  }),
  mark: Type.Union([LibraryListName, Type.Null()], {
    description:
      'What the file says. notForMe: one or two stars; favorites: four or five, or on a shelf of favorites; ' +
      'wantToRead: to be read; read: any other that was read; null: begun or given up.',
  }),
  known: Type.Union([LibraryListName, Type.Null()], {
    description: 'Where the reader has it already; an import leaves it there.',
  }),
})
export type LibraryBook = Static<typeof LibraryBook>

/** A book of a reader's library that the catalogue does not have. */
export const MissingBook = Type.Object({
  title: Type.String(),
  author: Type.String({ description: 'The first author, or empty.' }),
  isbn: Type.String({ description: '13 digits, or empty.' }),
})
export type MissingBook = Static<typeof MissingBook>

/** What had to be guessed or mended to read a file. */
export const LibraryNote = Type.Enum(['guessed', 'mended', 'noHeader', 'isbnsAlone'], {
  description:
    'guessed: the encoding is neither UTF-8 nor UTF-16, and had to be guessed; mended: the text had been encoded twice; noHeader: the columns are told by their order; isbnsAlone: no column is ' +
    'named, and the ISBNs alone are read.',
})
export type LibraryNote = Static<typeof LibraryNote>

/** What a file holds. `rows` = found + missing + `repeated` + `unreadable` + `otherMedia`. */
export const LibraryPreview = Type.Object({
  program: Type.Union([Type.String(), Type.Null()], {
    description: 'The program that wrote the export, such as Goodreads; null for any other table.',
  }),
  rows: Type.Integer({ minimum: 0 }),
  repeated: Type.Integer({ minimum: 0, description: 'Rows that repeat an earlier book.' }),
  unreadable: Type.Integer({ minimum: 0, description: 'Rows with neither title nor ISBN.' }),
  unreadRatings: Type.Integer({
    minimum: 0,
    description: 'Ratings that cannot be read, such as `A+`.',
  }),
  otherMedia: Type.Integer({
    minimum: 0,
    description: 'Rows that are no books, such as articles and films.',
  }),
  notes: Type.Array(LibraryNote),
  found: Type.Array(LibraryBook, {
    description: 'Best rated first, otherwise in the order of the file.',
  }),
  missing: Type.Array(MissingBook, { description: 'In the order of the file.' }),
  room: Type.Object(PerList(Count), { description: 'How many more the reader can have of each.' }),
})
export type LibraryPreview = Static<typeof LibraryPreview>

/**
 * POST /api/user/{id}/library: multipart, one file in the field `library`. Reads an export and says what of it
 * the catalogue has; nothing is stored, not even the file. The body has no schema: it is a stream.
 */
export const previewLibrary = operation('POST', '/api/user/:id/library', 'bearer', {
  operationId: 'previewLibrary',
  tags: ['Library'],
  summary: 'Find the books of an exported library',
  description:
    'A table of at most 5 MiB, 20,000 rows and 512 columns in the multipart field `library`: an export from Goodreads, ' +
    'StoryGraph, LibraryThing, BookWyrm, Calibre, Openreads, Open Library, Book Catalogue, Libby or Zotero, any table ' +
    'with a title or ISBNs, its header, statuses and favorites in English or 37 other languages, or a list of ISBNs. ' +
    'Commas, semicolons, tabs or vertical bars; UTF-8 or UTF-16, any other encoding is guessed by the words of the ' +
    'header, and `notes` says so. Digits of every script are read. Books are found by ISBN, by title or by original ' +
    'title, with their author. One at a time per reader.',
  consumes: ['multipart/form-data'],
  params: UserParams,
  response: { 200: LibraryPreview, ...errors(400, 401, 403, 413, 415, 429, 503) },
})

/** What an import has added. */
export const LibraryChange = Type.Object({
  ...PerList(Type.Array(Id)),
  authors: Type.Array(Type.String()),
})
export type LibraryChange = Static<typeof LibraryChange>

/** The program that wrote a library. */
export const Program = Type.Union([Type.String({ minLength: 1, maxLength: 60 }), Type.Null()], {
  description: 'As `previewLibrary` named it.',
})

/** What is added: at least one list. */
const LibraryLists = Type.Object(
  {
    program: Program,
    ...Type.Partial(Type.Object(PerList(Type.Array(Id, { minItems: 1, maxItems: FAVORITES_MAX }))))
      .properties,
  },
  { additionalProperties: false, minProperties: 2 },
)
export type LibraryLists = Static<typeof LibraryLists>

/**
 * PUT /api/user/{id}/library: makes books favorites or marks them, the best first, and adds the first authors of
 * favorites to the favorite authors, as hearts do, up to the limits. The response is what was added.
 */
export const addLibrary = operation('PUT', '/api/user/:id/library', 'bearer', {
  operationId: 'addLibrary',
  tags: ['Library'],
  summary: 'Add many favorites and marks at once',
  description:
    'The first of a list becomes its first. A book that has a heart or a mark already is left as it is. At most 1.5 MiB.',
  params: UserParams,
  body: LibraryLists,
  response: { 200: LibraryChange, ...errors(400, 401, 403, 413, 415, 429, 503) },
})

/** What of an import `removeLibrary` would take back. */
export const LastImport = Type.Object({ program: Program, addedAt: Time, ...PerList(Count) })
export type LastImport = Static<typeof LastImport>

/** GET /api/user/{id}/library: the last import; `null` where there is none, or nothing of it is left. */
export const getLastImport = operation('GET', '/api/user/:id/library', 'bearer', {
  operationId: 'getLastImport',
  tags: ['Library'],
  summary: 'What the last import added',
  params: UserParams,
  response: {
    200: Type.Object({ import: Type.Union([LastImport, Type.Null()]) }),
    ...errors(400, 401, 403, 429, 503),
  },
})

/**
 * DELETE /api/user/{id}/library: takes back what the last import added, authors included; what the reader has
 * changed since stays. None is no error.
 */
export const removeLibrary = operation('DELETE', '/api/user/:id/library', 'bearer', {
  operationId: 'removeLibrary',
  tags: ['Library'],
  summary: 'Undo the last import',
  description: 'For a day after it.',
  params: UserParams,
  response: { 200: Acknowledged, ...errors(400, 401, 403, 413, 415, 429, 503) },
})

import { Type, type Static } from 'typebox'
import { WISH_AUDIENCES } from './audiences.ts'
import { CATEGORIES } from './categories.ts'
import { Id } from './common.ts'
import {
  APPROXIMATE_RESULTS_MAX,
  QUERY_MAX_LENGTH,
  SEARCH_RESULTS_MAX,
  SERIES_MAX,
  SHELF_LENGTH,
  SIMILAR_MAX,
} from './limits.ts'
import { errors, operation } from './operation.ts'

const ImageLinks = Type.Object({
  thumbnail: Type.String({ description: 'Path of the cover on this server: `/covers/{id}`.' }),
})

/** A series, the place in it as readers count, such as 2 or 0.5, and how many numbered volumes a finished one has. */
export const Series = Type.Object({
  name: Type.String({ minLength: 1 }),
  number: Type.Optional(Type.Number()),
  of: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type Series = Static<typeof Series>

/** What a book is (docs/product.md 3.1). */
export const VolumeInfo = Type.Object({
  title: Type.String(),
  subtitle: Type.Optional(Type.String({ description: 'If it is not part of the title.' })),
  originalTitle: Type.Optional(
    Type.String({ description: 'The title before translation, or another well-known one.' }),
  ),
  series: Type.Optional(Series),
  language: Type.Optional(Type.String({ description: 'A BCP 47 tag, such as `en`.' })),
  authors: Type.Array(Type.String()),
  description: Type.Optional(
    Type.String({
      description: 'Text that may have the tags p, br, b, i, em, strong, ul, ol, li.',
    }),
  ),
  imageLinks: Type.Optional(ImageLinks),
  categories: Type.Array(Type.String()),
  subjects: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Topics, places, times, form and audience.',
    }),
  ),
  origins: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Whose literature it is: countries or peoples, then regions (`Japan`, `East Asia`).',
    }),
  ),
  publishedDate: Type.Optional(Type.String({ description: 'A year, year-month or full date.' })),
  industryIdentifiers: Type.Optional(
    Type.Array(
      Type.Object({
        type: Type.Enum(['ISBN_10', 'ISBN_13']),
        identifier: Type.String(),
      }),
    ),
  ),
})
export type VolumeInfo = Static<typeof VolumeInfo>

/** How a book can be read (docs/product.md 3.1). Links are http(s) only. */
const AccessInfo = Type.Object({
  pdf: Type.Object({
    isAvailable: Type.Boolean(),
    acsTokenLink: Type.Optional(Type.String()),
  }),
  webReaderLink: Type.Optional(Type.String()),
})

/** How a book can be bought (docs/product.md 3.1). */
const SaleInfo = Type.Object({ buyLink: Type.Optional(Type.String()) })

/** The whole book record (docs/product.md 3.1). */
export const Book = Type.Object(
  {
    id: Id,
    workId: Type.Optional(Type.String({ description: 'The same for all editions of one work.' })),
    volumeInfo: VolumeInfo,
    accessInfo: AccessInfo,
    saleInfo: SaleInfo,
  },
  { description: 'A book.' },
)
export type Book = Static<typeof Book>

/** A book and why it is recommended, as a line for the reader: 'Because you loved Emma'. */
export const Recommendation = Type.Object({ book: Book, reason: Type.String({ minLength: 1 }) })
export type Recommendation = Static<typeof Recommendation>

/** A book in the response of a search (docs/product.md 3.1). */
export const SearchResult = Type.Object({
  id: Id,
  volumeInfo: Type.Object({
    title: Type.String(),
    language: VolumeInfo.properties.language,
    authors: Type.Array(Type.String()),
    imageLinks: Type.Optional(ImageLinks),
  }),
})
export type SearchResult = Static<typeof SearchResult>

/** What a search took a query for that asks for no title: `funny books for teens`, `books like dune`. */
export const Understood = Type.Object({
  like: Type.Optional(
    Type.String({ description: 'The title, or the author, that they are like.' }),
  ),
  kinds: Type.Array(Type.String(), { description: 'Adjectives: `funny`, `Japanese`.' }),
  topics: Type.Array(Type.String(), { description: 'What they are about, or are: `heists`.' }),
  audience: Type.Optional(Type.Enum([...WISH_AUDIENCES])),
  without: Type.Array(Type.String(), { description: 'What they are to be without.' }),
  unknown: Type.Array(Type.String(), {
    description: 'Words of the query for what no record says: `under 200 pages`.',
  }),
})
export type Understood = Static<typeof Understood>

/** The response of a search, the best first; the page says if nothing matches exactly, or what was understood. */
export const SearchResponse = Type.Object({
  data: Type.Array(SearchResult, { maxItems: SEARCH_RESULTS_MAX }),
  isApproximate: Type.Optional(
    Type.Boolean({
      description: `True if nothing matches exactly; then at most ${APPROXIMATE_RESULTS_MAX} books.`,
    }),
  ),
  understood: Type.Optional(Understood),
})
export type SearchResponse = Static<typeof SearchResponse>

/** GET /api/recommendedBooks: a page of works of an interest with which one can begin; `startIndex` is the hand. */
export const getRecommendedBooks = operation('GET', '/api/recommendedBooks', 'public', {
  operationId: 'getRecommendedBooks',
  tags: ['Books'],
  summary: 'The best books of an interest',
  description:
    `${SHELF_LENGTH} works of the category with which one can begin, for readers of every age: every tenth in the ` +
    'order of popularity from place startIndex on, then others. 11 is 1 again. Empty for an unknown category.',
  querystring: Type.Object({
    preference: Type.String({
      minLength: 1,
      maxLength: 64,
      description: `One of: ${CATEGORIES.join(', ')}.`,
    }),
    startIndex: Type.Integer({ minimum: 0, maximum: 1000, default: 0 }),
  }),
  response: { 200: Type.Array(Book, { maxItems: SHELF_LENGTH }), ...errors(400, 429, 503) },
})

export const getBook = operation('GET', '/api/book/detail/:id', 'public', {
  operationId: 'getBook',
  tags: ['Books'],
  summary: 'One book',
  params: Type.Object({ id: Id }),
  response: { 200: Book, ...errors(400, 404, 429, 503) },
})

/** GET /api/book/{id}/similar: what comes next. The same for everybody, so it can be cached. */
export const getSimilarBooks = operation('GET', '/api/book/:id/similar', 'public', {
  operationId: 'getSimilarBooks',
  tags: ['Books'],
  summary: 'Books to read after a book',
  description:
    `At most ${SIMILAR_MAX} other works, each with its reason: first the next in the series, then what readers of the ` +
    'book also favor, its author, its interests. Empty only if nothing is similar.',
  params: Type.Object({ id: Id }),
  response: {
    200: Type.Array(Recommendation, { maxItems: SIMILAR_MAX }),
    ...errors(400, 404, 429, 503),
  },
})

/** GET /api/book/{id}/series: the volumes of its series. */
export const getSeries = operation('GET', '/api/book/:id/series', 'public', {
  operationId: 'getSeries',
  tags: ['Books'],
  summary: 'The series of a book',
  description:
    `At most ${SERIES_MAX} numbered volumes by the book's first author in their order, one edition of each, the book ` +
    'itself among them. Empty where it is in no series.',
  params: Type.Object({ id: Id }),
  response: { 200: Type.Array(Book, { maxItems: SERIES_MAX }), ...errors(400, 404, 429, 503) },
})

export const searchBooks = operation('GET', '/api/books/search', 'public', {
  operationId: 'searchBooks',
  tags: ['Books'],
  summary: 'Search by title, author, topic, or by what one wants',
  description:
    `At most ${SEARCH_RESULTS_MAX} works, the best first; a series in its order. Tolerates accents, punctuation, ` +
    'numbers as words, and typos: one in a word of four letters or more, two in a word of seven or more. Any script, ' +
    'however its keyboards write it: Japanese, Chinese and Korean names with a space or without, Hebrew with gershayim ' +
    'or not, Arabic, Persian and Urdu letters, `ue` for `ü`, `aa` for `å`, digits of every script. If nothing is ' +
    'called so, it also answers wishes (`funny books for teens`, `books like dune`), and says what it understood.',
  querystring: Type.Object({ query: Type.String({ minLength: 1, maxLength: QUERY_MAX_LENGTH }) }),
  response: { 200: SearchResponse, ...errors(400, 429, 503) },
})

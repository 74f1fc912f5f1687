import type { FastifyReply } from 'fastify'
import {
  type Book,
  getBook,
  getRecommendedBooks,
  getSeries,
  getSimilarBooks,
  searchBooks,
  type SearchResult,
} from '../../contract/books.ts'
import { isCategory } from '../../contract/categories.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { plainLine } from '../../contract/plainLine.ts'
import { listedBook, listedRecommendation } from '../../contract/shortDescription.ts'
import {
  APPROXIMATE_RESULTS_MAX,
  SEARCH_RESULTS_MAX,
  SERIES_MAX,
  SHELF_LENGTH,
} from '../../contract/limits.ts'
import { fieldLabel } from '../../contract/validationText.ts'
import { AUDIENCES } from '../../books/subjects.ts'
import { fits, isOpenTo } from '../../books/wishes.ts'
import { seriesKey } from '../../books/seriesOrder.ts'
import { authorKey } from '../../books/words.ts'
import { apart } from '../../covers/apart.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { Liked } from '../catalogue/search/liked.ts'
import { resultOf } from '../catalogue/search/searchBooks.ts'
import { invalidField, notFound } from '../plugins/errors.ts'
import { revalidate } from '../plugins/revalidate.ts'
import type { Api, Services } from './services.ts'

/** With fewer books like another that are as wanted a wish is not answered. */
const LIKE_LEAST = 3
/** What a book counts that has no subject in common with the one it is to be like; each that it has counts 1. */
const SHARES_NOTHING = 0.25

// The catalogue changes only with an update or an import.
const BOOK_CACHE = 'public, max-age=300'
// The same list is requested again only by reloading, when the reader wants what is there now.
const LIST_CACHE = 'public, no-cache'

/** The same for everyone, so that responses vary by no header of the reader's, but for reasons by the language's. */
function publicly(reply: FastifyReply, caching: string, vary = 'Accept-Encoding'): void {
  void reply.header('cache-control', caching).header('vary', vary)
}

/** Shelves, book detail, what comes after a book, and search: public, read only. */
export function registerBookRoutes(
  api: Api,
  { catalogue, findBook, recommender, ownTurn }: Services,
): void {
  const find = async (id: string): Promise<Book> => {
    const found = await findBook(id)
    if (!found) throw notFound(ERROR_TEXTS.bookNotFound)
    return found.book
  }

  /** What comes next to a book that others are to be like: none of its series, nor by its author if that was named. */
  function likeIt(
    book: Book,
    { isAuthor, name }: Liked,
    isWanted: (other: BookFacts) => boolean,
  ): SearchResult[] {
    const { series: { name: called } = { name: '' } } = book.volumeInfo
    const isOther = (other: BookFacts): boolean =>
      other.series !== seriesKey(called) && !(isAuthor && other.author === authorKey(name))
    const own = new Set(book.volumeInfo.subjects?.filter((name) => !AUDIENCES.has(name)))
    const shared = ({ subjects }: BookFacts): number =>
      subjects.filter((name) => own.has(name)).length
    return recommender
      .similar(book, (other) =>
        isOther(other) && isWanted(other) ? SHARES_NOTHING + shared(other) : 0,
      )
      .map((one) => resultOf(one.book))
  }

  api.route({
    ...getRecommendedBooks,
    onSend: revalidate,
    handler: async (request, reply) => {
      const { preference, startIndex } = request.query
      publicly(reply, LIST_CACHE)
      if (!isCategory(preference)) return []
      await ownTurn()
      const shelf = await catalogue.byCategory(
        preference,
        startIndex,
        SHELF_LENGTH,
        recommender.heartsOf,
      )
      return apart(shelf, (book) => book).map(listedBook)
    },
  })

  api.route({
    ...getBook,
    onSend: revalidate,
    handler: async (request, reply) => {
      const book = await find(request.params.id)
      publicly(reply, BOOK_CACHE)
      return book
    },
  })

  api.route({
    ...getSimilarBooks,
    onSend: revalidate,
    handler: async (request, reply) => {
      const book = await find(request.params.id)
      publicly(reply, BOOK_CACHE, 'Cookie, Accept-Language, Accept-Encoding')
      await ownTurn()
      const similar = recommender.similar(book, undefined, request.language)
      // Each reason's books stay together.
      return apart(
        similar,
        (next) => next.book,
        ({ reason }) => reason,
      ).map(listedRecommendation)
    },
  })

  api.route({
    ...getSeries,
    onSend: revalidate,
    handler: async (request, reply) => {
      const book = await find(request.params.id)
      publicly(reply, BOOK_CACHE)
      return (await catalogue.bySeries(book, SERIES_MAX)).map(listedBook)
    },
  })

  api.route({
    ...searchBooks,
    onSend: revalidate,
    handler: async (request, reply) => {
      // Full-width letters and digits, as East Asian keyboards write them, are letters and digits.
      const query = plainLine(request.query.query).replaceAll(/[！-～]+/g, (wide) =>
        wide.normalize('NFKC'),
      )
      if (query === '')
        throw invalidField('query', 'minLength', {
          text: ERROR_TEXTS.required,
          values: { field: fieldLabel('query') },
        })
      const { like, ...response } = await catalogue.search(query, SEARCH_RESULTS_MAX)
      publicly(reply, LIST_CACHE)
      if (!like) return response
      const book = await find(like.id)
      await ownTurn()
      const data = likeIt(book, like, (other) => fits(other, like.wish))
      if (data.length >= LIKE_LEAST) return { ...response, data }
      // Those that are as wanted first, then those without what is not wanted.
      const others = likeIt(book, like, (other) => isOpenTo(other, { ...like.wish, audiences: [] }))
      const near = new Map([...data, ...others].map((one) => [one.id, one]))
      return { data: [...near.values()].slice(0, APPROXIMATE_RESULTS_MAX), isApproximate: true }
    },
  })
}

import { Readable } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { FastifyTypeProviderDefault } from 'fastify'
import type { Book } from '../../contract/books.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  getForYou,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import { plainLine } from '../../contract/fold.ts'
import { AUTHOR_BOOKS_MAX, AUTHORS_MAX, FAVORITES_MAX } from '../../contract/limits.ts'
import { listed, listedRecommendation } from '../../contract/shortDescription.ts'
import type { Catalogue, FindBook } from '../catalogue/catalogue.ts'
import { createGate } from '../lib/gate.ts'
import { HttpProblem, invalidField, notFound } from '../plugins/errors.ts'
import { HEARTS_MOST } from '../recommendations/recommender.ts'
import { inPieces } from '../store/repositories/favorites.ts'
import type { Store } from '../store/store.ts'
import type { Api, Services } from './services.ts'

function quotaReached(what: string, max: number): HttpProblem {
  const message = `You have reached the limit of ${max.toLocaleString('en')} favorite ${what}.`
  return new HttpProblem(409, 'quota_reached', message)
}

/** Finds a book in the catalogue, or else the record stored with somebody's favorite, which outlives it. */
export const createFindBook =
  (catalogue: Catalogue, store: Store): FindBook =>
  async (id) =>
    (await catalogue.byId(id)) ?? (await store.favorites.recordOf(id))

/** Favorite books and authors of a reader; adding and removing are idempotent, so a client can repeat them. */
export function registerFavoriteRoutes(
  api: Api,
  { store, catalogue, findBook, recommender, ownTurn }: Services,
): void {
  // Lists are read and serialised a piece at a time: thousands of records at once would block other requests.
  const oneByOne = createGate({ atOnce: 1, waiting: Infinity })

  /** The favorites with these ids, by the catalogue's records where it has the books: those are up to date. */
  const booksOf = async (userId: string, ids: readonly string[]): Promise<Book[]> => {
    const books = new Map((await catalogue.byIds(ids)).map((book) => [book.id, book]))
    const missing = ids.filter((id) => !books.has(id))
    for (const book of await store.favorites.records(userId, missing)) books.set(book.id, book)
    return ids.flatMap((id) => books.get(id) ?? [])
  }

  api.route({
    ...getFavoriteAuthors,
    handler: async ({ params: { id } }) => {
      const [authors, ids] = await Promise.all([store.authors.list(id), store.favorites.ids(id)])
      if (authors.length === 0) return []
      await ownTurn()
      return (await catalogue.byAuthors(authors, AUTHOR_BOOKS_MAX, ids)).map(listed)
    },
  })

  api.route({
    ...getForYou,
    handler: async ({ params: { id } }) => {
      const ids = await store.favorites.ids(id)
      const latest = await booksOf(id, ids.slice(0, HEARTS_MOST))
      await ownTurn()
      return recommender.forYou(latest, ids).map(listedRecommendation)
    },
  })

  api.route({
    ...addFavoriteAuthor,
    handler: async (request) => {
      const author = plainLine(request.body.author)
      if (author === '') throw invalidField('author', 'required', 'Author is required.')
      const added = await store.authors.add(request.params.id, author, Date.now(), AUTHORS_MAX)
      if (added === 'full') throw quotaReached('authors', AUTHORS_MAX)
      return { message: 'Author saved.' }
    },
  })

  for (const operation of [addFavoriteBook, addFavoriteBookFromDetail]) {
    api.route({
      ...operation,
      handler: async (request) => {
        const book = await findBook(request.body.bookId)
        if (!book) throw notFound(ERROR_TEXTS.bookNotFound)
        // With its record, so that no change of the catalogue can lose it.
        const added = await store.favorites.add(request.params.id, book, Date.now(), FAVORITES_MAX)
        if (added === 'full') throw quotaReached('books', FAVORITES_MAX)
        return { message: 'Added to favorites.' }
      },
    })
  }

  // Without the type of its response, which is sent piece by piece.
  api.withTypeProvider<FastifyTypeProviderDefault>().route<{ Params: { id: string } }>({
    ...getFavoriteBooks,
    handler: async ({ params: { id }, signal }, reply) => {
      const ids = await store.favorites.ids(id)
      const textOf = async (piece: readonly string[]): Promise<string> => {
        if (signal.aborted) return ''
        const text = reply.serialize((await booksOf(id, piece)).map(listed))
        if (typeof text !== 'string') throw new TypeError('A list of books is a text')
        await nextTick()
        return text.slice(1, -1)
      }
      async function* pieces() {
        let before = '['
        for (const piece of inPieces(ids)) {
          const text = await oneByOne(() => textOf(piece))
          // The client has gone.
          if (signal.aborted) return
          if (text === '') continue
          yield before + text
          before = ','
        }
        yield before === '[' ? '[]' : ']'
      }
      return reply.type('application/json; charset=utf-8').send(Readable.from(pieces()))
    },
  })

  api.route({
    ...removeFavoriteBook,
    handler: async (request) => {
      const { id, bookId } = request.params
      await store.favorites.remove(id, bookId)
      return { message: 'Removed from favorites.' }
    },
  })
}

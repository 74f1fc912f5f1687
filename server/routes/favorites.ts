import { setImmediate as nextTick } from 'node:timers/promises'
import type { FastifyTypeProviderDefault } from 'fastify'
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
import { AUTHORS_MAX, FAVORITES_MAX } from '../../contract/limits.ts'
import { createGate } from '../lib/gate.ts'
import { HttpProblem, invalidField, notFound } from '../plugins/errors.ts'
import { HEARTS_MOST } from '../recommendations/recommender.ts'
import { FAVORITES_IN_ONE_TICK } from '../store/repositories/favorites.ts'
import type { Favorite } from '../store/store.ts'
import type { Api, Services } from './services.ts'

/** Books that a reader is shown by the favorite authors. */
export const BY_AUTHORS = 20

function quotaReached(what: string, max: number): HttpProblem {
  const message = `You have reached the limit of ${max.toLocaleString('en')} favorite ${what}.`
  return new HttpProblem(409, 'quota_reached', message)
}

/** Favorite books and authors of a reader; adding and removing are idempotent (decision 36). */
export function registerFavoriteRoutes(
  api: Api,
  { store, catalogue, findBook, recommender, hearts }: Services,
): void {
  // Lists are read and serialised page by page: thousands of records at once would block other requests.
  const oneByOne = createGate({ atOnce: 1, waiting: Infinity })

  /** A page of the favorites, by the catalogue's records where it has the books (decision 55c). */
  const readPage = async (userId: string, behind: Favorite | undefined) => {
    const found = await store.favorites.page(userId, FAVORITES_IN_ONE_TICK, behind)
    const current = await catalogue.byIds(found.map(({ book }) => book.id))
    const byId = new Map(current.map((book) => [book.id, book]))
    const books = found.map(({ book }) => byId.get(book.id) ?? book)
    return { books, last: found.length < FAVORITES_IN_ONE_TICK ? undefined : found.at(-1) }
  }

  api.route({
    ...getFavoriteAuthors,
    handler: async ({ params: { id } }) => {
      const [authors, ids] = await Promise.all([store.authors.list(id), store.favorites.ids(id)])
      return authors.length === 0 ? [] : catalogue.byAuthors(authors, BY_AUTHORS, ids)
    },
  })

  api.route({
    ...getForYou,
    handler: async ({ params: { id } }) => {
      const [latest, ids] = await Promise.all([
        store.favorites.page(id, HEARTS_MOST),
        store.favorites.ids(id),
      ])
      const books = latest.map(({ book }) => book)
      return recommender.forYou(books, ids)
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

  // Without the type of its response, which is sent as text.
  api.withTypeProvider<FastifyTypeProviderDefault>().route<{ Params: { id: string } }>({
    ...getFavoriteBooks,
    handler: async ({ params: { id } }, reply) => {
      const pages: string[] = []
      let behind: Favorite | undefined
      do {
        behind = await oneByOne(async () => {
          const { books, last } = await readPage(id, behind)
          const text = reply.serialize(books)
          if (typeof text !== 'string') throw new TypeError('A list of books is a text')
          if (books.length > 0) pages.push(text.slice(1, -1))
          await nextTick()
          return last
        })
      } while (behind)
      return reply.type('application/json; charset=utf-8').send(`[${pages.join(',')}]`)
    },
  })

  api.route({
    ...removeFavoriteBook,
    handler: async (request) => {
      const { id, bookId } = request.params
      await store.favorites.remove(id, bookId)
      hearts.removed(id, bookId)
      return { message: 'Removed from favorites.' }
    },
  })
}

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
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
import { AUTHORS_MAX, FAVORITES_MAX } from '../../contract/limits.ts'
import type { Catalogue, FindBook } from '../catalogue/catalogue.ts'
import { createGate, createGates } from '../lib/gate.ts'
import { HttpProblem, invalidField, notFound } from '../plugins/errors.ts'
import type { HeartKeeper } from '../recommendations/heartKeeper.ts'
import { HEARTS_MOST, type Recommender } from '../recommendations/recommender.ts'
import { FAVORITES_IN_ONE_TICK } from '../store/repositories/favorites.ts'
import type { Favorite, Store } from '../store/store.ts'

/** Books that a reader is shown by the favorite authors. */
export const BY_AUTHORS = 20

interface Options {
  store: Store
  catalogue: Catalogue
  findBook: FindBook
  recommender: Recommender
  hearts: Pick<HeartKeeper, 'removed'>
}

function quotaReached(what: string, max: number): HttpProblem {
  const message = `You have reached the limit of ${max.toLocaleString('en')} favorite ${what}.`
  return new HttpProblem(409, 'quota_reached', message)
}

/** Reads and serialises lists page by page: thousands of records at once would block other requests. */
function createListing({ store: { favorites }, catalogue }: Pick<Options, 'store' | 'catalogue'>) {
  const inTurn = createGate({ atOnce: 1, waiting: Infinity })
  const ofReaders = createGates({ atOnce: 1, waiting: Infinity })

  /** The catalogue's records, where it has the books (decision 55c). */
  const current = async (found: readonly Favorite[]): Promise<Book[]> => {
    const books = await catalogue.byIds(found.map(({ book }) => book.id))
    const byId = new Map(books.map((book) => [book.id, book]))
    return found.map(({ book }) => byId.get(book.id) ?? book)
  }

  const list = async (userId: string, serialize: (books: Book[]) => string): Promise<string> => {
    const pages: string[] = []
    let behind: Favorite | undefined
    do {
      behind = await inTurn(async () => {
        const found = await favorites.page(userId, FAVORITES_IN_ONE_TICK, behind)
        if (found.length > 0) pages.push(serialize(await current(found)).slice(1, -1))
        await nextTick()
        return found.length < FAVORITES_IN_ONE_TICK ? undefined : found.at(-1)
      })
    } while (behind)
    return `[${pages.join(',')}]`
  }

  return (userId: string, serialize: (books: Book[]) => string): Promise<string> =>
    ofReaders(userId, () => list(userId, serialize))
}

/** Favorite books and authors of a reader; adding and removing are idempotent (decision 36). */
export function registerFavoriteRoutes(
  app: FastifyInstance,
  { store, catalogue, findBook, recommender, hearts }: Options,
): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>()

  const booksByAuthors = async (userId: string): Promise<Book[]> => {
    const [authors, favorites] = await Promise.all([
      store.authors.list(userId),
      store.favorites.ids(userId),
    ])
    if (authors.length === 0) return []
    return catalogue.byAuthors(authors, BY_AUTHORS, favorites)
  }

  api.route({
    ...getFavoriteAuthors,
    handler: (request) => booksByAuthors(request.params.id),
  })

  api.route({
    ...getForYou,
    handler: async (request) => {
      const { id } = request.params
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

  const listing = createListing({ store, catalogue })

  // Without the type of its response, which is sent as text.
  app.route<{ Params: { id: string } }>({
    ...getFavoriteBooks,
    handler: async (request, reply) => {
      const { id } = request.params
      const list = await listing(id, (books) => {
        const text = reply.serialize(books)
        if (typeof text !== 'string') throw new TypeError('A list of books is a text')
        return text
      })
      return reply.type('application/json; charset=utf-8').send(list)
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

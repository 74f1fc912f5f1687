import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Book } from '../../contract/books.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import type { Catalogue, FindBook } from '../catalogue/catalogue.ts'
import { createGate, createGates } from '../lib/gate.ts'
import { HttpProblem } from '../plugins/errors.ts'
import { FAVORITES_IN_ONE_TURN } from '../store/repositories/favorites.ts'
import type { Favorite, Store } from '../store/store.ts'

const FAVORITES_MAX = 5000
const AUTHORS_MAX = 500
/** Books that a reader is shown by the favorite authors. */
const BY_AUTHORS = 20

interface Options {
  store: Store
  catalogue: Catalogue
  findBook: FindBook
}

function quotaReached(what: string, max: number): HttpProblem {
  const message = `You have reached the limit of ${max.toLocaleString('en')} favorite ${what}.`
  return new HttpProblem(409, 'quota_reached', message)
}

/**
 * Reads and serialises long lists of favorites. Thousands of records in one turn would keep everybody else
 * waiting, and so would several lists at once: a piece of one list is done in a turn, and a reader has one
 * list after the other. What comes out is what `serialize` would make of the whole.
 */
function createListing({ store: { favorites }, catalogue }: Pick<Options, 'store' | 'catalogue'>) {
  const inTurn = createGate({ atOnce: 1, waiting: Infinity })
  const ofReaders = createGates({ atOnce: 1, waiting: Infinity })

  /** The catalogue's records, where it has the books (decision 55c). */
  const current = async (found: readonly Favorite[]): Promise<Book[]> => {
    const books = await catalogue.byIds(found.map(({ book }) => book.id))
    const byId = new Map(books.map((book) => [book.id, book]))
    return found.map(({ book }) => byId.get(book.id) ?? book)
  }

  const list = async (userId: string, serialize: (books: Book[]) => string): Promise<Buffer> => {
    const pieces: Buffer[] = []
    let behind: Favorite | undefined
    do {
      behind = await inTurn(async () => {
        const found = await favorites.page(userId, FAVORITES_IN_ONE_TURN, behind)
        if (found.length > 0) {
          pieces.push(Buffer.from(pieces.length > 0 ? ',' : '['))
          pieces.push(Buffer.from(serialize(await current(found)).slice(1, -1)))
        }
        await nextTurn()
        return found.length < FAVORITES_IN_ONE_TURN ? undefined : found.at(-1)
      })
    } while (behind)
    return Buffer.concat(pieces.length > 0 ? [...pieces, Buffer.from(']')] : [Buffer.from('[]')])
  }

  return (userId: string, serialize: (books: Book[]) => string): Promise<Buffer> =>
    ofReaders(userId, () => list(userId, serialize))
}

/** Favorite books and authors of a reader; adding and removing are idempotent (decision 36). */
export function registerFavoriteRoutes(
  app: FastifyInstance,
  { store, catalogue, findBook }: Options,
): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>()

  const booksByAuthors = async (userId: string): Promise<Book[]> => {
    const [authors, favorites] = await Promise.all([
      store.authors.list(userId),
      store.favorites.ids(userId),
    ])
    if (authors.length === 0) return []
    const books = await catalogue.byAuthors(authors, BY_AUTHORS + favorites.length)
    const known = new Set(favorites)
    const others = books.filter((book) => !known.has(book.id))
    // Better a shelf of books the reader has than an empty one.
    return (others.length > 0 ? others : books).slice(0, BY_AUTHORS)
  }

  api.route({
    ...getFavoriteAuthors,
    handler: (request) => booksByAuthors(request.params.id),
  })

  api.route({
    ...addFavoriteAuthor,
    handler: async (request) => {
      const author = request.body.author.trim()
      if (author === '') {
        throw new HttpProblem(400, 'invalid_request', 'Author is required.', {
          errors: [{ field: 'author', rule: 'required' }],
        })
      }
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
        if (!book) throw new HttpProblem(404, 'not_found', ERROR_TEXTS.bookNotFound)
        // With its record: a favorite outlives the source that it came from.
        const added = await store.favorites.add(request.params.id, book, Date.now(), FAVORITES_MAX)
        if (added === 'full') throw quotaReached('books', FAVORITES_MAX)
        return { message: 'Added to favorites.' }
      },
    })
  }

  const listing = createListing({ store, catalogue })

  // Without the types of its answer, which goes out as text.
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
      await store.favorites.remove(request.params.id, request.params.bookId)
      return { message: 'Removed from favorites.' }
    },
  })
}

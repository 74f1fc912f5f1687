import { Readable } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Book } from '../../contract/books.ts'
import { listedBook } from '../../contract/shortDescription.ts'
import type { Catalogue, FindBook } from '../catalogue/catalogue.ts'
import { createGate } from '../lib/gate.ts'
import { inPieces } from '../store/repositories/keptBooks.ts'
import type { Store } from '../store/store.ts'

/** Finds a book in the catalogue, or else the record stored with somebody's heart or mark, which outlives it. */
export const createFindBook =
  (catalogue: Catalogue, store: Store): FindBook =>
  async (id) =>
    (await catalogue.byId(id)) ?? (await store.kept.recordOf(id))

/** The books that a reader keeps, with a heart or a mark. */
export function createKeptBooks(catalogue: Catalogue, store: Store) {
  // Lists are read and serialised a piece at a time: thousands of records at once would block other requests.
  const oneByOne = createGate({ atOnce: 1, waiting: Infinity })

  /** Those with these ids, by the catalogue's records where it has the books: those are up to date. */
  const booksOf = async (userId: string, ids: readonly string[]): Promise<Book[]> => {
    const books = new Map((await catalogue.byIds(ids)).map((book) => [book.id, book]))
    const missing = ids.filter((id) => !books.has(id))
    for (const book of await store.kept.records(userId, missing)) books.set(book.id, book)
    return ids.flatMap((id) => books.get(id) ?? [])
  }

  return {
    booksOf,

    /** Sends them as a list, piece by piece. The reply serialises books; `signal` is of its request. */
    send(reply: FastifyReply, signal: AbortSignal, userId: string, ids: readonly string[]) {
      const serialised = async (piece: readonly string[]): Promise<string> => {
        if (signal.aborted) return ''
        const text = reply.serialize((await booksOf(userId, piece)).map(listedBook))
        if (typeof text !== 'string') throw new TypeError('A list of books is a text')
        await nextTick()
        return text.slice(1, -1)
      }
      async function* pieces() {
        let before = '['
        for (const piece of inPieces(ids)) {
          const text = await oneByOne(() => serialised(piece))
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
  }
}

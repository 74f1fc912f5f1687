import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import type { Preferences } from '../../contract/preferences.ts'
import { describeOnEngines } from '../engines.ts'
import { runs } from '../full.ts'
import { createTestServer, register, type TestReader, type TestServer } from '../testServer.ts'

const UNKNOWN_BOOK = 'no-such-book'
/** Books and their authors, in lower case. */
const AUTHOR_OF: Readonly<Record<string, string>> = {
  emma: 'jane austen',
  dracula: 'bram stoker',
  carmilla: 'sheridan le fanu',
  persuasion: 'jane austen',
  'jane-eyre': 'charlotte brontë',
}
const BOOKS = [...Object.keys(AUTHOR_OF), UNKNOWN_BOOK]
const AUTHORS = ['Jane Austen', 'jane austen', 'Ursula K. Le Guin', '  Bram Stoker ', 'İ', '👩‍🚀']

/** What the server should have of one reader. */
interface ModelReader {
  favorites: Set<string>
  authors: Set<string>
  preferences: readonly string[]
  isSignedIn: boolean
}

interface Real {
  server: TestServer
  readers: readonly TestReader[]
}

/** Who sends a request, and whose list it is about, by their numbers. */
interface Who {
  reader: number
  owner: number
}

type Command = fc.AsyncCommand<readonly ModelReader[], Real>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Payload = { bookId: string } | { author: string } | { preferences: readonly string[] }

function expectSame(found: unknown, expected: unknown): void {
  expect(found).toEqual(expected)
}

/**
 * A request whose status must be what the model says; `then` has the owner of the list and the body of a response
 * of 200.
 */
function command(
  who: Who,
  [method, path, payload]: readonly [Method, string, Payload?],
  then: (owner: ModelReader, body: string, real: Real) => void | Promise<void>,
): Command {
  return {
    check: () => true,
    toString: () => `${JSON.stringify(who)} ${method} ${path} ${JSON.stringify(payload)}`,
    async run(model, real) {
      const sender = model[who.reader]
      const owner = model[who.owner]
      if (!sender || !owner) throw new Error('There is no such reader.')
      const { statusCode, body } = await real.server.app.inject({
        method,
        url: `/api/${path.replace('{id}', real.readers[who.owner]?.id ?? '')}`,
        headers: { ...real.readers[who.reader]?.bearer },
        ...(payload && { payload }),
      })
      const isUnknown = payload && 'bookId' in payload && payload.bookId === UNKNOWN_BOOK
      const ofOwner = isUnknown ? 404 : 200
      const ofReader = who.reader === who.owner ? ofOwner : 403
      expect(statusCode).toBe(sender.isSignedIn ? ofReader : 401)
      if (statusCode === 200) await then(owner, body, real)
    },
  }
}

const own = fc.nat(1).map((reader): Who => ({ reader, owner: reader }))
const who = fc.oneof(
  { weight: 9, arbitrary: own },
  fc.record({ reader: fc.nat(1), owner: fc.nat(1) }),
)
const book = fc.constantFrom(...BOOKS)
const interests = fc.uniqueArray(fc.constantFrom(...CATEGORIES), { minLength: 1 })
/** The path variants of a request. */
const user = fc.constantFrom('user/{id}', 'users/{id}')

const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(who, user, book).map(([who, user, bookId]) =>
    command(who, ['POST', `${user}/favoriteBook`, { bookId }], ({ favorites }) => {
      favorites.add(bookId)
    }),
  ),
  fc.tuple(who, book).map(([who, bookId]) =>
    command(who, ['DELETE', `user/{id}/favoriteBook/${bookId}`], ({ favorites, authors }) => {
      const author = AUTHOR_OF[bookId]
      const isLast =
        favorites.delete(bookId) && ![...favorites].some((id) => AUTHOR_OF[id] === author)
      // An author leaves with the last favorite by them, in every spelling (decision page 0037).
      const leaving = [...authors].filter((name) => name.toLowerCase() === author)
      if (isLast) for (const name of leaving) authors.delete(name)
    }),
  ),
  who.map((who) =>
    command(who, ['GET', 'user/{id}/favoriteBooks'], ({ favorites }, body) => {
      const books: Book[] = JSON.parse(body)
      expectSame(books.map(({ id }) => id).toSorted(), [...favorites].toSorted())
    }),
  ),
  fc.tuple(who, interests).map(([who, preferences]) =>
    command(who, ['PUT', 'user/{id}', { preferences }], (owner) => {
      owner.preferences = preferences
    }),
  ),
  fc.tuple(who, user).map(([who, user]) =>
    command(who, ['GET', `${user}/preferences`], (owner, body) => {
      const { preferences }: Preferences = JSON.parse(body)
      expectSame(preferences, owner.preferences)
    }),
  ),
  fc.tuple(who, fc.constantFrom(...AUTHORS)).map(([who, author]) =>
    command(who, ['PUT', 'user/{id}/favoriteAuthors', { author }], async (owner, _, real) => {
      owner.authors.add(author.trim())
      const stored = await real.server.store.authors.list(real.readers[who.owner]?.id ?? '')
      expectSame(stored.toSorted(), [...owner.authors].toSorted())
    }),
  ),
  fc.nat(1).map((reader): Command => ({
    check: (model) => model[reader]?.isSignedIn === true,
    toString: () => `${reader} logs out`,
    async run(model, { server, readers }) {
      const headers = { ...readers[reader]?.bearer }
      const request = { method: 'POST', url: '/api/user/logout', headers } as const
      expectSame((await server.app.inject(request)).statusCode, 200)
      const existing = model[reader]
      if (existing) existing.isSignedIn = false
    },
  })),
]

describeOnEngines('whatever two readers do in whatever order', (make) => {
  test('the server has what a model of it has', { timeout: 600_000 }, async () => {
    const { drop, ...engine } = await make()
    const numRuns = runs(10, 200)
    let done = 0
    const server = await createTestServer({ rateLimitFactor: 1_000_000, ...engine })
    try {
      const property = fc.asyncProperty(
        fc.commands(commands, { maxCommands: 50, size: 'max' }),
        async (some) => {
          const readers = [await register(server.app), await register(server.app)]
          const model = readers.map((): ModelReader => ({
            favorites: new Set(),
            authors: new Set(),
            preferences: [],
            isSignedIn: true,
          }))
          await fc.asyncModelRun(() => ({ model, real: { server, readers } }), some)
          for (const [at, { id }] of readers.entries()) {
            const favorites = await server.store.favorites.ids(id)
            expect(new Set(favorites)).toEqual(model[at]?.favorites)
          }
          done += 1
        },
      )
      await fc.assert(property, { numRuns, seed: 1 })
      expect(done).toBe(numRuns)
    } finally {
      await server.close()
      await drop?.()
    }
  })
})

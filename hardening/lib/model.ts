import * as fc from 'fast-check'
import type { AsyncCommand } from 'fast-check'
import type { Book } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import type { Preferences } from '../../contract/preferences.ts'
import type { TestServer } from '../../test/testServer.ts'
import { addSessionReader, type SessionReader } from './sessionReader.ts'

const BOOKS = ['emma', 'dracula', 'carmilla', 'persuasion', 'jane-eyre', 'no-such-book']
const AUTHORS = ['Jane Austen', 'jane austen', 'Ursula K. Le Guin', '  Bram Stoker ', 'İ', '👩‍🚀']

/** What one reader should have. */
interface ModelReader {
  favorites: Set<string>
  authors: Set<string>
  preferences: readonly string[]
  /** Ended sessions are refused. */
  signedIn: boolean
}

type Model = ModelReader[]

interface Real {
  server: Pick<TestServer, 'app' | 'store'>
  readers: SessionReader[]
}

type Step = AsyncCommand<Model, Real>

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

function same(one: Iterable<string>, other: Iterable<string>): boolean {
  return JSON.stringify([...one].toSorted()) === JSON.stringify([...other].toSorted())
}

interface Act {
  reader: number
  /** Whose list is meant: now and then somebody else's. */
  owner: number
}

/** Sends what a step says and answers the status, after the guard has been held against the model. */
async function send(
  model: Model,
  { server, readers }: Real,
  { reader, owner }: Act,
  request: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; payload?: object },
): Promise<{ body: string } | undefined> {
  const answer = await server.app.inject({
    method: request.method,
    url: request.path.replace('{id}', readers[owner]?.id ?? ''),
    ...(readers[reader] && { headers: readers[reader].bearer }),
    ...(request.payload && { payload: request.payload }),
  })
  const { statusCode: status, body } = answer
  if (!model[reader]?.signedIn) {
    demand(status === 401, `without a session ${request.method} was answered ${status}`)
    return undefined
  }
  if (reader !== owner) {
    demand(status === 403, `for somebody else ${request.method} was answered ${status}`)
    return undefined
  }
  if (request.payload && 'bookId' in request.payload && request.payload.bookId === BOOKS.at(-1)) {
    demand(status === 404, `an unknown book was answered ${status}`)
    return undefined
  }
  demand(status === 200, `${request.method} ${request.path} was answered ${status}: ${body}`)
  return { body }
}

function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return { check: () => true, run, toString: () => name }
}

const act = fc.record({ reader: fc.nat(1), owner: fc.nat(1) })
const mostlyOwn = fc.oneof(
  { weight: 9, arbitrary: fc.nat(1).map((reader) => ({ reader, owner: reader })) },
  { weight: 1, arbitrary: act },
)

const steps = [
  fc.tuple(mostlyOwn, fc.constantFrom(...BOOKS), fc.boolean()).map(([who, bookId, plural]) =>
    step(`add ${bookId} ${JSON.stringify(who)}`, async (model, real) => {
      const path = plural ? '/api/users/{id}/favoriteBook' : '/api/user/{id}/favoriteBook'
      const done = await send(model, real, who, { method: 'POST', path, payload: { bookId } })
      if (done) model[who.owner]?.favorites.add(bookId)
    }),
  ),
  fc.tuple(mostlyOwn, fc.constantFrom(...BOOKS)).map(([who, bookId]) =>
    step(`remove ${bookId} ${JSON.stringify(who)}`, async (model, real) => {
      const path = `/api/user/{id}/favoriteBook/${bookId}`
      const done = await send(model, real, who, { method: 'DELETE', path })
      if (done) model[who.owner]?.favorites.delete(bookId)
    }),
  ),
  mostlyOwn.map((who) =>
    step(`favorites ${JSON.stringify(who)}`, async (model, real) => {
      const path = '/api/user/{id}/favoriteBooks'
      const done = await send(model, real, who, { method: 'GET', path })
      if (!done) return
      const books: Book[] = JSON.parse(done.body)
      const ids = books.map(({ id }) => id)
      demand(same(ids, model[who.owner]?.favorites ?? []), `the favorites are ${ids.join()}`)
    }),
  ),
  fc
    .tuple(
      mostlyOwn,
      fc.uniqueArray(fc.constantFrom(...CATEGORIES), { minLength: 1, maxLength: 20 }),
    )
    .map(([who, preferences]) =>
      step(`interests ${preferences.join()} ${JSON.stringify(who)}`, async (model, real) => {
        const path = '/api/user/{id}'
        const done = await send(model, real, who, { method: 'PUT', path, payload: { preferences } })
        const owner = model[who.owner]
        if (done && owner) owner.preferences = preferences
      }),
    ),
  fc.tuple(mostlyOwn, fc.boolean()).map(([who, plural]) =>
    step(`read interests ${JSON.stringify(who)}`, async (model, real) => {
      const path = plural ? '/api/users/{id}/preferences' : '/api/user/{id}/preferences'
      const done = await send(model, real, who, { method: 'GET', path })
      if (!done) return
      const { preferences }: Preferences = JSON.parse(done.body)
      const expected = model[who.owner]?.preferences ?? []
      demand(preferences.join() === expected.join(), `the interests are ${preferences.join()}`)
    }),
  ),
  fc.tuple(mostlyOwn, fc.constantFrom(...AUTHORS)).map(([who, author]) =>
    step(`author ${author} ${JSON.stringify(who)}`, async (model, real) => {
      const path = '/api/user/{id}/favoriteAuthors'
      const done = await send(model, real, who, { method: 'PUT', path, payload: { author } })
      if (!done) return
      model[who.owner]?.authors.add(author.trim())
      const kept = await real.server.store.authors.list(real.readers[who.owner]?.id ?? '')
      demand(same(kept, model[who.owner]?.authors ?? []), `the authors are ${kept.join()}`)
    }),
  ),
  fc.nat(1).map((reader) =>
    step(`log out ${reader}`, async (model, { server, readers }) => {
      const headers = readers[reader]?.bearer
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/user/logout',
        ...(headers && { headers }),
      })
      demand(statusCode === 200, `logout was answered ${statusCode}`)
      const known = model[reader]
      if (known) known.signedIn = false
    }),
  ),
]

/**
 * Runs what readers do in any order, `runs` times up to `length` steps each, two readers at a time,
 * against the server and a model of what it should hold.
 *
 * Answers how many sequences were run.
 *
 * @throws Error with the shortest sequence found after which the two differ, and its seed
 */
export async function runModel(
  server: Pick<TestServer, 'app' | 'store'>,
  { runs, length, seed }: { runs: number; length: number; seed: number },
): Promise<number> {
  let done = 0
  const property = fc.asyncProperty(
    fc.commands(steps, { maxCommands: length }),
    async (commands) => {
      const readers = [await addSessionReader(server.store), await addSessionReader(server.store)]
      await fc.asyncModelRun(
        () => ({
          model: readers.map((): ModelReader => ({
            favorites: new Set(),
            authors: new Set(),
            preferences: [],
            signedIn: true,
          })),
          real: { server, readers },
        }),
        commands,
      )
      done += 1
    },
  )
  await fc.assert(property, { numRuns: runs, seed })
  return done
}

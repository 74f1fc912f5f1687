import { Value } from 'typebox/value'
import { Book } from '../../contract/books.ts'
import { isCategory } from '../../contract/categories.ts'
import { Id } from '../../contract/common.ts'
import type { Operation } from '../../contract/operation.ts'
import { isRecord, parseJson } from './json.ts'
import { pickCalls, type Call, type Calls, type SkipReason } from './calls.ts'
import { HarError, readHar, type HarEntry, type HarFile } from './har.ts'
import { pathOf } from './operationOf.ts'
import { standIn } from './readers.ts'
import {
  isSameCall,
  keyOf,
  readRecording,
  type AnyBook,
  type CallKey,
  type RecordedAnswer,
  type RecordedCall,
  type Recording,
} from './recording.ts'
import { createScrubber, type Readers, type Scrubber } from './scrub.ts'
import { collectSecrets, findSecret, type SecretKind, type Secrets } from './secrets.ts'

/** An answer that took at least this long keeps its time; shorter ones differ by chance only. */
const FELT_MS = 1000
/** A replay is not kept waiting for longer, whatever was recorded. */
const WAIT_MAX_MS = 5000

/** What became of a HAR. */
export interface RecordedSummary {
  /** The program that wrote the file. */
  creator: string
  entries: number
  taken: number
  /** Calls that the contract has nothing for. */
  unknown: number
  skipped: ReadonlyMap<SkipReason, number>
  /** The calls without a body by name; empty where there are none. */
  bodiless: string
  /** What was taken out, and how often; nothing that was not there. */
  scrubbed: ReadonlyMap<SecretKind | 'name' | 'picture' | 'unknown text', number>
}

const LOGIN_PATHS = new Set(['login', 'register', 'logout'])

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isSignIn({ found }: Call): boolean {
  const id = found?.operation.schema.operationId
  return id === 'login' || id === 'register'
}

/** Who the recording is about: every id, and the names that go with it. */
function findReaders(calls: readonly Call[], pages: readonly URL[]): Readers {
  const readers = new Map<string, Set<string>>()
  const homeless = new Set<string>()
  let last: string | undefined

  function know(id: string): void {
    if (!readers.has(id)) readers.set(id, new Set())
    last = id
  }

  function name(...texts: readonly unknown[]): void {
    const theirs = (last === undefined ? undefined : readers.get(last)) ?? homeless
    for (const text of texts) if (isText(text)) theirs.add(text.trim())
  }

  for (const { searchParams } of pages) {
    const id = searchParams.get('userId')
    if (id) know(id)
    name(searchParams.get('name'))
  }
  for (const call of calls) {
    const [, , owner, id = ''] = call.url.pathname.split('/')
    if ((owner === 'user' || owner === 'users') && id !== '' && !LOGIN_PATHS.has(id)) {
      know(call.found?.params['id'] ?? id)
    }
    if (!isSignIn(call) && call.found?.operation.schema.operationId !== 'getProfile') continue
    const sent = parseJson(call.sent)
    const answer = call.body.as === 'json' ? call.body.value : undefined
    if (isRecord(answer) && isText(answer['id'])) know(answer['id'])
    name(isRecord(sent) ? sent['name'] : undefined, isRecord(answer) ? answer['name'] : undefined)
  }
  const ids = [...readers.keys()]
  const [first = [], ...others] = [...readers.values()].map((theirs) => [...theirs])
  // A name of a sign-in that was refused is taken for the first reader's.
  return { ids, names: [[...first, ...homeless], ...others] }
}

/** The pages that were opened, the first one first. */
function openedPages({ entries, pageTitles }: HarFile, calls: Calls): URL[] {
  const origins = new Set([calls.origin])
  for (const { request } of entries) {
    if (!request.url.startsWith(`${calls.origin}/api/`)) continue
    const origin = request.headers?.find(({ name }) => name.toLowerCase() === 'origin')?.value
    if (origin) origins.add(origin)
  }
  const documents = entries.filter(isDocument).map(({ request }) => request.url)
  return [...documents, ...pageTitles]
    .map((address) => URL.parse(address))
    .filter((url) => url !== null)
    .filter(({ origin, pathname }) => origins.has(origin) && !pathname.startsWith('/api/'))
}

function isDocument({ request, response }: HarEntry): boolean {
  return request.method === 'GET' && /html/i.test(response.content?.mimeType ?? '')
}

const PAGES = new Set([
  '/',
  '/login',
  '/register',
  '/categories',
  '/recommendations',
  '/favorites',
  '/profile',
])

/** A page of the product; `/nowhere` for every other path, which may hold anything. */
function pagePath(url: URL | undefined): string {
  if (url === undefined) return '/'
  const path = url.pathname.toLowerCase().replace(/\/+$/, '') || '/'
  if (PAGES.has(path)) return path
  const [, book, id = '', ...rest] = url.pathname.split('/')
  return book === 'book' && rest.length === 0 && Value.Check(Id, id) ? `/book/${id}` : '/nowhere'
}

function isOwned(operation: Operation | undefined): boolean {
  return operation?.access === 'bearer' || operation?.access === 'bearerOrCookie'
}

/** How the recording begins: at which page, and signed in or not. */
function beginning(
  calls: readonly Call[],
  pages: readonly URL[],
): Pick<Recording, 'path' | 'session' | 'arrival'> {
  const [page] = pages
  if (page?.searchParams.has('token') && page.searchParams.has('userId')) {
    const isNew = page.searchParams.get('isNewUser') === 'true'
    return { path: '/', session: 'signedOut', arrival: isNew ? 'newcomer' : 'returning' }
  }
  // Exporters leave Authorization out on purpose; then the first call that needs a session tells.
  const telling = calls.find(
    (call) => isSignIn(call) || call.hasBearer || isOwned(call.found?.operation),
  )
  const isSignedIn = telling !== undefined && !isSignIn(telling)
  return { path: pagePath(page), session: isSignedIn ? 'signedIn' : 'signedOut' }
}

/** A part of an unknown path that is a word of a program: `favoriteBook`, `favorite-book`. */
const PLAIN_PART = /^(?=.{1,24}$)[a-z]+(?:[A-Z-][a-z]+)*$/

function scrubKey(call: Call, scrubber: Scrubber): CallKey {
  const key = keyOf(call.method, call.url, call.sent)
  if (!call.found) {
    const parts = call.url.pathname.split('/').map((part, index) => {
      if (index < 2 || part === '') return part
      const id = scrubber.id(part)
      if (id !== part) return id
      return PLAIN_PART.test(part) && !scrubber.isPrivate(part) ? part : '*'
    })
    return { ...key, path: parts.join('/') }
  }
  const { operation, params } = call.found
  const id = scrubber.id(params['id'] ?? '')
  const isReaders = /^\/api\/users?\/:id/.test(operation.url)
  const query = key.query && {
    query: Object.fromEntries(
      Object.entries(key.query).map(([name, value]) => [
        name,
        isCategory(value) ? value : scrubber.sentence(value),
      ]),
    ),
  }
  return {
    ...key,
    path: isReaders ? pathOf(operation, { ...params, id }) : key.path,
    ...query,
  }
}

/** Keeps each book once, and leaves a reference where it stood. */
function createShelf(): { books: Map<string, AnyBook>; shelve: (value: unknown) => unknown } {
  const books = new Map<string, AnyBook>()

  function shelve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shelve)
    if (!Value.Check(Book, value)) return value
    const known = books.get(value.id)
    if (known === undefined) books.set(value.id, value)
    return known === undefined || JSON.stringify(known) === JSON.stringify(value)
      ? { $book: value.id }
      : value
  }

  return { books, shelve }
}

function toAnswer(
  { found, status, body, ms }: Call,
  scrubber: Scrubber,
  shelve: (value: unknown) => unknown,
): RecordedAnswer {
  const wait = Math.min(WAIT_MAX_MS, Math.round(ms / 100) * 100)
  return {
    status,
    ...(body.as === 'json' && {
      body: shelve(scrubber.body(found?.operation.schema.operationId, status, body.value)),
    }),
    ...(body.as !== 'json' && body.as !== 'nothing' && { as: body.as }),
    ...(wait >= FELT_MS && { ms: wait }),
  }
}

function collectCalls(
  calls: readonly Call[],
  scrubber: Scrubber,
): Pick<Recording, 'calls' | 'books'> {
  const { books, shelve } = createShelf()
  const recorded: RecordedCall[] = []
  for (const call of calls) {
    const key = scrubKey(call, scrubber)
    const answer = toAnswer(call, scrubber, shelve)
    const known = recorded.find((other) => isSameCall(other, key))
    if (known) known.answers.push(answer)
    else recorded.push({ ...key, method: call.method, answers: [answer] })
  }
  const byId = [...books.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return { calls: recorded, books: byId }
}

function countScrubbed(
  secrets: Secrets,
  readers: Readers,
  { counts }: Scrubber,
): RecordedSummary['scrubbed'] {
  const scrubbed = new Map<SecretKind | 'name' | 'picture' | 'unknown text', number>()
  for (const kind of secrets.values()) scrubbed.set(kind, (scrubbed.get(kind) ?? 0) + 1)
  const others = [
    ['reader id', readers.ids.length],
    ['name', new Set(readers.names.flat()).size],
    ['picture', counts.pictures],
    ['unknown text', counts.unknownTexts],
  ] as const
  for (const [what, count] of others) if (count > 0) scrubbed.set(what, count)
  return scrubbed
}

/**
 * Makes a recorded session of a HAR file: the product's calls in their order, the reader's own data
 * replaced by those of the reader of the scenarios (decision page 0015).
 * @param source the text of the file
 * @param title what the scenario is called for testers
 * @throws HarError with one plain line where there is nothing to replay, or where a secret would be
 * written
 */
export function recordHar(
  source: string,
  title: string,
): { recording: Recording; summary: RecordedSummary } {
  const har = readHar(source)
  const calls = pickCalls(har.entries)
  const pages = openedPages(har, calls)
  const secrets = collectSecrets(har.raw)
  const readers = findReaders(calls.taken, pages)
  const scrubber = createScrubber(readers, secrets)
  const recording = readRecording({
    title,
    ...beginning(calls.taken, pages),
    ...collectCalls(calls.taken, scrubber),
  })
  const harmless = new Set(readers.names.flatMap((_, place) => Object.values(standIn(place))))
  const ids = readers.ids.filter((id) => id.length >= 8).map((id) => [id, 'reader id'] as const)
  const found = findSecret(recording, new Map([...ids, ...secrets]), harmless)
  if (found !== undefined) {
    throw new HarError(
      `Nothing is written: ${found} would be left. Record again with values that occur nowhere else.`,
    )
  }
  return {
    recording,
    summary: {
      creator: har.creator,
      entries: har.entries.length,
      taken: calls.taken.length,
      unknown: calls.taken.filter((call) => !call.found).length,
      skipped: calls.skipped,
      bodiless: calls.bodiless,
      scrubbed: countScrubbed(secrets, readers, scrubber),
    },
  }
}

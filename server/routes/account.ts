import { Readable } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { FastifyRequest, FastifyTypeProviderDefault } from 'fastify'
import {
  deleteAccount,
  exportAccount,
  type AccountExport,
  type ExportFormat,
  type KeptBook,
} from '../../contract/account.ts'
import { booksCsv, CSV_HEADER } from '../../contract/accountCsv.ts'
import { LIBRARY_LISTS, type LibraryList } from '../../contract/uploads.ts'
import { favoriteAuthorsOf } from '../../books/sameAuthor.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { pictureUrl } from '../accounts/photos.ts'
import { loginAccount } from '../accounts/throttle.ts'
import { MINUTE_MS } from '../../contract/units.ts'
import { sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { HttpProblem } from '../plugins/errors.ts'
import { inPieces } from '../store/repositories/keptBooks.ts'
import type { StoredAccount, User } from '../store/store.ts'
import { tryPassword } from './passwordChecks.ts'
import type { Api, Services } from './services.ts'

/** How old a sign-in may be that replaces the password an account does not have, in ms. */
const FRESH_SIGN_IN_MS = 10 * MINUTE_MS

const iso = (time: number): string => new Date(time).toISOString()

/** Everything stored about a reader in the shape of the contract, but for the books. */
function exportOf(
  { user, preferences, picture, ...stored }: StoredAccount,
  now: number,
): AccountExport {
  const { id, name, email, createdAt, passwordHash, language } = user
  return {
    exportedAt: iso(now),
    account: {
      id,
      name,
      email,
      createdAt: iso(createdAt),
      hasPassword: passwordHash !== '',
      language,
    },
    identities: stored.identities.map(({ provider, subject, createdAt: linkedAt }) => ({
      provider,
      subject,
      linkedAt: iso(linkedAt),
    })),
    preferences,
    favoriteBooks: [],
    wantToRead: [],
    read: [],
    notForMe: [],
    favoriteAuthors: favoriteAuthorsOf(
      stored.authors.map(({ name, addedAt }) => [name, iso(addedAt)]),
    ),
    import: stored.import
      ? { program: stored.import.program, addedAt: iso(stored.import.addedAt) }
      : null,
    sessions: stored.sessions.map((session) => ({
      begun: session.begun,
      browser: session.browser,
      system: session.system,
      createdAt: iso(session.createdAt),
      lastSeenAt: iso(session.lastSeenAt),
      expiresAt: iso(session.expiresAt),
    })),
    devices: stored.devices.map(({ usedAt }) => ({ lastSeenAt: iso(usedAt) })),
    picture: picture
      ? {
          link: pictureUrl(picture.name),
          type: 'image/webp',
          data: Buffer.from(picture.bytes).toString('base64'),
        }
      : null,
  }
}

/** The name of each list of books in an export. */
const LISTS = {
  favorites: 'favoriteBooks',
  wantToRead: 'wantToRead',
  read: 'read',
  notForMe: 'notForMe',
} as const

/** The books of a list, a piece at a time. */
type ReadBooks = (list: LibraryList) => AsyncIterable<KeptBook[]>

async function* csvOf(readBooks: ReadBooks) {
  yield CSV_HEADER
  for (const list of LIBRARY_LISTS)
    for await (const books of readBooks(list)) yield booksCsv(list, books)
}

async function* jsonOf(account: AccountExport, readBooks: ReadBooks) {
  let rest = JSON.stringify(account, null, 2)
  for (const list of LIBRARY_LISTS) {
    const name = `"${LISTS[list]}": [`
    // Within a text there would be a backslash before the quotation marks.
    const [start = '', end = ''] = rest.split(`${name}]`)
    yield `${start}${name}`
    let isFirst = true
    for await (const books of readBooks(list)) {
      if (books.length === 0) continue
      const text = JSON.stringify(books, null, 2).slice(1, -2).replaceAll('\n', '\n  ')
      yield isFirst ? text : `,${text}`
      isFirst = false
    }
    rest = `${isFirst ? '' : '\n  '}]${end}`
  }
  yield `${rest}\n`
}

/** A reader's rights: everything stored about them to take away, and its deletion (decision page 0025). */
export function registerAccountRoutes(api: Api, services: Services): void {
  const { store, cookie, device, hostNeighbours, now } = services

  /** @throws HttpProblem 403 where it need not be the reader who requests a deletion, 429 after too many of these */
  const confirm = async (user: User, request: FastifyRequest, password?: string): Promise<void> => {
    const { emailKey: email, passwordHash } = user
    const logged = { reader: user.id }
    if (passwordHash === '') {
      if (now() - sessionOf(request).createdAt <= FRESH_SIGN_IN_MS) return
      throw new HttpProblem(403, 'sign_in_too_old', ERROR_TEXTS.signInTooOld, { logged })
    }
    if (password === undefined) {
      throw new HttpProblem(403, 'wrong_password', ERROR_TEXTS.passwordNeeded, { logged })
    }
    const { isRight } = await tryPassword(services, request, { user, email, password })
    if (!isRight)
      throw new HttpProblem(403, 'wrong_password', ERROR_TEXTS.wrongPassword, { logged })
  }

  // Without the type of its response, which is sent piece by piece.
  api.withTypeProvider<FastifyTypeProviderDefault>().route<{
    Params: { id: string }
    Querystring: { format: ExportFormat }
  }>({
    ...exportAccount,
    handler: async ({ params: { id }, query: { format }, signal }, reply) => {
      const stored = await store.accounts.everythingOf(id)
      if (!stored) throw unauthenticated()
      const { bookIds } = stored
      async function* readBooks(list: LibraryList) {
        for (const piece of inPieces(bookIds[LISTS[list]])) {
          // The client has gone.
          if (signal.aborted) return
          const books = await store.kept.outlines(id, piece)
          yield books.map((book) => ({ ...book, addedAt: iso(book.addedAt) }))
          await nextTick()
        }
      }
      void reply.headers({
        // Without the reader's name: files are often shared under their names.
        'content-disposition': `attachment; filename="catchword-account.${format}"`,
        'cache-control': 'no-store',
      })
      const isCsv = format === 'csv'
      const pieces = isCsv ? csvOf(readBooks) : jsonOf(exportOf(stored, now()), readBooks)
      return reply
        .type(isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8')
        .send(Readable.from(pieces))
    },
  })

  api.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const user = await store.users.byId(request.params.id)
      if (!user) throw unauthenticated()
      await confirm(user, request, request.body.password)
      const by = { sessionId: sessionOf(request).id, passwordHash: user.passwordHash }
      if (!(await store.accounts.remove(user.id, loginAccount(user.emailKey), by))) {
        throw unauthenticated()
      }
      hostNeighbours.forget(user.createdAt)
      // The account is gone, whatever fails here; a later write does it.
      await store.accounts.scrub().catch((error: unknown) => {
        api.log.error({ err: error }, 'could not erase the remains of a deleted account')
      })
      cookie.expire(reply)
      device.expire(reply)
      return { message: 'Your account and everything in it has been deleted.' }
    },
  })
}

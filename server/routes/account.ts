import type { FastifyRequest } from 'fastify'
import { deleteAccount, exportAccount, type AccountExport } from '../../contract/account.ts'
import { accountCsv } from '../../contract/accountCsv.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { pictureUrl } from '../accounts/photos.ts'
import { loginAccount } from '../accounts/throttle.ts'
import { MINUTE_MS } from '../../contract/units.ts'
import { sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { HttpProblem } from '../plugins/errors.ts'
import type { StoredAccount, User } from '../store/store.ts'
import { tryPassword } from './passwordChecks.ts'
import type { Api, Services } from './services.ts'

/** How old a sign-in may be that replaces the password an account does not have, in ms. */
const FRESH_SIGN_IN_MS = 10 * MINUTE_MS

const iso = (time: number): string => new Date(time).toISOString()

/** Everything stored about a reader in the shape of the contract: about 2 MB at most. */
function exportOf(
  { user, preferences, picture, ...stored }: StoredAccount,
  now: number,
): AccountExport {
  const { id, name, email, createdAt, passwordHash } = user
  return {
    exportedAt: iso(now),
    account: { id, name, email, createdAt: iso(createdAt), hasPassword: passwordHash !== '' },
    identities: stored.identities.map(({ provider, subject, createdAt: linkedAt }) => ({
      provider,
      subject,
      linkedAt: iso(linkedAt),
    })),
    preferences,
    favoriteBooks: stored.favorites.map((book) => ({ ...book, addedAt: iso(book.addedAt) })),
    favoriteAuthors: stored.authors.map((author) => ({ ...author, addedAt: iso(author.addedAt) })),
    sessions: stored.sessions.map((session) => ({
      begun: session.begunBy,
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

  api.route({
    ...exportAccount,
    handler: async (request, reply) => {
      const { format } = request.query
      const stored = await store.accounts.everythingOf(request.params.id)
      if (!stored) throw unauthenticated()
      const account = exportOf(stored, now())
      void reply.headers({
        // Without the reader's name: files are often shared under their names.
        'content-disposition': `attachment; filename="catchword-account.${format}"`,
        'cache-control': 'no-store',
      })
      return format === 'csv'
        ? reply.type('text/csv; charset=utf-8; header=present').send(accountCsv(account))
        : reply
            .type('application/json; charset=utf-8')
            .send(`${JSON.stringify(account, null, 2)}\n`)
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

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { accountCsv } from '../../contract/accountCsv.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { exportOf } from '../accounts/accountExport.ts'
import { createDeviceCookie, type SessionCookie } from '../accounts/cookie.ts'
import type { PhotoFolder } from '../accounts/photos.ts'
import { loginAccount, type LoginThrottleService } from '../accounts/throttle.ts'
import type { Config } from '../config.ts'
import { MINUTE_MS } from '../lib/units.ts'
import { sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { HttpProblem } from '../plugins/errors.ts'
import type { HeartKeeper } from '../recommendations/heartKeeper.ts'
import type { Store, User } from '../store/store.ts'
import { tryPassword } from './tryPassword.ts'

/** How old a sign-in may be that stands for the password an account does not have, in ms. */
const FRESH_SIGN_IN_MS = 10 * MINUTE_MS

interface Options {
  config: Config
  store: Store
  photos: PhotoFolder
  cookie: SessionCookie
  throttle: LoginThrottleService
  hearts: Pick<HeartKeeper, 'forget'>
  now?: (() => number) | undefined
}

/** A reader's rights: everything held about them to take away, and its deletion (decision page 0025). */
export function registerAccountRoutes(
  app: FastifyInstance,
  { config, store, photos, cookie, throttle, hearts, now = Date.now }: Options,
): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>()
  const device = createDeviceCookie(config)

  /** @throws HttpProblem 403 where the password is not the reader's, 429 after too many of these */
  const checkPassword = async (
    user: User,
    password: string | undefined,
    request: FastifyRequest,
  ): Promise<void> => {
    if (password === undefined) {
      throw new HttpProblem(403, 'wrong_password', ERROR_TEXTS.passwordNeeded)
    }
    const { emailKey: email, passwordHash: hash } = user
    const known = await throttle.knownDevice(user.id, device.read(request))
    if (await tryPassword(throttle, { email, device: known, password, hash })) return
    throw new HttpProblem(403, 'wrong_password', ERROR_TEXTS.wrongPassword)
  }

  const checkFreshness = (request: FastifyRequest): void => {
    if (now() - sessionOf(request).createdAt <= FRESH_SIGN_IN_MS) return
    throw new HttpProblem(403, 'sign_in_too_old', ERROR_TEXTS.signInTooOld)
  }

  /** Deletes the pictures of deleted accounts, also what a crash has left; what fails is left for the next time. */
  const clearUp = async (scrub?: () => Promise<void>): Promise<void> => {
    try {
      for (const name of await store.accounts.leftPictures()) {
        await photos.remove(name)
        await store.accounts.pictureGone(name)
      }
      await scrub?.()
    } catch (error) {
      app.log.error({ err: error }, 'what deleted accounts left could not be cleared up')
    }
  }
  app.addHook('onReady', () => clearUp())

  api.route({
    ...exportAccount,
    handler: async (request, reply) => {
      const { format } = request.query
      const held = await store.accounts.held(request.params.id)
      if (!held) throw unauthenticated()
      const account = await exportOf(held, photos, now())
      // Without the reader's name: files are often shared under their names.
      const name = `catchword-account.${format}`
      void reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
      const [type, text] =
        format === 'csv'
          ? ['text/csv; charset=utf-8; header=present', accountCsv(account)]
          : ['application/json; charset=utf-8', `${JSON.stringify(account, null, 2)}\n`]
      return reply.type(type).send(text)
    },
  })

  api.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const user = await store.users.byId(request.params.id)
      if (!user) throw unauthenticated()
      if (user.passwordHash === '') checkFreshness(request)
      else await checkPassword(user, request.body.password, request)
      if (!(await store.accounts.remove(user.id, loginAccount(user.emailKey)))) {
        throw unauthenticated()
      }
      hearts.forget(user.id)
      await clearUp(() => store.accounts.scrub())
      cookie.expire(reply)
      device.expire(reply)
      return { message: 'Your account and everything in it is deleted.' }
    },
  })
}

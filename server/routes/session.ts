import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../contract/email.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { READER_NAME_MAX_LENGTH } from '../../contract/limits.ts'
import { plainLine } from '../../contract/fold.ts'
import { login, logout, register } from '../../contract/session.ts'
import { createDeviceCookie, type SessionCookie } from '../accounts/cookie.ts'
import { hashPassword, isOutdated, verifyPassword } from '../accounts/passwords.ts'
import { newUser } from '../accounts/newUser.ts'
import type { Sessions } from '../accounts/sessions.ts'
import { countCodePoints } from '../accounts/text.ts'
import type { LoginThrottleService } from '../accounts/throttle.ts'
import type { Config } from '../config.ts'
import { fetchSite, optionalSessionOf, refuseForeignLogin } from '../plugins/authenticate.ts'
import { HttpProblem, invalidField } from '../plugins/errors.ts'
import type { Store } from '../store/store.ts'
import { checkNewPassword } from './newPassword.ts'
import { tryPassword } from './tryPassword.ts'

interface Options {
  config: Config
  store: Store
  sessions: Sessions
  cookie: SessionCookie
  throttle: LoginThrottleService
}

function readName(text: string): string {
  const name = plainLine(text)
  if (name === '') throw invalidField('name', 'required', 'Name is required.')
  if (countCodePoints(name) <= READER_NAME_MAX_LENGTH) return name
  const message = `Name can have at most ${READER_NAME_MAX_LENGTH} characters.`
  throw invalidField('name', 'maxLength', message)
}

function emailTaken(): HttpProblem {
  return new HttpProblem(409, 'email_taken', ERROR_TEXTS.emailTaken)
}

/** Login, registration and logout. */
export function registerSessionRoutes(
  app: FastifyInstance,
  { config, store, sessions, cookie, throttle }: Options,
): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>()
  const device = createDeviceCookie(config)

  const begin = async (userId: string, request: FastifyRequest, reply: FastifyReply) => {
    const bound = fetchSite(request) !== undefined
    const secrets = await sessions.begin(userId, { born: 'password', bound })
    cookie.set(reply, secrets.cookie)
    return secrets.token
  }

  api.route({
    ...login,
    handler: async (request, reply) => {
      refuseForeignLogin(request)
      const { email, password } = request.body
      const user = await store.users.byEmail(email)
      // What is no email is looked for and counted all the same: every failure costs as much.
      const key = user?.emailKey ?? emailKey(email) ?? email
      const known = await throttle.knownDevice(user?.id, device.read(request))
      const attempt = { email: key, device: known, password, hash: user?.passwordHash }
      const isRight = await tryPassword(throttle, attempt)
      const invalid = new HttpProblem(401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials)
      if (!user || !isRight) throw invalid
      const { passwordHash } = user
      if (isOutdated(passwordHash)) {
        await store.users.setPasswordHash(user.id, await hashPassword(password), passwordHash)
      }
      const token = await begin(user.id, request, reply)
      // A new password ends the sessions that are there; one set meanwhile has not seen this one.
      const present = (await store.users.byId(user.id))?.passwordHash
      if (present !== passwordHash && !(await verifyPassword(password, present))) {
        const session = await sessions.byToken(token)
        if (session) await sessions.end(session)
        cookie.expire(reply)
        throw invalid
      }
      device.set(reply, await throttle.rememberDevice(user.id, known))
      return { token, id: user.id, name: user.name }
    },
  })

  api.route({
    ...register,
    handler: async (request, reply) => {
      refuseForeignLogin(request)
      const name = readName(request.body.name)
      const key = emailKey(request.body.email)
      const email = plainLine(request.body.email)
      if (key === undefined) throw invalidField('email', 'format', ERROR_TEXTS.emailInvalid)
      checkNewPassword(request.body, { name, email }, config)
      // Told before the costly hash; the unique key decides when two come at once.
      if (await store.users.byEmail(request.body.email)) throw emailTaken()
      const passwordHash = await hashPassword(request.body.password)
      const user = newUser({ name, email, emailKey: key, passwordHash }, Date.now())
      if (!(await store.users.add(user))) throw emailTaken()
      const token = await begin(user.id, request, reply)
      const message = `Welcome to Catchword, ${name}! Your account is ready.`
      return reply.code(201).send({ token, id: user.id, name, message })
    },
  })

  api.route({
    ...logout,
    handler: async (request, reply) => {
      const session = optionalSessionOf(request)
      if (session) await sessions.end(session)
      cookie.expire(reply)
      return { message: 'You are logged out.' }
    },
  })
}

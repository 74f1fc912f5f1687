import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailKey } from '../../contract/email.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { READER_NAME_MAX_LENGTH } from '../../contract/limits.ts'
import { plainLine } from '../../contract/plainLine.ts'
import {
  endOtherSessions,
  endSession,
  getSessions,
  login,
  logout,
  register,
} from '../../contract/session.ts'
import { fieldLabel } from '../../contract/validationText.ts'
import { PAGE_TEXTS } from '../languages/pageTexts.ts'
import { sayIn } from '../languages/sayIn.ts'
import { newUser } from '../accounts/newUser.ts'
import { countCodePoints, hashPassword, isOutdated, verifyPassword } from '../accounts/passwords.ts'
import {
  fetchSite,
  optionalSessionOf,
  refuseForeignLogin,
  sessionOf,
} from '../plugins/authenticate.ts'
import { HttpProblem, invalidField } from '../plugins/errors.ts'
import { chosenLanguage, sendLanguage } from '../plugins/language.ts'
import type { User } from '../store/store.ts'
import { checkNewPassword, tryPassword } from './passwordChecks.ts'
import type { Api, Services } from './services.ts'

function readName(text: string): string {
  const name = plainLine(text)
  if (name === '')
    throw invalidField('name', 'required', {
      text: ERROR_TEXTS.required,
      values: { field: fieldLabel('name') },
    })
  if (countCodePoints(name) <= READER_NAME_MAX_LENGTH) return name
  const values = { field: fieldLabel('name'), count: READER_NAME_MAX_LENGTH }
  throw invalidField('name', 'maxLength', { text: ERROR_TEXTS.tooLong, values })
}

const emailTaken = () => new HttpProblem(409, 'email_taken', ERROR_TEXTS.emailTaken)

/** Login, registration, logout, and a reader's sessions. */
export function registerSessionRoutes(api: Api, services: Services): void {
  const { config, store, sessions, cookie, device, throttle, now } = services

  const begin = async (
    { id, language }: Pick<User, 'id' | 'language'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const bound = fetchSite(request) !== undefined
    const userAgent = request.headers['user-agent']
    const secrets = await sessions.begin(id, { begun: 'password', bound }, userAgent)
    cookie.set(reply, secrets.cookie)
    sendLanguage(reply, language, config)
    return secrets.token
  }

  api.route({
    ...login,
    handler: async (request, reply) => {
      refuseForeignLogin(request, config)
      const { email, password } = request.body
      const user = await store.users.byEmail(email)
      // What is no email is looked for and counted all the same: every failure costs as much.
      const key = user?.emailKey ?? emailKey(email) ?? email
      const attempt = await tryPassword(services, request, { user, email: key, password })
      const invalid = new HttpProblem(401, 'invalid_credentials', ERROR_TEXTS.invalidCredentials, {
        logged: { reader: user?.id },
      })
      if (!user || !attempt.isRight) throw invalid
      const { passwordHash } = user
      if (isOutdated(passwordHash)) {
        await store.users.setPasswordHash(user.id, await hashPassword(password), passwordHash)
      }
      const token = await begin(user, request, reply)
      // A new password ends the sessions that are there; one set meanwhile has not seen this one.
      const current = (await store.users.byId(user.id))?.passwordHash
      if (current !== passwordHash && !(await verifyPassword(password, current))) {
        const session = await sessions.byToken(token)
        if (session) await sessions.end(session)
        cookie.expire(reply)
        throw invalid
      }
      device.set(reply, await throttle.rememberDevice(user.id, attempt.device))
      return { token, id: user.id, name: user.name }
    },
  })

  api.route({
    ...register,
    handler: async (request, reply) => {
      refuseForeignLogin(request, config)
      if (config.registration === 'closed') {
        throw new HttpProblem(403, 'registration_closed', ERROR_TEXTS.registrationClosed)
      }
      const name = readName(request.body.name)
      const key = emailKey(request.body.email)
      const email = plainLine(request.body.email)
      if (key === undefined) throw invalidField('email', 'format', ERROR_TEXTS.emailInvalid)
      checkNewPassword(request.body, { name, email }, config)
      // Checked before the costly hash; the unique key decides when two come at once.
      if (await store.users.byEmail(request.body.email)) throw emailTaken()
      const passwordHash = await hashPassword(request.body.password)
      const user = newUser(
        { name, email, emailKey: key, passwordHash },
        now(),
        chosenLanguage(request),
      )
      if (!(await store.users.add(user))) throw emailTaken()
      const token = await begin(user, request, reply)
      const message = sayIn(request.language, 'pages', PAGE_TEXTS.registered, { name })
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

  api.route({
    ...getSessions,
    handler: async (request) => {
      const { id: current, userId } = sessionOf(request)
      return (await sessions.list(userId)).map(
        ({ id, browser, system, createdAt, lastSeenAt }) => ({
          id,
          browser,
          system,
          createdAt: new Date(createdAt).toISOString(),
          lastSeenAt: new Date(lastSeenAt).toISOString(),
          isCurrent: id === current,
        }),
      )
    },
  })

  api.route({
    ...endSession,
    handler: async ({ params: { id: userId, sessionId: id } }) => {
      await sessions.end({ userId, id })
      return { message: 'The session has ended.' }
    },
  })

  api.route({
    ...endOtherSessions,
    handler: async (request) => {
      await sessions.endOthers(sessionOf(request))
      return { message: 'All other sessions have ended.' }
    },
  })
}

import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { emailKey } from '../../contract/email.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import type { Language } from '../../contract/languages.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../../contract/password.ts'
import { getSettings } from '../../contract/settings.ts'
import { MailFailed, type Mailer } from '../accounts/mail.ts'
import { createPasswordResets } from '../accounts/passwordResets.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { GateFull } from '../lib/gate.ts'
import { refuseForeignLogin, sessionOf, unauthenticated } from '../plugins/authenticate.ts'
import { HttpProblem, invalidField } from '../plugins/errors.ts'
import { createMailLimit } from '../plugins/limits.ts'
import { checkNewPassword, tryPassword } from './passwordChecks.ts'
import type { Api, Services } from './services.ts'

/** How long the closing of the server waits for mails, in ms, when its requests are answered. */
const CLOSING_MS = 1000

/** Within how long of the response the work for a mail begins, in ms. */
const DELAY_MS = 500

/** Forgotten and changed passwords (docs/decisions/0046). */
export function registerPasswordRoutes(api: Api, services: Services): void {
  const { config, store, throttle, device, mailer, now } = services
  const resets = createPasswordResets(store, config, now)
  const isWithinLimit = createMailLimit(api, { config })
  const mails = new Set<Promise<void>>()

  /** Mails a link, or that there is no password, in the account's language or that of the request; nothing without an account. Logs a failure, and never rejects. */
  const tryToMail = async (email: string, mailer: Mailer, requested: Language): Promise<void> => {
    try {
      // Neither the response nor the request after it is slower where there is an account.
      await setTimeout(randomInt(DELAY_MS))
      const user = await store.users.byEmail(email)
      if (!user) return
      const language = user.language ?? requested
      if (user.passwordHash === '')
        await mailer.sendGoogleHint(user.email, language, config.google?.name ?? 'Google')
      else await mailer.sendLink(user.email, language, await resets.createLink(user.id))
    } catch (error) {
      if (error instanceof MailFailed || error instanceof GateFull)
        api.log.warn({ reason: error.message }, 'a mail was not sent')
      else api.log.error({ err: error }, 'a mail was not sent')
    }
  }

  api.addHook('onClose', async () => {
    await Promise.race([Promise.all(mails), setTimeout(CLOSING_MS, undefined, { ref: false })])
    const { size } = mails
    if (size > 0) api.log.warn({ reason: 'closing', mails: size }, 'a mail was not sent')
  })

  api.route({ ...getSettings, handler: async () => ({ passwordReset: mailer !== undefined }) })

  api.route({
    ...requestPasswordReset,
    handler: async (request) => {
      refuseForeignLogin(request, config)
      if (!mailer) throw new HttpProblem(503, 'mail_off', ERROR_TEXTS.mailOff)
      const { email } = request.body
      if (emailKey(email) === undefined) {
        throw invalidField('email', 'format', ERROR_TEXTS.emailInvalid)
      }
      if (await isWithinLimit(request)) {
        const mail = tryToMail(email, mailer, request.language).finally(() => mails.delete(mail))
        mails.add(mail)
      }
      return { message: 'If there is an account with this email, a link is on its way.' }
    },
  })

  api.route({
    ...resetPassword,
    handler: async (request) => {
      refuseForeignLogin(request, config)
      const { token } = request.body
      const invalid = new HttpProblem(400, 'reset_link_invalid', ERROR_TEXTS.resetLinkInvalid)
      const user = await resets.readerOf(token)
      if (!user) throw invalid
      checkNewPassword(request.body, user, config)
      const hash = await hashPassword(request.body.password)
      // Of two requests with one link, one sets its password.
      if (!(await resets.setPassword(user.id, token, hash))) throw invalid
      const browser = await throttle.deviceOfLogin(user.id, device.read(request))
      await throttle.forgive(user.emailKey, browser)
      return { message: 'Your password has been changed. Please log in.' }
    },
  })

  api.route({
    ...changePassword,
    handler: async (request) => {
      const { currentPassword: password } = request.body
      const user = await store.users.byId(request.params.id)
      if (!user) throw unauthenticated()
      const { emailKey: email } = user
      const { isRight } = await tryPassword(services, request, { user, email, password })
      const logged = { reader: user.id }
      const wrong = new HttpProblem(403, 'wrong_password', ERROR_TEXTS.notYourPassword, { logged })
      if (!isRight) throw wrong
      checkNewPassword(request.body, user, config)
      const hash = await hashPassword(request.body.password)
      const by = { sessionId: sessionOf(request).id, passwordHash: user.passwordHash }
      if (!(await store.accounts.setPassword(user.id, hash, { by }))) throw wrong
      return { message: 'Your password has been changed.' }
    },
  })
}

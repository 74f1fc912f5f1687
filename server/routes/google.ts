import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { directionOf, type Language } from '../../contract/languages.ts'
import type { GoogleError } from '../../contract/google.ts'
import { GoogleProblem, readerOf } from '../accounts/google/reader.ts'
import { createSignIns } from '../accounts/google/signIns.ts'
import { ReaderDisabled } from '../accounts/sessions.ts'
import type { GoogleConfig } from '../config.ts'
import { PAGE_TEXTS } from '../languages/pageTexts.ts'
import { sayIn } from '../languages/sayIn.ts'
import { newSecret } from '../lib/secrets.ts'
import { fetchSite } from '../plugins/authenticate.ts'
import { sendError, HttpProblem } from '../plugins/errors.ts'
import { chosenLanguage, sendLanguage } from '../plugins/language.ts'
import { isStorageBusy, isStorageFailure } from '../store/errors.ts'
import type { Services } from './services.ts'

const START = '/api/auth/google'
const CALLBACK = '/api/auth/google/callback'

const Parameter = Type.Optional(Type.String({ minLength: 1, maxLength: 2048 }))
/** What comes back from the provider; `again`: for the second time, from our own page. */
const Callback = Type.Object({
  code: Parameter,
  state: Parameter,
  iss: Parameter,
  error: Parameter,
  again: Parameter,
})
type Callback = Static<typeof Callback>

const sendBack = (reply: FastifyReply, code: GoogleError): FastifyReply =>
  reply.redirect(`/login?authError=${code}`, 303)

/** Sends the reader to a page that says why; 503 stays, so that a proxy can try the next server. */
function sendGoogleError(raised: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isDisabled = raised instanceof ReaderDisabled
  const error = isDisabled ? new GoogleProblem('google_disabled', 'disabled') : raised
  const problem = error instanceof HttpProblem ? error : undefined
  if (problem?.status === 503) {
    sendError(problem, request, reply)
    return
  }
  const isBusy = problem?.status === 429 || isStorageBusy(error) || isStorageFailure(error)
  const otherwise = isBusy ? 'google_busy' : 'google_failed'
  const code = error instanceof GoogleProblem ? error.code : otherwise
  const other = raised.validation ? 'parameters' : problem?.code
  const reason = error instanceof GoogleProblem ? error.reason : other
  const reader = raised instanceof ReaderDisabled ? raised.userId : undefined
  if (reason !== undefined) request.server.noteRefusal(request, { code, reason, reader })
  else if (isStorageBusy(error) || isStorageFailure(error)) request.server.noteOutage(error)
  else request.log.error({ err: error, code }, 'google sign-in failed')
  void sendBack(reply, code)
}

/** Requests the callback again from our own page: Safari may withhold even a Lax cookie from another site's. */
function bouncePage(response: Callback, language: Language): string {
  const query = new URLSearchParams({ ...response, again: '1' })
  // A query string holds no quotes and no angle brackets.
  const address = `${CALLBACK}?${query.toString().replaceAll('&', '&amp;')}`
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<title>${sayIn(language, 'pages', PAGE_TEXTS.signingIn)}</title>` +
    `<meta http-equiv="refresh" content="0; url=${address}"></head>` +
    `<body><p><a href="${address}">${sayIn(language, 'pages', PAGE_TEXTS.goOn)}</a></p></body></html>`
  )
}

/** The error that the provider sent the reader back with. */
function refusal(error: string): GoogleProblem {
  if (error === 'access_denied') return new GoogleProblem('google_denied', 'access_denied')
  const isBusy = error === 'temporarily_unavailable' || error === 'server_error'
  return new GoogleProblem(isBusy ? 'google_busy' : 'google_failed', 'refused_by_provider')
}

type Handler = (
  request: FastifyRequest<{ Querystring: Callback }>,
  reply: FastifyReply,
) => Promise<FastifyReply>

const notSetUp: Handler = async (_request, reply) => sendBack(reply, 'google_not_configured')

/** Sign-in with Google: the authorization code flow with state, nonce and PKCE (docs/decisions/0023). */
export async function registerGoogleRoutes(
  app: FastifyInstance,
  services: Services,
): Promise<void> {
  const { google } = services.config
  const route = {
    schema: { hide: true, querystring: Callback },
    exposeHeadRoute: false,
    errorHandler: sendGoogleError,
  }
  const handlers = google && (await createHandlers(google, services))
  app.get<{ Querystring: Callback }>(START, route, handlers?.start ?? notSetUp)
  app.get<{ Querystring: Callback }>(CALLBACK, route, handlers?.callback ?? notSetUp)
}

async function createHandlers(
  google: GoogleConfig,
  services: Services,
): Promise<{ start: Handler; callback: Handler }> {
  const { config, store, sessions, cookie, now } = services
  // Loaded here to keep a start without it short.
  const { createGoogleProvider } = await import('../accounts/google/provider.ts')
  const provider = createGoogleProvider(google, `${config.publicUrl}${CALLBACK}`)
  const signIns = createSignIns(store, config, google.clientSecret, now)

  /** The cookie of the reader's session, where our own page or the reader sends them here. */
  const currentSession = async (request: FastifyRequest): Promise<string | undefined> => {
    if (!['same-origin', 'none', undefined].includes(fetchSite(request))) return undefined
    const value = cookie.read(request)
    return value !== undefined && (await sessions.byCookie(value)) ? value : undefined
  }

  return {
    async start(request, reply) {
      const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
      const address = await provider.authorizationUrl(secrets)
      signIns.begin(reply, secrets, await currentSession(request))
      return reply.redirect(address, 303)
    },

    async callback(request, reply) {
      const { code, state, iss, error, again } = request.query
      if (state === undefined) throw new GoogleProblem('google_failed', 'no_state')
      const signInCookie = signIns.read(request)
      if (signInCookie === undefined) {
        if (again !== undefined) throw new GoogleProblem('google_failed', 'no_cookie')
        return reply
          .type('text/html; charset=utf-8')
          .send(bouncePage(request.query, request.language))
      }
      const signIn = await signIns.open(signInCookie, state)
      if (!signIn) throw new GoogleProblem('google_failed', 'state')
      signIns.expire(reply)
      if (error !== undefined) throw refusal(error)
      if (code === undefined) throw new GoogleProblem('google_failed', 'no_code')

      const returned = { code, state, ...(iss !== undefined && { iss }) }
      const claims = await provider.exchange(returned, signIn.secrets)
      const { user, isNewUser } = await readerOf(
        services,
        claims,
        signIn.session,
        chosenLanguage(request),
      )
      const userAgent = request.headers['user-agent']
      const session = await sessions.begin(user.id, { begun: 'url', bound: true }, userAgent)
      cookie.set(reply, session.cookie)
      sendLanguage(reply, user.language, config)
      const arrival = new URLSearchParams({
        token: session.token,
        userId: user.id,
        isNewUser: String(isNewUser),
      })
      return reply.redirect(`${config.publicUrl}/?${arrival.toString()}`, 303)
    },
  }
}

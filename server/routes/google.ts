import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GoogleError } from '../../contract/google.ts'
import { GoogleProblem, readerOf } from '../accounts/google/reader.ts'
import { createSignIns } from '../accounts/google/signIns.ts'
import type { GoogleConfig } from '../config.ts'
import { fetchSite } from '../plugins/authenticate.ts'
import { sendError, HttpProblem } from '../plugins/errors.ts'
import { isStorageBusy, isStorageFailure } from '../store/errors.ts'
import type { Services } from './services.ts'

const START = '/api/auth/google'
const CALLBACK = '/api/auth/google/callback'

/** Longest code, and longest of what else comes back, in characters (docs/security.md 2.1). */
const PARAMETER_MAX = 2048
/** All that is read of what comes back from the provider. */
const PARAMETERS = ['code', 'state', 'iss', 'error'] as const
/** The reader was sent to the callback a second time, from our own page. */
const AGAIN = 'again'

const sendBack = (reply: FastifyReply, code: GoogleError): FastifyReply =>
  reply.redirect(`/login?authError=${code}`, 303)

/** Sends the reader to a page that says why; 503 stays, so that a proxy can try the next server. */
function sendGoogleError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = error instanceof HttpProblem ? error : undefined
  if (problem?.status === 503) {
    sendError(problem, request, reply)
    return
  }
  const isBusy = problem?.status === 429 || isStorageBusy(error) || isStorageFailure(error)
  const otherwise = isBusy ? 'google_busy' : 'google_failed'
  const code = error instanceof GoogleProblem ? error.code : otherwise
  const reason = error instanceof GoogleProblem ? error.reason : problem?.code
  if (reason === undefined) request.log.error({ err: error, code }, 'google sign-in failed')
  else request.log.warn({ code, reason }, 'google sign-in refused')
  void sendBack(reply, code)
}

type Callback = Partial<Record<(typeof PARAMETERS)[number], string>>

/** What came back, each at most once and not too long. */
function readCallback(query: URLSearchParams): Callback {
  const response: Callback = {}
  for (const name of PARAMETERS) {
    const [value, ...more] = query.getAll(name)
    if (value === undefined || value === '') continue
    if (more.length > 0 || value.length > PARAMETER_MAX) {
      throw new GoogleProblem('google_failed', `parameter_${name}`)
    }
    response[name] = value
  }
  return response
}

/** Requests the callback again from our own page: Safari may withhold even a Lax cookie from another site's. */
function bouncePage(response: Callback): string {
  const query = new URLSearchParams({ ...response, [AGAIN]: '1' })
  // A query string holds no quotes and no angle brackets.
  const address = `${CALLBACK}?${query.toString().replaceAll('&', '&amp;')}`
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title>' +
    `<meta http-equiv="refresh" content="0; url=${address}"></head>` +
    `<body><p><a href="${address}">Go on to Catchword</a></p></body></html>`
  )
}

/** The error that the provider sent the reader back with. */
function refusal(error: string): GoogleProblem {
  if (error === 'access_denied') return new GoogleProblem('google_denied', 'access_denied')
  const isBusy = error === 'temporarily_unavailable' || error === 'server_error'
  return new GoogleProblem(isBusy ? 'google_busy' : 'google_failed', 'refused_by_provider')
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const notSetUp: Handler = async (_request, reply) => sendBack(reply, 'google_not_configured')

/** Sign-in with Google: the authorization code flow with state, nonce and PKCE (decision 20). */
export async function registerGoogleRoutes(
  app: FastifyInstance,
  services: Services,
): Promise<void> {
  const { google } = services.config
  const route = { schema: { hide: true }, exposeHeadRoute: false, errorHandler: sendGoogleError }
  const handlers = google && (await createHandlers(google, services))
  app.get(START, route, handlers?.start ?? notSetUp)
  app.get(CALLBACK, route, handlers?.callback ?? notSetUp)
}

async function createHandlers(
  google: GoogleConfig,
  { config, store, sessions, cookie, now }: Services,
): Promise<{ start: Handler; callback: Handler }> {
  // Loaded here to keep a start without it short.
  const { createGoogleProvider } = await import('../accounts/google/provider.ts')
  const provider = createGoogleProvider(google, `${config.publicUrl}${CALLBACK}`, now)
  const signIns = createSignIns(store, config, google.clientSecret, now)

  /** The cookie of the reader's session, where our own page or the reader sends them here. */
  const currentSession = async (request: FastifyRequest): Promise<string | undefined> => {
    if (!['same-origin', 'none', undefined].includes(fetchSite(request))) return undefined
    const value = cookie.read(request)
    return value !== undefined && (await sessions.byCookie(value)) ? value : undefined
  }

  return {
    async start(request, reply) {
      const secrets = signIns.prepare()
      const address = await provider.authorizationUrl(secrets)
      signIns.begin(reply, secrets, await currentSession(request))
      return reply.redirect(address, 303)
    },

    async callback(request, reply) {
      const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
      const response = readCallback(query)
      const { code, state, iss, error } = response
      if (state === undefined) throw new GoogleProblem('google_failed', 'no_state')
      const signInCookie = signIns.read(request)
      if (signInCookie === undefined) {
        if (query.has(AGAIN)) throw new GoogleProblem('google_failed', 'no_cookie')
        return reply.type('text/html; charset=utf-8').send(bouncePage(response))
      }
      const signIn = await signIns.open(signInCookie, state)
      if (!signIn) throw new GoogleProblem('google_failed', 'state')
      signIns.expire(reply)
      if (error !== undefined) throw refusal(error)
      if (code === undefined) throw new GoogleProblem('google_failed', 'no_code')

      const returned = { code, state, ...(iss !== undefined && { iss }) }
      const claims = await provider.exchange(returned, signIn.secrets)
      const { user, isNewUser } = await readerOf(store, claims, signIn.readerId, now())
      const session = await sessions.begin(user.id, { begunBy: 'url', bound: true })
      cookie.set(reply, session.cookie)
      const arrival = new URLSearchParams({
        token: session.token,
        userId: user.id,
        isNewUser: String(isNewUser),
      })
      return reply.redirect(`${config.publicUrl}/?${arrival.toString()}`, 303)
    },
  }
}

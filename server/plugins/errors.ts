import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { ErrorBody, ErrorCode } from '../../contract/common.ts'
import { ERROR_TEXTS, SentenceError, type ErrorSentence } from '../../contract/errorTexts.ts'
import type { Language } from '../../contract/languages.ts'
import { issueField, issueSentence } from '../../contract/validationText.ts'
import { ReaderDisabled } from '../accounts/sessions.ts'
import { CatalogueUnreadable } from '../catalogue/catalogue.ts'
import { GateFull } from '../lib/gate.ts'
import { sayIn } from '../languages/sayIn.ts'
import { language, type LanguageOptions } from './language.ts'
import { refusals, type RefusalOptions } from './refusals.ts'
import { isDamage, isMissingReader, isStorageBusy, isStorageFailure } from '../store/errors.ts'

/**
 * The fields at fault; the seconds after which a retry makes sense: Retry-After of a 429 or 503; and what the log
 * says of a refusal besides, such as the account's id as `reader`.
 */
type ProblemOptions = Pick<ErrorBody, 'errors'> & { retryAfter?: number; logged?: object }

/** An error response; its message is one plain sentence that the reader may see, in their language. */
export class HttpProblem extends SentenceError {
  readonly status: number
  readonly code: ErrorCode
  readonly options: ProblemOptions

  constructor(
    status: number,
    code: ErrorCode,
    sentence: ErrorSentence,
    options: ProblemOptions = {},
  ) {
    super(sentence)
    this.status = status
    this.code = code
    this.options = options
  }
}

/** One field of the request breaks a rule. */
export function invalidField(field: string, rule: string, sentence: ErrorSentence): HttpProblem {
  return new HttpProblem(400, 'invalid_request', sentence, { errors: [{ field, rule }] })
}

/** The 404 of the API and of everything that is not a page. */
export function notFound(sentence: ErrorSentence = ERROR_TEXTS.pathNotFound): HttpProblem {
  return new HttpProblem(404, 'not_found', sentence)
}

const MEDIA_TYPE = 'application/problem+json; charset=utf-8'

const TOO_LARGE = [413, 'body_too_large'] as const
const UNSUPPORTED = [415, 'unsupported_media_type'] as const

/** Fastify's and its plugins' own errors by their code, in the words of this product. */
const FRAMEWORK: Readonly<Record<string, readonly [number, ErrorCode, ErrorSentence]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [...TOO_LARGE, ERROR_TEXTS.bodyTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [...UNSUPPORTED, ERROR_TEXTS.unsupportedMediaType],
  FST_ERR_CTP_EMPTY_TYPE: [...UNSUPPORTED, ERROR_TEXTS.unsupportedMediaType],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid_request', ERROR_TEXTS.bodyNotJson],
}

/** A catalogue or database that somebody damaged; it may be mended while the server runs. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof CatalogueUnreadable || isDamage(error)

/** Whether the fault is the database's or the catalogue's: `noteOutage` logs it, and not each request that meets it. */
export const isOutage = (error: unknown): boolean =>
  isStorageBusy(error) || isStorageFailure(error) || isUnreadable(error)

/** Any error as the problem it answers; what is not known to be harmless says nothing of itself. */
function asProblem(error: FastifyError | HttpProblem): HttpProblem {
  if (error instanceof HttpProblem) return error
  const [issue, ...more] = error.validation ?? []
  if (issue) {
    const errors = [issue, ...more].map(issueField)
    return new HttpProblem(400, 'invalid_request', issueSentence(issue), { errors })
  }
  const framework = FRAMEWORK[error.code]
  if (framework) return new HttpProblem(...framework)
  // The account was deleted while the request was under way.
  if (isMissingReader(error)) {
    return new HttpProblem(401, 'unauthenticated', ERROR_TEXTS.unauthenticated)
  }
  if (error instanceof ReaderDisabled) {
    const logged = { reader: error.userId }
    return new HttpProblem(403, 'account_disabled', ERROR_TEXTS.accountDisabled, { logged })
  }
  if (isStorageFailure(error)) {
    return new HttpProblem(503, 'storage_full', ERROR_TEXTS.storageFull, { retryAfter: 30 })
  }
  if (error instanceof GateFull || isUnreadable(error) || isStorageBusy(error)) {
    return new HttpProblem(503, 'busy', ERROR_TEXTS.busy)
  }
  const { statusCode = 500 } = error
  return statusCode >= 400 && statusCode < 500
    ? new HttpProblem(statusCode, 'invalid_request', ERROR_TEXTS.notUnderstood)
    : new HttpProblem(500, 'internal', ERROR_TEXTS.internal)
}

function body(problem: HttpProblem, requestId: string, language: Language = 'en'): ErrorBody {
  const { status, code, text, values, options } = problem
  const message = sayIn(language, 'problems', text, values)
  return {
    type: `/problems/${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    instance: `urn:request:${requestId}`,
    error: message,
    message,
    code,
    ...(options.errors && { errors: options.errors }),
  }
}

/** Answers a problem; the one place where error responses are written. Logs nothing. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: HttpProblem,
): FastifyReply {
  const { status, options } = problem
  if (status === 401) {
    // Without a token there is none that is invalid (RFC 6750 3.1).
    const hasToken = request.headers.authorization !== undefined
    void reply.header('www-authenticate', hasToken ? 'Bearer error="invalid_token"' : 'Bearer')
  }
  if (status === 503 || (status === 429 && !reply.hasHeader('retry-after'))) {
    void reply.header('retry-after', String(options.retryAfter ?? 5))
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(MEDIA_TYPE)
    .send(body(problem, request.id, request.language))
}

/** What the log says of at its default level; a shed request is nothing that went wrong. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 429])

/** Logs and answers any error; also for errors of the framework that come before every route. */
export function sendError(
  error: FastifyError | HttpProblem,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = asProblem(error)
  const { code, status, options } = problem
  const isRejected = code === 'busy' && (error instanceof HttpProblem || error instanceof GateFull)
  if (isOutage(error)) request.server.noteOutage(error)
  else if (isRejected || REFUSED.has(status) || code === 'reset_link_invalid')
    request.server.noteRefusal(request, { code, ...options.logged })
  else if (status >= 500) request.log.error({ err: error, code }, 'request failed')
  void sendProblem(request, reply, problem)
}

/** Answers in the place of a route that has not begun to; the connection ends after it. */
export function endWithProblem(response: ServerResponse, problem: HttpProblem): void {
  if (response.headersSent) return
  const { status, options } = problem
  response.writeHead(status, {
    'Content-Type': MEDIA_TYPE,
    'Retry-After': String(options.retryAfter ?? 5),
    Connection: 'close',
  })
  response.end(JSON.stringify(body(problem, 'none')))
}

/** Answers what reaches no route because it is no HTTP: the connection ends after it. */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, sentence] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, ERROR_TEXTS.tooSlow]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, ERROR_TEXTS.headersTooLarge]
        : [400, ERROR_TEXTS.notUnderstood]
  const text = JSON.stringify(body(new HttpProblem(status, 'invalid_request', sentence), 'none'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${MEDIA_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** Makes every error response problem+json, even that of a path or method that no route serves. */
export const errors = plugin<RefusalOptions & LanguageOptions>(
  async (app, options) => {
    await app.register(language, options)
    await app.register(refusals, options)
    app.setErrorHandler<FastifyError | HttpProblem>(sendError)
    app.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound()))
  },
  { name: 'errors' },
)

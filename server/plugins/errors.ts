import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../contract/common.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { issueField, issueSentence } from '../../contract/validationText.ts'
import { GateFull } from '../lib/gate.ts'
import { isMissingReader, isStorageBusy, isStorageFailure } from '../store/errors.ts'

interface ProblemOptions {
  /** Seconds after which a retry makes sense; 429 and 503 answer it as Retry-After. */
  retryAfter?: number
  /** The fields at fault. */
  errors?: ErrorBody['errors']
}

/**
 * An answer that is an error (decision 25): thrown anywhere below a route, answered as problem+json.
 * The message is one plain sentence that the reader may see.
 */
export class HttpProblem extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  readonly errors: ErrorBody['errors']

  constructor(status: number, code: ErrorCode, message: string, options: ProblemOptions = {}) {
    super(message)
    this.name = 'HttpProblem'
    this.status = status
    this.code = code
    this.retryAfter = options.retryAfter
    this.errors = options.errors
  }
}

const MEDIA_TYPE = 'application/problem+json; charset=utf-8'

/** Fastify's and its plugins' own errors by their code, in the words of this product. */
const KNOWN: Readonly<Record<string, [status: number, code: ErrorCode, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', ERROR_TEXTS.bodyTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', ERROR_TEXTS.unsupportedMediaType],
  FST_ERR_CTP_EMPTY_TYPE: [415, 'unsupported_media_type', ERROR_TEXTS.unsupportedMediaType],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'invalid_request', ERROR_TEXTS.bodyNotJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    'invalid_request',
    'The request is not as long as it says.',
  ],
  FST_INVALID_MULTIPART_CONTENT_TYPE: [
    415,
    'unsupported_media_type',
    'Send the picture as multipart/form-data.',
  ],
  FST_REQ_FILE_TOO_LARGE: [413, 'body_too_large', 'The file is too large.'],
  FST_ERR_BAD_URL: [400, 'invalid_request', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: [400, 'invalid_request', 'The address is too long.'],
}

type ValidationIssue = NonNullable<FastifyError['validation']>[number]

function asValidationProblem(issues: readonly ValidationIssue[]): HttpProblem {
  const [first] = issues
  const errors = issues.map(issueField)
  const message = first ? issueSentence(first) : 'The request is not valid.'
  return new HttpProblem(400, 'invalid_request', message, { errors })
}

/** Any error as the problem it answers; what is not known to be harmless says nothing of itself. */
function asProblem(error: FastifyError | HttpProblem): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error.validation) return asValidationProblem(error.validation)
  const known = KNOWN[error.code]
  if (known) return new HttpProblem(...known)
  // The account was deleted while the request was under way.
  if (isMissingReader(error)) {
    return new HttpProblem(401, 'unauthenticated', ERROR_TEXTS.unauthenticated)
  }
  if (isStorageFailure(error)) {
    const message = 'Nothing can be saved at the moment. Please try again later.'
    return new HttpProblem(503, 'storage_full', message, { retryAfter: 30 })
  }
  if (isStorageBusy(error) || error instanceof GateFull) {
    const message = 'The server is busy. Please try again in a moment.'
    return new HttpProblem(503, 'busy', message, { retryAfter: 2 })
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    return new HttpProblem(status, 'invalid_request', 'The request cannot be understood.')
  }
  return new HttpProblem(500, 'internal', ERROR_TEXTS.internal)
}

function body(problem: HttpProblem, requestId: string): ErrorBody {
  const { status, code, message, errors } = problem
  return {
    type: `/problems/${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    instance: `urn:request:${requestId}`,
    error: message,
    message,
    code,
    ...(errors && { errors }),
  }
}

/** Answers a problem; the one place where error answers are written. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: HttpProblem,
): FastifyReply {
  const { status, retryAfter } = problem
  if (status === 401) void reply.header('www-authenticate', 'Bearer error="invalid_token"')
  if (status === 503 || (status === 429 && !reply.hasHeader('retry-after'))) {
    void reply.header('retry-after', String(retryAfter ?? 5))
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(MEDIA_TYPE)
    .send(body(problem, request.id))
}

/** Logs and answers any error; also for errors of the framework that come before every route. */
export function answerError(
  error: FastifyError | HttpProblem,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = asProblem(error)
  const { code, status } = problem
  // Said by the thousand a second, and nothing that went wrong: a stack would cost more than the answer.
  if (code === 'busy' && (error instanceof HttpProblem || error instanceof GateFull))
    request.log.warn({ code }, 'request turned away')
  else if (status >= 500) request.log.error({ err: error, code }, 'request failed')
  else if (status === 429) request.log.warn({ code }, 'request limited')
  void sendProblem(request, reply, problem)
}

/** The 404 of the API and of everything that is not a page. */
export function notFound(): HttpProblem {
  return new HttpProblem(404, 'not_found', ERROR_TEXTS.pathNotFound)
}

/**
 * Answers what no route serves: 405 with Allow where the path is known under other methods, else 404.
 */
export type AnswerNotFound = (request: FastifyRequest, reply: FastifyReply) => void

/** Collects the routes of the API as they are registered, for the answer to all the others. */
export function createNotFound(app: FastifyInstance): AnswerNotFound {
  const methods = new Map<string, { path: RegExp; allow: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const path = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`)
    const known = methods.get(url) ?? { path, allow: new Set() }
    for (const name of [method].flat()) known.allow.add(name)
    methods.set(url, known)
  })
  return (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const allow = [...methods.values()]
      .filter((known) => known.path.test(path))
      .flatMap((known) => [...known.allow])
    const problem =
      allow.length > 0 && !allow.includes(request.method)
        ? new HttpProblem(405, 'method_not_allowed', 'This address does not take this method.')
        : notFound()
    if (problem.status === 405) void reply.header('allow', [...new Set(allow)].join(', '))
    void sendProblem(request, reply, problem)
  }
}

/** Answers what reaches no route because it is no HTTP: the connection ends after it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'The request took too long.']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'The headers of the request are too large.']
        : [400, 'The request cannot be understood.']
  const text = JSON.stringify(body(new HttpProblem(status, 'invalid_request', message), 'none'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${MEDIA_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** Every error answer is problem+json (decision 25). */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | HttpProblem>(answerError)
}

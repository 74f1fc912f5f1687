import { HttpResponse } from 'msw'
import type { ErrorBody, ErrorCode } from '../contract/common.ts'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** An error answer on its way out of a handler. */
export class Problem extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly errors: ErrorBody['errors']

  constructor(status: number, code: ErrorCode, message: string, errors?: ErrorBody['errors']) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

/** The problem+json answer of an error, shaped like every error of the server (decision 25). */
export function problemResponse(problem: Problem): Response {
  const { status, code, message, errors } = problem
  const body: ErrorBody = {
    type: `/problems/${code}`,
    title: TITLES[status] ?? 'Error',
    status,
    detail: message,
    instance: `urn:request:${crypto.randomUUID()}`,
    error: message,
    message,
    code,
    ...(errors === undefined ? {} : { errors }),
  }
  const headers = new Headers({ 'Content-Type': 'application/problem+json; charset=utf-8' })
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  if (status === 429 || status === 503) headers.set('Retry-After', '1')
  return new HttpResponse(JSON.stringify(body), { status, headers })
}

/** The answer of a server that failed: 500 `internal`, the usual cause of a scenario. */
export function serverError(): Response {
  return problemResponse(new Problem(500, 'internal', ERROR_TEXTS.internal))
}

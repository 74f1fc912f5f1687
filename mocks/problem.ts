import { HttpResponse } from 'msw'
import type { ErrorBody, ErrorCode } from '../contract/common.ts'
import { ERROR_TEXTS, SentenceError, type ErrorSentence } from '../contract/errorTexts.ts'

/** A sentence of the server, or what a test makes up. */
export type Sentence = string | Exclude<ErrorSentence, string>

/** An error on its way out of a handler. */
export class Problem extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly errors: ErrorBody['errors']

  constructor(status: number, code: ErrorCode, sentence: Sentence, errors?: ErrorBody['errors']) {
    super(typeof sentence === 'string' ? sentence : new SentenceError(sentence).message)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

/** An error with one of the server's sentences. */
export const problem = (status: number, code: ErrorCode, text: keyof typeof ERROR_TEXTS): Problem =>
  new Problem(status, code, ERROR_TEXTS[text])

/** The problem+json response of an error, shaped like every error of the server. */
export function problemResponse({ status, code, message, errors }: Problem): Response {
  const headers = new Headers({ 'Content-Type': 'application/problem+json; charset=utf-8' })
  if (status === 401) headers.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  if (status === 429 || status === 503) headers.set('Retry-After', '5')
  const body: ErrorBody = {
    type: `/problems/${code}`,
    title: new HttpResponse(null, { status }).statusText,
    status,
    detail: message,
    instance: `urn:request:${crypto.randomUUID()}`,
    error: message,
    message,
    code,
    ...(errors && { errors }),
  }
  return new HttpResponse(JSON.stringify(body), { status, headers })
}

/** The response of a server that failed: 500 `internal`, the usual cause of a scenario. */
export const serverError = (): Response => problemResponse(problem(500, 'internal', 'internal'))

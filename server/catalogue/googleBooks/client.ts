import { setTimeout as wait } from 'node:timers/promises'
import { createGate } from '../../lib/gate.ts'
import { DAY_MS, HOUR_MS, MIB_BYTES, MINUTE_MS } from '../../lib/units.ts'
import { createBreaker } from './breaker.ts'
import { createQuota, nextPacificMidnight, type Purpose } from './quota.ts'
import { field } from './volume.ts'

/** How long things may take, in milliseconds, and how often they are tried. */
interface ClientTiming {
  /** One attempt, its body included. */
  attempt: number
  /** The longest wait before the second attempt; before the third twice that. */
  backoff: number
  attempts: number
  /** A `Retry-After` up to this is waited for; a longer one leaves Google in peace instead. */
  longestWait: number
  /** The first pause after `failures` failures in a row. */
  pause: number
  longestPause: number
  failures: number
}

const TIMING: ClientTiming = {
  attempt: 5000,
  backoff: 300,
  attempts: 3,
  longestWait: 2000,
  pause: 30_000,
  longestPause: 600_000,
  failures: 5,
}

const ANSWER_MAX_BYTES = 4 * MIB_BYTES
const NETWORK = 'the network'
/** The most that one answer lists. */
const PAGE = 40

// Asking for less makes an answer a third as long.
const VOLUME_FIELDS =
  'id,volumeInfo(title,subtitle,authors,description,publishedDate,industryIdentifiers,categories,' +
  'averageRating,ratingsCount,maturityRating,language,imageLinks(thumbnail,smallThumbnail)),' +
  'accessInfo(viewability,webReaderLink,pdf),saleInfo/buyLink'

/** What the client is made of. Only `baseUrl`, `perDay` and `log` have no default. */
export interface ClientOptions {
  /** Where the API is, such as `https://www.googleapis.com/books/v1`. */
  baseUrl: string
  /** Sent as a header, so that no address and no message ever holds it. */
  apiKey?: string
  /** Requests a day (Pacific time) at most. */
  perDay: number
  /** Where Google takes the reader to be, ISO 3166-1 alpha-2; by default it works that out from our address. */
  country?: string
  /** Told, in one line, when Google is left in peace and when it answers again. */
  log: (line: string) => void
  fetch?: typeof fetch
  /** Milliseconds since 1970. */
  now?: () => number
  /** From 0 to 1, for jitter. */
  random?: () => number
  timing?: Partial<ClientTiming>
}

/** Google Books did not answer, or is not to be asked; the message holds nothing secret. */
export class GoogleBooksUnavailable extends Error {
  /** It may be that Google only does not know the id. */
  readonly unsure: boolean

  constructor(reason: string, { unsure = false } = {}) {
    super(reason)
    this.name = 'GoogleBooksUnavailable'
    this.unsure = unsure
  }
}

/** The two calls of the API that we use. */
export interface GoogleBooksClient {
  /**
   * The volumes that a query lists, as sent; at most 40.
   *
   * @throws GoogleBooksUnavailable
   */
  list(query: Readonly<Record<string, string>>): Promise<unknown[]>
  /**
   * One volume as sent, or `undefined` where Google knows none of that id.
   *
   * @throws GoogleBooksUnavailable
   */
  volume(id: string): Promise<unknown>
  /** Ends what is under way. */
  close(): void
}

/** How an attempt ended, and what follows from it. */
type Outcome =
  | { kind: 'answer'; body: unknown }
  /** There is nothing under this address. */
  | { kind: 'none' }
  /** Google does not take this query; another it may. */
  | { kind: 'refused-query' }
  /** May go better in a moment; `after` is what Google asked us to wait. */
  | { kind: 'again'; reason: string; after?: number }
  | { kind: 'failed'; reason: string }
  /** Nothing will go until then. */
  | { kind: 'hold'; until: number; reason: string }

const DAILY_REASONS = new Set(['dailyLimitExceeded', 'dailyLimitExceededUnreg', 'quotaExceeded'])
const PACE_REASONS = new Set([
  'rateLimitExceeded',
  'rateLimitExceededUnreg',
  'userRateLimitExceeded',
  'userRateLimitExceededUnreg',
  'concurrentLimitExceeded',
])

/** What the host can do about a refusal, by Google's word for it. */
const ADVICE: Readonly<Record<string, string>> = {
  unknownLocation: 'Google cannot tell from where it is asked; set GOOGLE_BOOKS_COUNTRY',
  accessNotConfigured: 'enable the Books API in the project of GOOGLE_BOOKS_KEY',
  ipRefererBlocked: 'the restrictions of GOOGLE_BOOKS_KEY keep this server out',
}

/** The milliseconds that a `Retry-After` names, in seconds or as a date. */
function retryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')?.trim()
  if (!text) return undefined
  const time = /^\d{1,7}$/.test(text) ? now + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.min(Math.max(0, time - now), DAY_MS)
}

/** Reads a body of JSON, at most so many bytes of it. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return undefined
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new GoogleBooksUnavailable('answer too long')
    chunks.push(chunk)
  }
  try {
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return parsed
  } catch {
    return undefined
  }
}

/** The reason word and the texts of an error body; Google's older and newer form. */
function readError(body: unknown): { reason: string; text: string } {
  const error = field(body, 'error')
  const errors = field(error, 'errors')
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const word = field(first, 'reason') ?? field(error, 'status')
  const reason = typeof word === 'string' && /^\w{1,40}$/.test(word) ? word : 'no reason given'
  const text = error === undefined ? '' : JSON.stringify(error)
  return { reason, text }
}

function isDaily(reason: string, text: string): boolean {
  return DAILY_REASONS.has(reason) || /per day|"1\/d\/|PerDay/i.test(text)
}

async function judge(response: Response, now: number): Promise<Outcome> {
  const { status, headers } = response
  if (status >= 300 && status < 400) return { kind: 'failed', reason: 'a redirect' }
  const body = await readJson(response)
  if (status === 200) {
    if (typeof body === 'object' && body !== null) return { kind: 'answer', body }
    return { kind: 'failed', reason: 'an answer that is not JSON' }
  }
  if (status === 404) return { kind: 'none' }

  const { reason, text } = readError(body)
  const named = `status ${status}, ${reason}`
  const after = retryAfter(headers, now)
  if (status === 429 || (status === 403 && (PACE_REASONS.has(reason) || isDaily(reason, text)))) {
    if (isDaily(reason, text)) {
      return {
        kind: 'hold',
        until: nextPacificMidnight(now) + MINUTE_MS,
        reason: `${named}, the day`,
      }
    }
    if (status === 429 && after !== undefined) return { kind: 'again', reason: named, after }
    return { kind: 'hold', until: now + (after ?? MINUTE_MS), reason: named }
  }
  if (status === 400 && !/API_KEY|API key/i.test(text)) return { kind: 'refused-query' }
  if (status === 400 || status === 401 || status === 403) {
    const advice = ADVICE[reason] ?? 'check GOOGLE_BOOKS_KEY'
    return { kind: 'hold', until: now + HOUR_MS, reason: `${named}: ${advice}` }
  }
  if (status >= 500 || status === 408) {
    return { kind: 'again', reason: named, ...(after !== undefined && { after }) }
  }
  return { kind: 'failed', reason: named }
}

/**
 * Asks the Google Books API as a good guest: within the day's quota, few at once, with a timeout,
 * answers of bounded length, no redirects, retries with jitter where they can help, and a breaker.
 */
export function createGoogleBooksClient(options: ClientOptions): GoogleBooksClient {
  const { baseUrl, apiKey, perDay, country, log, now = Date.now, random = Math.random } = options
  const request = options.fetch ?? fetch
  const timing = { ...TIMING, ...options.timing }
  const quota = createQuota({ perDay, now })
  const breaker = createBreaker({ now, random, log, ...timing })
  const gate = createGate({ atOnce: 8, waiting: 64 })
  const closing = new AbortController()
  let saidUsedUp = 0

  const place: Readonly<Record<string, string>> = country === undefined ? {} : { country }
  const base = baseUrl.replace(/\/+$/, '')
  const headers = {
    accept: 'application/json',
    // Google compresses only for those that have the word in here.
    'user-agent': 'Catchword (gzip)',
    ...(apiKey !== undefined && { 'x-goog-api-key': apiKey }),
  }

  async function attempt(url: string): Promise<Outcome> {
    const timeout = AbortSignal.timeout(timing.attempt)
    try {
      const response = await request(url, {
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([timeout, closing.signal]),
      })
      try {
        return await judge(response, now())
      } finally {
        // Frees the connection where the body was not read to its end.
        if (response.body?.locked === false) await response.body.cancel()
      }
    } catch (error) {
      if (error instanceof GoogleBooksUnavailable) return { kind: 'failed', reason: error.message }
      // A source that was silent that long is not asked again at once.
      if (timeout.aborted) return { kind: 'failed', reason: 'no answer in time' }
      return { kind: 'again', reason: NETWORK }
    }
  }

  function take(purpose: Purpose): void {
    if (quota.take(purpose)) return
    const returns = nextPacificMidnight(now())
    if (saidUsedUp !== returns && purpose === 'list') {
      saidUsedUp = returns
      log(`The day's ${perDay} requests to Google Books are used up (GOOGLE_BOOKS_QUOTA).`)
    }
    throw new GoogleBooksUnavailable("the day's requests are used up")
  }

  async function ask(path: string, purpose: Purpose): Promise<unknown> {
    const permit = breaker.enter()
    if (!permit) throw new GoogleBooksUnavailable('left in peace')
    // Google answers 503 for ids that it does not know: such an answer tells nothing of how it is.
    const unsure = purpose === 'book'
    try {
      for (let tries = 1; ; tries++) {
        take(purpose)
        const outcome = await attempt(`${base}${path}`)
        if (closing.signal.aborted) throw new GoogleBooksUnavailable('closing')
        switch (outcome.kind) {
          case 'answer':
            permit.succeed()
            return outcome.body
          case 'none':
            if (!unsure) {
              // A list is never missing: this is not the API.
              permit.fail('status 404')
              throw new GoogleBooksUnavailable('status 404')
            }
            permit.succeed()
            return undefined
          case 'refused-query':
            permit.succeed()
            return undefined
          case 'hold':
            breaker.holdUntil(outcome.until, outcome.reason)
            throw new GoogleBooksUnavailable(outcome.reason)
          case 'failed':
            permit.fail(outcome.reason)
            throw new GoogleBooksUnavailable(outcome.reason)
          case 'again': {
            const { reason, after = timing.backoff * 2 ** (tries - 1) * random() } = outcome
            if (after > timing.longestWait) {
              breaker.holdUntil(now() + after, reason)
              throw new GoogleBooksUnavailable(reason)
            }
            const most = unsure ? Math.min(2, timing.attempts) : timing.attempts
            if (tries < most) {
              await wait(after, undefined, { signal: closing.signal, ref: false })
              break
            }
            if (unsure && reason !== NETWORK) throw new GoogleBooksUnavailable(reason, { unsure })
            permit.fail(reason)
            throw new GoogleBooksUnavailable(reason)
          }
        }
      }
    } finally {
      permit.abandon()
    }
  }

  return {
    async list(query) {
      const parameters = new URLSearchParams({
        printType: 'books',
        maxResults: String(PAGE),
        ...query,
        ...place,
        fields: `items(${VOLUME_FIELDS})`,
      })
      const answer = await gate(() => ask(`/volumes?${parameters}`, 'list'))
      const items = field(answer, 'items')
      return Array.isArray(items) ? items.slice(0, PAGE) : []
    },
    volume(id) {
      const parameters = new URLSearchParams({ ...place, fields: VOLUME_FIELDS })
      return gate(() => ask(`/volumes/${encodeURIComponent(id)}?${parameters}`, 'book'))
    },
    close() {
      closing.abort()
    },
  }
}

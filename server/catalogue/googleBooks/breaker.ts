/** The right to make one request; the first of its functions to be called decides. */
interface Permit {
  succeed(): void
  /** `reason` is for the log: one or two words, nothing secret. */
  fail(reason: string): void
  /** The request said nothing about how the source is. */
  abandon(): void
}

/** When the breaker opens and for how long. Times are milliseconds. */
export interface BreakerOptions {
  now: () => number
  /** A number from 0 to 1, so that several servers do not come back at the same moment. */
  random: () => number
  /** Failures one after another that open it. */
  failures: number
  /** The first pause; each that follows without a success is twice as long. */
  pause: number
  longestPause: number
  /** Told when it opens or closes, one line. */
  log: (line: string) => void
}

/** A circuit breaker: see `createBreaker`. */
export interface Breaker {
  /** A permit, or `undefined` while the source is left in peace. */
  enter(): Permit | undefined
  /** Leaves the source in peace until then, whatever it answers meanwhile. */
  holdUntil(time: number, reason: string): void
}

/**
 * Keeps requests from a source that fails. After some failures in a row it opens; when the pause is
 * over one request goes through, and decides whether the others may again.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { now, random, failures, pause, longestPause, log } = options
  let failed = 0
  let openings = 0
  let openUntil: number | undefined
  let probing = false

  function open(time: number, reason: string): void {
    openUntil = time
    probing = false
    log(`Google Books is left in peace until ${new Date(time).toISOString()}: ${reason}.`)
  }

  function reopen(reason: string): void {
    const length = Math.min(longestPause, pause * 2 ** openings)
    openings += 1
    open(now() + length * (1 + random() / 4), reason)
  }

  return {
    enter() {
      if (openUntil !== undefined && (probing || now() < openUntil)) return undefined
      const probe = openUntil !== undefined
      const since = openUntil
      if (probe) probing = true
      // What was asked before it opened no longer decides anything.
      const counts = () => openUntil === since
      return {
        succeed() {
          if (!counts()) return
          failed = 0
          if (!probe) return
          openUntil = undefined
          probing = false
          openings = 0
          log('Google Books answers again.')
        },
        fail(reason) {
          if (!counts()) return
          failed += 1
          if (probe || failed >= failures) reopen(reason)
        },
        abandon() {
          if (probe && counts()) probing = false
        },
      }
    },
    holdUntil(time, reason) {
      if (openUntil !== undefined && time <= openUntil) return
      open(time, reason)
    },
  }
}

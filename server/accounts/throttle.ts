import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/units.ts'
import type { LoginThrottle, Store } from '../store/store.ts'

const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** Browsers of a reader that are remembered; the one least recently used is forgotten. */
const DEVICES_PER_USER = 20

/** How login is slowed down (../shared/security.md 3.4). */
export type ThrottleLimits = Pick<
  Config,
  'loginFreeFailures' | 'loginFailuresPerDay' | 'loginMaxDelay'
>

/** A login comes too early; `wait` says by how much, in ms. */
export class TooManyFailures extends Error {
  readonly wait: number

  constructor(wait: number) {
    super(`Too many failed logins: ${wait} ms to wait.`)
    this.name = 'TooManyFailures'
    this.wait = wait
  }
}

/** The pause behind so many failures in a row, in ms: 0, then 1 s, 2 s, 4 s and so on. */
function pauseAfter(recent: number, { loginFreeFailures, loginMaxDelay }: ThrottleLimits): number {
  if (recent < loginFreeFailures) return 0
  return Math.min(2 ** (recent - loginFreeFailures), loginMaxDelay) * SECOND_MS
}

/**
 * How long the next login has to wait, in ms (0: it may go on), and what stands once it has been
 * counted as a failure.
 */
export function charge(
  before: LoginThrottle | undefined,
  now: number,
  limits: ThrottleLimits,
): { wait: number; after: LoginThrottle } {
  const since = before ? now - before.lastAt : Infinity
  const recent = before && since < QUARTER_HOUR_MS ? before.recent : 0
  const newDay = !before || now - before.todayFrom >= DAY_MS
  const today = newDay ? 0 : before.today
  const todayFrom = newDay ? now : before.todayFrom
  const pause = pauseAfter(recent, limits)
  // A clock that was set back, or another server's, makes nobody wait longer than the pause.
  const forPause = Math.min(Math.max(pause - since, 0), pause)
  const forDay = today < limits.loginFailuresPerDay ? 0 : Math.min(todayFrom + DAY_MS - now, DAY_MS)
  return {
    wait: Math.max(forPause, forDay),
    after: { recent: recent + 1, lastAt: now, today: today + 1, todayFrom },
  }
}

function sha256(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/** What failed logins with an email are kept under, whether it is anybody's or not. */
export function loginAccount(emailKey: string): Buffer {
  return sha256('login', emailKey)
}

/** The same for one browser alone, where the reader has logged in from it before. */
function countedUnder(email: string, device: string | undefined): Buffer {
  return device === undefined ? loginAccount(email) : sha256('login', email, device)
}

/**
 * Slows down guessing at one account (../shared/security.md 3.4, decision page 0024): the same for
 * accounts that do not exist, kept in the database so that it holds across restarts and for all
 * servers together. Each login is counted as a failure before its password is looked at, so that many
 * at once gain nothing. A browser that has logged in before is counted apart, so that nobody can shut
 * a reader out.
 */
export function createLoginThrottle(
  store: Pick<Store, 'loginThrottles' | 'loginDevices'>,
  limits: ThrottleLimits,
  now: () => number = Date.now,
) {
  let sweptAt = 0

  const sweep = async (): Promise<void> => {
    const time = now()
    if (time - sweptAt < HOUR_MS) return
    sweptAt = time
    await store.loginThrottles.removeStale(time - DAY_MS)
  }

  /** Changes what stands for an account, whoever else changes it meanwhile. */
  const change = async (
    account: Buffer,
    next: (before: LoginThrottle | undefined) => LoginThrottle | undefined,
  ): Promise<void> => {
    for (;;) {
      const before = await store.loginThrottles.byAccount(account)
      const after = next(before)
      if (!after || (await store.loginThrottles.replace(account, before, after))) return
    }
  }

  return {
    /** The browser whose device cookie this is, where the reader has logged in from it before. */
    async knownDevice(
      userId: string | undefined,
      device: string | undefined,
    ): Promise<string | undefined> {
      if (device === undefined) return undefined
      // Asked for nobody too, so that an unknown account costs what a known one does.
      const known = await store.loginDevices.has(userId ?? '', sha256('device', device))
      return known ? device : undefined
    },

    /**
     * Remembers a browser after a login; answers the secret for its cookie: the one that `knownDevice` knows, else
     * a new one, never what a request brought.
     */
    async rememberDevice(userId: string, known: string | undefined): Promise<string> {
      const secret = known ?? randomBytes(32).toString('base64url')
      const hash = sha256('device', secret)
      await store.loginDevices.add(userId, hash, now(), DEVICES_PER_USER)
      return secret
    },

    /**
     * Whether a login on the account with this email, from this device, may go on now; counts nothing.
     *
     * @throws TooManyFailures where it has to wait
     */
    async look(email: string, device: string | undefined): Promise<void> {
      const { wait } = charge(
        await store.loginThrottles.byAccount(countedUnder(email, device)),
        now(),
        limits,
      )
      if (wait > 0) throw new TooManyFailures(wait)
    },

    /**
     * Counts a login on the account with this email, which need not exist; from a `device` that is
     * known, on that device alone. It counts as a failure until `succeeded`.
     *
     * @throws TooManyFailures where it has to wait; then it does not count
     */
    async begin(email: string, device: string | undefined): Promise<void> {
      await sweep()
      await change(countedUnder(email, device), (before) => {
        const { wait, after } = charge(before, now(), limits)
        if (wait > 0) throw new TooManyFailures(wait)
        return after
      })
    },

    /** The password of a login that `begin` counted was right: the pauses end, and the day's count is without it. */
    async succeeded(email: string, device: string | undefined): Promise<void> {
      await change(
        countedUnder(email, device),
        (before) => before && { ...before, recent: 0, today: Math.max(before.today - 1, 0) },
      )
    },
  }
}

/** Counts and slows down logins. */
export type LoginThrottleService = ReturnType<typeof createLoginThrottle>

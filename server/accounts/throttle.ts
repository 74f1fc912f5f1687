import type { Config } from '../config.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/units.ts'
import type { LoginThrottle, Store } from '../store/store.ts'
import { newSecret, sha256 } from '../lib/secrets.ts'
import { createSweep } from '../lib/sweep.ts'

const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** Browsers of a reader that are remembered; the one least recently used is forgotten. */
const DEVICES_PER_USER = 20

/** How login is slowed down (docs/security.md 3.3). */
type ThrottleLimits = Pick<Config, 'loginFreeFailures' | 'loginFailuresPerDay' | 'loginMaxDelay'>

/** A login comes too early; `wait` says by how much, in ms. */
export class TooManyFailures extends Error {
  readonly wait: number

  constructor(wait: number) {
    super(`Too many failed logins: ${wait} ms to wait.`)
    this.wait = wait
  }
}

/** How long the next login has to wait, in ms, and the row once it is counted as a failure. */
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
  // None, then 1 s, 2 s, 4 s and so on.
  const over = recent - limits.loginFreeFailures
  const pause = over < 0 ? 0 : Math.min(2 ** over, limits.loginMaxDelay) * SECOND_MS
  // A clock that was set back, or another server's, makes nobody wait longer than the pause.
  const forPause = Math.min(Math.max(pause - since, 0), pause)
  const forDay = today < limits.loginFailuresPerDay ? 0 : Math.min(todayFrom + DAY_MS - now, DAY_MS)
  return {
    wait: Math.max(forPause, forDay),
    after: { recent: recent + 1, lastAt: now, today: today + 1, todayFrom },
  }
}

const hashOf = (...parts: readonly string[]): Buffer => sha256(JSON.stringify(parts))

/** What failed logins with an email, which may be nobody's, are stored under; with `device` those of one known browser. */
export const loginAccount = (emailKey: string, device?: string): Buffer =>
  hashOf('login', emailKey, ...(device === undefined ? [] : [device]))

/**
 * Slows down guessing at one account, which need not exist (docs/security.md 3.3, decision page
 * 0024). Each login counts as a failure before its password is checked, so that many at once gain
 * nothing; a browser that has logged in before is counted apart, so that nobody can shut a reader out.
 */
export function createLoginThrottle(
  store: Pick<Store, 'loginThrottles' | 'loginDevices'>,
  limits: ThrottleLimits,
  now: () => number = Date.now,
) {
  const sweep = createSweep(HOUR_MS, now, (time) => store.loginThrottles.removeStale(time - DAY_MS))

  /** Changes the row of an account, whoever else changes it meanwhile. */
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
    async deviceOfLogin(
      userId: string | undefined,
      device: string | undefined,
    ): Promise<string | undefined> {
      if (device === undefined) return undefined
      // Read without an account too, so that it costs the same.
      const isFound = await store.loginDevices.has(userId ?? '', hashOf('device', device))
      return isFound ? device : undefined
    },

    /** Remembers a browser after a login; the secret of its cookie is never one that a request brought. */
    async rememberDevice(userId: string, existing: string | undefined): Promise<string> {
      const secret = existing ?? newSecret()
      await store.loginDevices.add(userId, hashOf('device', secret), now(), DEVICES_PER_USER)
      return secret
    },

    /** Counts a login as a failure until `succeeded`. @throws TooManyFailures where it has to wait */
    async begin(email: string, device: string | undefined): Promise<void> {
      await sweep()
      await change(loginAccount(email, device), (before) => {
        const { wait, after } = charge(before, now(), limits)
        if (wait > 0) throw new TooManyFailures(wait)
        return after
      })
    },

    /** A login that `begin` counted was right: the pauses end, and the day's count is without it. */
    async succeeded(email: string, device: string | undefined): Promise<void> {
      await change(
        loginAccount(email, device),
        (before) => before && { ...before, recent: 0, today: Math.max(before.today - 1, 0) },
      )
    },

    /** The password was set anew: no earlier failure counts, from this browser or from any that is not known. */
    async forgive(email: string, device: string | undefined): Promise<void> {
      for (const each of new Set([undefined, device])) {
        const account = loginAccount(email, each)
        await change(account, (before) => before && { ...before, recent: 0, today: 0 })
      }
    },
  }
}

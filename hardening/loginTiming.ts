/**
 * `npm run test:hardening -- loginTiming [--logins=500]`: how long a login takes that fails says nothing of
 * whether the account exists: the median of the differences between one and the other, a moment
 * apart, is below 5 ms (docs/security.md 3.3).
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnServer } from '../test/process.ts'
import { isFull, load, option, report } from './lib/run.ts'

const MOST = 5
const WARM_UP = 10
const logins = option('logins', isFull ? 500 : 60)

const dataDir = await mkdtemp(join(tmpdir(), 'catchword-timing-'))
const server = spawnServer({
  DATA_DIR: dataDir,
  RATE_LIMIT_FACTOR: '1000000',
  LOGIN_FREE_FAILURES: '1000000',
  LOGIN_FAILURES_PER_DAY: '1000000',
})

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other).at(Math.floor(times.length / 2)) ?? 0
}

try {
  const address = await server.ready
  const post = (path: string, body: object) =>
    fetch(`${address}/api/user/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const known = 'ada@example.com'
  const unknown = 'eve@example.com'
  const password = 'a long evening in'
  const account = { name: 'Ada', email: known, password, confirmPassword: password }
  const registered = await post('register', account)
  if (registered.status !== 201) throw new Error(`register answered ${registered.status}`)

  const times: Readonly<Record<string, number[]>> = { [known]: [], [unknown]: [] }
  /** One failed login, in ms. */
  const time = async (email: string): Promise<number> => {
    const began = performance.now()
    const answer = await post('login', { email, password: 'another evening in' })
    await answer.text()
    if (answer.status !== 401) throw new Error(`login answered ${answer.status}`)
    return performance.now() - began
  }
  for (let count = 0; count < WARM_UP; count += 1) {
    await time(known)
    await time(unknown)
  }
  for (let count = 0; count < logins; count += 1) {
    // One of each, in an order that no rhythm of the machine can follow.
    const pair = randomInt(2) === 0 ? [known, unknown] : [unknown, known]
    for (const email of pair) times[email]?.push(await time(email))
  }
  const of = times[known] ?? []
  const not = times[unknown] ?? []
  // The two of a pair ran at the same load of the machine.
  const apart = Math.abs(median(of.map((ms, pair) => ms - (not[pair] ?? 0))))
  report(
    of.length === logins && apart < MOST,
    `${logins} + ${logins} failed logins: median ${median(of).toFixed(2)} ms for an account, ` +
      `${median(not).toFixed(2)} ms for none; in pairs ${apart.toFixed(2)} ms apart (< ${MOST}), ` +
      load(),
  )
} finally {
  server.child.kill('SIGTERM')
  await server.exit
  await rm(dataDir, { recursive: true, force: true })
}

import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createPasswordResets } from '../server/accounts/passwordResets.ts'
import { createPictureName } from '../server/accounts/photos.ts'
import { openStore } from '../server/store/store.ts'
import { addReaders } from '../test/readers.ts'
import { isFull } from '../test/full.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SCRIPT = join(import.meta.dirname, 'data.ts')

/** Whether a process can be kept from letting its files grow, as on a full disk. */
const CAN_LIMIT = spawnSync('prlimit', ['--version']).status === 0

let folder: string
let dataDir: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-data-'))
  dataDir = join(folder, 'data')
  await addReaders(dataDir, ['Ada', 'Grace'])
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command; `stopWhen` interrupts it as soon as what it waits for has come. */
async function run(
  args: string[],
  {
    stopWhen,
    under = [],
    ...env
  }: {
    stopWhen?: (stderr: Readable) => Promise<unknown>
    /** The program that starts it, and its words. */
    under?: readonly string[]
    DATA_DIR?: string
    PUBLIC_URL?: string
    CATALOGUE_DRI?: string
  } = {},
) {
  const [program = '', ...words]: string[] = [...under, process.execPath, SCRIPT, ...args]
  const child = spawn(program, words, {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const message = Promise.all([text(child.stdout), text(child.stderr)])
  if (stopWhen) {
    // Whatever has ended without it is not waited for.
    await Promise.race([stopWhen(child.stderr), closed])
    child.kill('SIGINT')
  }
  const [stdout, stderr] = await message
  await closed
  return { code: child.exitCode, stdout, stderr }
}

test('backs up and restores, and says what it did', async () => {
  const file = join(folder, 'a.tar.gz')
  const backup = await run(['backup', file])
  expect(backup).toMatchObject({ code: 0 })
  expect(backup.stdout).toMatch(
    /2 readers, 3 favorites, 2 pictures of \S+, .* MiB\. Checked and complete\.\n$/,
  )
  expect(backup.stdout).toContain(` of ${dataDir}, `)
  // Too small for a step that is told.
  expect(backup.stderr).toBe('')
  const restore = await run(['restore', file], { DATA_DIR: join(folder, 'restored') })
  expect(restore).toMatchObject({ code: 0 })
  expect(restore.stdout).toMatch(
    /^Restored into \S+restored as of 20\S+: 2 readers, 3 favorites, 2 pictures\.\n$/,
  )
})

test('a backup warns where there is no reader', async () => {
  const DATA_DIR = join(folder, 'none')
  await addReaders(DATA_DIR, [])
  const { code, stdout } = await run(['backup', join(folder, 'none.tar.gz')], { DATA_DIR })
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /: 0 readers, [^\n]+\nWarning: \S+none has no readers\. .* DATA_DIR [^\n]+\n$/,
  )
})

test.runIf(isFull && CAN_LIMIT)(
  'a full disk is named, and what to do; nothing is left behind',
  async () => {
    const under = ['prlimit', '--fsize=100000']
    const into = mkdtempSync(join(folder, 'full-'))
    const whole = join(folder, 'whole.tar.gz')
    await run(['backup', whole])
    for (const [args, DATA_DIR] of [
      [['backup', join(into, 'a.tar.gz')], dataDir],
      [['restore', whole], into],
    ] as const) {
      const { code, stderr } = await run([...args], { under, DATA_DIR })
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /^(?:\S+ (?:…|\d+ %)\n)*A disk is full or not writable \(.+\)\. Nothing was changed. Free some space and try again\.\n$/,
      )
      expect(readdirSync(into).filter((name) => !name.endsWith('.lock'))).toEqual([])
    }
  },
)

test('prints a link that sets a password, while a server runs', async () => {
  const store = await openStore({ dataDir, databaseUrl: undefined })
  onTestFinished(() => store.close())
  const words = ['reset-password', 'READER-0@example.com']
  const { code, stdout, stderr } = await run(words, { PUBLIC_URL: 'https://books.example' })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const token = /^https:\/\/books\.example\/login#reset=(.{43})\n$/.exec(stdout)?.[1] ?? ''
  const reader = await createPasswordResets(store, { publicUrl: '' }).readerOf(token)
  expect(reader?.id).toBe('reader-0')

  await store.users.setPasswordHash('reader-1', '')
  for (const [email, line, DATA_DIR] of [
    ['reader-1@example.com', /^This account has no password: .* with a provider\.\n$/, dataDir],
    ['reader-0@example.com', /^There is no database in [^\n]+\n$/, join(folder, 'empty')],
  ] as const) {
    const { code, stdout, stderr } = await run(['reset-password', email], { DATA_DIR })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(line)
  }
  expect(readdirSync(folder)).not.toContain('empty')
})

test('lists, adds, disables, enables and deletes readers, while a server runs', async () => {
  const DATA_DIR = join(folder, 'readers')
  const readers = (...args: string[]) => run(['readers', ...args], { DATA_DIR })
  await addReaders(DATA_DIR, ['Grace', 'Ada'])
  const store = await openStore({ dataDir: DATA_DIR, databaseUrl: undefined })
  onTestFinished(() => store.close())

  const link = await readers('add', 'New@example.com', 'Mary S.')
  const token = /^http:\/\/localhost:3000\/login#reset=(.{43})\n$/.exec(link.stdout)?.[1] ?? ''
  // Good for a week.
  const inSixDays = Date.now() + 6 * 24 * 60 * 60 * 1000
  const resets = createPasswordResets(store, { publicUrl: '' }, () => inSixDays)
  expect(await resets.readerOf(token)).toMatchObject({ name: 'Mary S.', email: 'New@example.com' })

  const sessionsOf = async (id: string) => (await store.sessions.list(id)).length
  expect((await readers('logout', 'reader-1@example.com')).stdout).toBe('2 sessions ended.\n')
  expect([await sessionsOf('reader-0'), await sessionsOf('reader-1')]).toEqual([2, 0])

  expect((await readers('disable', 'reader-0@EXAMPLE.com')).code).toBe(0)
  expect(await sessionsOf('reader-0')).toBe(0)
  const table = (await readers()).stdout.replaceAll(/\d{4}-\d\d-\d\d/g, 'yyyy-mm-dd')
  expect(table).toBe(`Name     Email                 Since       Last seen   Favorites
Ada      Reader-1@example.com  yyyy-mm-dd  yyyy-mm-dd          2
Grace    Reader-0@example.com  yyyy-mm-dd  yyyy-mm-dd          1  disabled yyyy-mm-dd
Mary S.  New@example.com       yyyy-mm-dd  yyyy-mm-dd          0
`)
  expect((await readers('enable', 'reader-0@example.com')).code).toBe(0)
  const json: unknown = JSON.parse((await readers('list', '--json')).stdout)
  expect(json).toContainEqual(expect.objectContaining({ name: 'Grace', disabledAt: null }))

  const unasked = await readers('delete', 'reader-0@example.com')
  expect(unasked).toMatchObject({ code: 1, stderr: 'To delete without being asked, add --yes.\n' })
  expect((await readers('delete', 'reader-0@example.com', '--yes')).code).toBe(0)
  expect(await store.accounts.everythingOf('reader-0')).toBeUndefined()
  expect(await readers('disable', 'nobody@example.com')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no account with the email nobody@example.com.\n',
  })
})

test('a misspelt folder is told with the list of readers, and stops what would change others', async () => {
  const told = 'CATALOGUE_DRI is no setting. Is CATALOGUE_DIR meant?'
  const { code, stdout, stderr } = await run(['readers'], { CATALOGUE_DRI: folder })
  expect({ code, stderr }).toEqual({ code: 0, stderr: `${told}\n` })
  expect(stdout).toContain('Ada')
  expect(await run(['readers', 'add', 'c@d.example', 'C'], { CATALOGUE_DRI: folder })).toEqual({
    code: 1,
    stdout: '',
    stderr: `${told} Nothing was changed.\n`,
  })
})

test('a database that cannot be reached is named without its password', async () => {
  const { code, stderr } = await run(['move', '--to', 'postgres://ada:s3cret@127.0.0.1:1/books'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database 127\.0\.0\.1:1\/books cannot be reached/)
  expect(stderr).not.toContain('s3cret')
})

test('what cannot be understood is one line, the usage, and exit code 2', async () => {
  const wrong = [
    ['burn'],
    ['backup', 'a', 'b'],
    ['move', '--to', 'a', '--force'],
    ['readers', 'logout', 'ada@example.com', '--all'],
  ]
  for (const { code, stderr } of await Promise.all(wrong.map((args) => run(args)))) {
    expect(code).toBe(2)
    expect(stderr).toMatch(/^.+\n\nKeeps and moves what readers have/)
  }
  const help = await run(['--help'])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  expect(help.stdout).toMatch(/npm run data -- backup file/)
})

test.runIf(isFull)('Ctrl+C leaves nothing behind, whatever is under way', async () => {
  const stoppable = join(folder, 'stoppable')
  await addReaders(stoppable, ['Ada', 'Grace'])
  // This picture takes seconds to pack: nothing is finished while the signal is on its way.
  const store = await openStore({ dataDir: stoppable, databaseUrl: undefined })
  await store.pictures.set('reader-0', createPictureName(), randomBytes(64 * 1024 * 1024))
  await store.close()

  const into = mkdtempSync(join(folder, 'stopped-'))
  const file = join(into, 'a.tar.gz')
  /** Waits until there is so much of a backup that is under way: its folder, or this file in it. */
  const thereIs = async (name: string): Promise<void> => {
    const isThere = (): boolean =>
      readdirSync(into, { recursive: true, encoding: 'utf8' }).some(
        (path) => path.startsWith('.catchword-backup-') && path.endsWith(name),
      )
    while (!isThere()) await delay(1)
  }
  for (const stopWhen of [
    () => thereIs(''),
    () => thereIs('backup.tar.gz'),
    (stderr: Readable) => once(stderr, 'data'),
  ]) {
    const { code, stdout, stderr } = await run(['backup', file], { stopWhen, DATA_DIR: stoppable })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^(?:database \d+ %\n)*Stopped; nothing was changed\.\n$/)
    expect(readdirSync(into)).toEqual([])
  }
})

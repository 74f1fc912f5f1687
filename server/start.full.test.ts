import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ServerProcess } from '../test/process.ts'
import { forEachFolder, startServer } from '../test/serverProcess.ts'
import { stopUnderLoad } from '../test/stopUnderLoad.ts'

let folder: string
forEachFolder((made) => (folder = made))

/** Whether a process can be kept from letting its files grow, as on a full disk. */
const CAN_LIMIT = spawnSync('prlimit', ['--version']).status === 0
/** Starts a program as nobody, without root's right to write everything. */
const UNPRIVILEGED = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const
/** Whether there is such a way, and this project can be read on it. */
const CAN_DROP =
  process.getuid?.() === 0 &&
  spawnSync(UNPRIVILEGED[0], [
    ...UNPRIVILEGED.slice(1),
    process.execPath,
    '--check',
    import.meta.filename,
  ]).status === 0

const run = (settings: Record<string, string>, under: readonly string[] = []) =>
  startServer({ DATA_DIR: folder, ...settings }, under)

/** What a server with these settings logs from its start to its end, from warnings on. */
async function reported(settings: Record<string, string>): Promise<unknown[]> {
  const server = run({ LOG_LEVEL: 'warn', ...settings })
  await server.ready
  server.child.kill('SIGTERM')
  const { stderr } = await server.exit
  const lines = stderr.split('\n').filter((line) => line !== '')
  return lines.map((line): unknown => JSON.parse(line))
}

const warning = (msg: RegExp): unknown =>
  expect.objectContaining({ level: 40, msg: expect.stringMatching(msg) })

/** How a server that cannot start ended. */
async function refusal(server: ServerProcess) {
  const { code, stdout, stderr } = await server.exit
  return { code, stdout, lines: stderr.trimEnd().split('\n') }
}

/** Code 1, nothing on stdout, and one line on stderr that matches. */
function oneLine(line: RegExp) {
  return { code: 1, stdout: '', lines: [expect.stringMatching(line)] }
}

/** What a server leaves that has ended. */
const FILES = ['catalogue.db', 'catalogue.lock', 'readers.db', 'readers.lock']

/** Makes the database of a first start. */
async function firstStart(): Promise<string> {
  const server = run({})
  await server.ready
  server.child.kill('SIGTERM')
  expect((await server.exit).code).toBe(0)
  return join(folder, 'readers.db')
}

/** Damages the tree pages behind the header, which stays whole. */
function damagePages(file: string): void {
  const bytes = readFileSync(file)
  for (let page = 1; page < 30; page += 1) bytes.fill(0xa5, page * 4096, page * 4096 + 2048)
  writeFileSync(file, bytes)
}

function change(file: string, sql: string): void {
  using database = new DatabaseSync(file)
  database.exec(sql)
}

describe('a server that cannot start says why in one line', () => {
  test('a setting that names what is not there, or in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const file = join(folder, 'a-file')
    writeFileSync(file, 'not a folder')
    for (const [setting, line] of [
      [
        { DIST_DIR: join(folder, 'nowhere') },
        /^DIST_DIR must be a folder with a build; \S+ is not/,
      ],
      [{ DIST_DIR: process.execPath }, /^DIST_DIR must be a folder with a build; \S+ is not/],
      [{ PORT: String(port) }, new RegExp(`^Port ${port} is in use already`)],
      [{ HOST: '192.0.2.1' }, /^HOST \S+ is not an address of this/],
      [{ DATA_DIR: file }, /^DATA_DIR \S+ cannot be used: /],
      [{ DATA_DIR: join(file, 'below') }, /^DATA_DIR \S+ cannot be used: /],
    ] as const) {
      expect(await refusal(run(setting))).toEqual(oneLine(line))
    }
    expect(readFileSync(file, 'utf8')).toBe('not a folder')
  })

  test.runIf(CAN_DROP)('a database that it may only read', async () => {
    const file = await firstStart()
    chmodSync(folder, 0o777)
    chmodSync(file, 0o444)
    chmodSync(join(folder, 'readers.lock'), 0o666)
    expect(await refusal(run({}, UNPRIVILEGED))).toEqual(
      oneLine(/^The database \S+ cannot be opened \(EACCES: /),
    )
  })

  test.runIf(CAN_LIMIT)('a disk without room, and starts once there is some', async () => {
    const full = run({}, ['prlimit', '--fsize=400000'])
    expect(await refusal(full)).toEqual(
      oneLine(/^The database's disk is full or not writable \([^)]+\)\. Free some space and start/),
    )
    await firstStart()
  })

  test.each<[string, RegExp, (file: string) => void]>([
    [
      'that is none',
      /^The database \S+ is damaged/,
      (file) => writeFileSync(file, Buffer.alloc(8192, 'no database at all. ')),
    ],
    ['with damaged pages', /^The database \S+ is damaged \([^*)]+\)/, damagePages],
    [
      'of a newer version',
      /^The database \S+ has version 9999_later, newer than/,
      (file) => change(file, "INSERT INTO readers_migration VALUES ('9999_later', '2030-01-01')"),
    ],
    [
      'of another program',
      /^\S+ is not a Catchword database/,
      (file) => {
        rmSync(file)
        change(file, 'CREATE TABLE mine (a TEXT)')
      },
    ],
  ])('a database %s, which stays as it is', async (_, line, spoil) => {
    const file = await firstStart()
    spoil(file)
    const before = readFileSync(file)
    expect(await refusal(run({}))).toEqual(oneLine(line))
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('a damaged catalogue, which stays as it is; moved away it is built anew', async () => {
    await firstStart()
    const file = join(folder, 'catalogue.db')
    truncateSync(file, 20_000)
    expect(await refusal(run({}))).toEqual(oneLine(/^The catalogue \S+ is damaged \([^)]+\)/))
    expect(statSync(file).size).toBe(20_000)
    rmSync(file)
    await firstStart()
    expect(readdirSync(folder)).toEqual(FILES)
  })
})

describe('a server that starts', () => {
  test.each([
    [{}, []],
    [{ HOST: '::' }, [/^HOST lets other machines in, and PUBLIC_URL is not set/]],
    [
      { PUBLIC_URL: 'http://books.example' },
      [/^PUBLIC_URL is plain http: anybody on the way can read logins\. Use https\.$/],
    ],
    [
      { PUBLIC_URL: 'https://books.example' },
      [/TRUST_PROXY does not name it: all readers count as/],
    ],
    [{ PUBLIC_URL: 'https://books.example', TRUST_PROXY: '10.0.0.1' }, []],
    [
      { TRUST_PROXY: '127.0.0.1' },
      [/^TRUST_PROXY names a proxy, and PUBLIC_URL is not set: .* Set PUBLIC_URL to the address/],
    ],
    [{ CATALOGUE: 'google-books' }, [/without GOOGLE_BOOKS_KEY/]],
    [
      {
        PUBLIC_URL: 'http://localhost:3000',
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET: 's',
        GOOGLE_ISSUER: 'https://id.example',
      },
      [/^GOOGLE_ISSUER without OIDC_NAME/],
    ],
    [{ DIST_DIR: tmpdir() }, [/^DIST_DIR has no build/]],
  ])('with %j warns of what it leaves open: %j', async (settings, expected) => {
    expect(await reported(settings)).toEqual(expected.map(warning))
  })

  test('warns of the folder in which an earlier version had pictures', async () => {
    await firstStart()
    mkdirSync(join(folder, 'pictures'))
    expect(await reported({})).toEqual([warning(/folder pictures of an earlier version.* Delete/)])
  })

  test('SIGTERM under load resets nobody: who was accepted is answered, who comes later is refused', async () => {
    const { after, reset, ...ends } = await stopUnderLoad(folder, 200)
    expect(ends).toEqual({ refused: 200, others: 0, code: 0 })
    expect(after).toBeGreaterThan(100)
    // Between the last look at the system's queue and its end two can come.
    expect(reset).toBeLessThanOrEqual(2)
  })

  // As the system sends it where native code reads what it may not.
  test.runIf(process.platform === 'linux')(
    'a fault of its memory ends it by the signal',
    async () => {
      const server = run({})
      await server.ready
      server.child.kill('SIGBUS')
      expect((await server.exit).signal).toBe('SIGBUS')
    },
  )

  test.runIf(CAN_LIMIT)(
    'more connections than it may have files do not end it, and idle ones make room',
    async () => {
      const server = run({ LOG_LEVEL: 'warn' }, ['prlimit', '--nofile=256'])
      const address = await server.ready
      const { port } = new URL(address)
      const health = async () => (await fetch(`${address}/healthz`)).status
      const sockets = Array.from({ length: 400 }, () => {
        const socket = connect(Number(port), '127.0.0.1')
        onTestFinished(() => void socket.destroy())
        socket.on('error', () => undefined).resume()
        return socket
      })
      for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      // Longer than the load is sampled.
      await delay(3000)
      // The first who is turned away makes the room.
      await vi.waitFor(async () => expect(await health()).toBe(200), 10_000)
      server.child.kill('SIGTERM')
      const { code, stderr } = await server.exit
      expect(code).toBe(0)
      expect(stderr).toContain('too many connections')
    },
  )

  test('a request that never ends is broken off in time to close the database', async () => {
    const server = run({ LOG_LEVEL: 'warn' })
    const { port } = new URL(await server.ready)
    const endless = request({
      port,
      host: '127.0.0.1',
      path: '/api/user/register',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    })
    endless.on('error', () => undefined).write('{')
    await delay(200)
    server.child.kill('SIGTERM')
    const { code, stderr } = await server.exit
    expect(code).toBe(0)
    expect(stderr).toContain('requests took too long during shutdown')
    expect(readdirSync(folder)).toEqual(FILES)
  })
})

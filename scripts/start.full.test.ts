import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

const root = join(import.meta.dirname, '..')

test('npm start prints the address, answers, and closes cleanly when npm is told to end', async () => {
  const data = mkdtempSync(join(tmpdir(), 'catchword-start-'))
  // A folder of a build that is given is served as it is: no build for this test.
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: data, DIST_DIR: data, LOG_LEVEL: 'silent' },
  })
  try {
    let message = ''
    npm.stdout.on('data', (chunk) => (message += String(chunk)))
    await vi.waitFor(() => expect(message).toMatch(/\n$/), { timeout: 30_000 })
    expect(message).toMatch(/^Catchword is at http:\/\/localhost:\d+\n$/)
    const address = message.trim().slice('Catchword is at '.length)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)

    const log = join(data, 'readers.db-wal')
    expect(existsSync(log)).toBe(true)
    npm.kill('SIGTERM')

    // The log is folded into the database by a clean close, and only by that.
    await vi.waitFor(() => expect(existsSync(log)).toBe(false), {
      timeout: 10_000,
    })
    await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
  } finally {
    npm.kill('SIGKILL')
    rmSync(data, { recursive: true })
  }
}, 60_000)

/** Runs a program as nobody, without root's right to write everything. */
const UNPRIVILEGED = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const
const CAN_DROP =
  process.getuid?.() === 0 &&
  spawnSync(UNPRIVILEGED[0], [...UNPRIVILEGED.slice(1), 'true']).status === 0

test('of first starts one builds, says so, and the other waits; also after a build was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword 50% für Bücher '))
  const started: ChildProcess[] = []
  const parts = ['src', 'contract', 'public', 'scripts', 'server', 'books', 'covers']
  const files = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts']
  for (const part of [...parts, ...files]) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const run = (command: string, words: string[], dataDir: string) => {
    const child = spawn(command, words, {
      cwd: folder,
      // Without what would change the build: the tests' own settings.
      env: {
        ...process.env,
        DIST_DIR: undefined,
        NODE_ENV: undefined,
        VITEST: undefined,
        PORT: '0',
        DATA_DIR: join(folder, dataDir),
      },
    })
    started.push(child)
    let message = ''
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk) => (message += String(chunk)))
    }
    const shows = (text: string) =>
      vi.waitFor(() => expect(message).toContain(text), { timeout: 280_000 })
    const end = async () => {
      const closed = once(child, 'close')
      child.kill('SIGTERM')
      await closed
    }
    return { child, shows, end, message: () => message }
  }
  try {
    const killed = run(process.execPath, ['scripts/build.ts'], 'data')
    await killed.shows('Building the app (about half a minute) …')
    killed.child.kill('SIGKILL')
    await once(killed.child, 'close')

    const first = run('npm', ['start', '--silent'], 'data')
    await first.shows('Building the app')
    // With data of its own: a folder has one server.
    const second = run('npm', ['start', '--silent'], 'data of the second')
    await Promise.all([first, second].map(({ shows }) => shows('Catchword is at')))
    expect(first.message()).toMatch(
      /^Building the app \(about half a minute\) …\n(?: {2}\d of 3: .+\n){3}Catchword is at \S+\n$/,
    )
    expect(second.message()).toMatch(
      /^Waiting for another build of the app …\nCatchword is at http:\S+\n$/,
    )
    const [address = ''] = /http:\S+/.exec(first.message()) ?? []
    expect(await (await fetch(address)).text()).toMatch(/<h1 [^>]*id="welcome"/)
    await first.end()
    await second.end()
    if (!CAN_DROP) return

    // As after an update: other dates, and a service user who may write the data alone.
    const main = join(folder, 'src/main.tsx')
    utimesSync(main, Date.now() / 1000 + 60, Date.now() / 1000 + 60)
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'service'))
    chownSync(join(folder, 'service'), 65534, 65534)
    const [program, ...words] = [...UNPRIVILEGED, process.execPath, 'scripts/start.mjs']
    const service = run(program, words, 'service')
    await service.shows('Catchword is at')
    expect(service.message()).toMatch(/^Catchword is at \S+\n$/)
    await service.end()
    appendFileSync(main, '// changed\n')
    const refused = run(program, words, 'service')
    await once(refused.child, 'close')
    expect(refused.child.exitCode).toBe(1)
    expect(refused.message()).toBe(
      `The app needs to be built, but ${folder} is not writable. ` +
        'As its owner, run "npm run build" there, then start again.\n',
    )
  } finally {
    for (const child of started) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}, 600_000)

test('npm start says what is wrong with a setting before it builds anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-setting-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['contract', 'package.json', 'scripts', 'server', 'books', 'covers']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, DIST_DIR: undefined, PORT: 'eighty', DATA_DIR: join(folder, 'data') },
  })
  let message = ''
  for (const output of [npm.stdout, npm.stderr]) {
    output.on('data', (chunk) => (message += String(chunk)))
  }
  await once(npm, 'close')
  // There is nothing that could be built.
  expect(message).toBe('PORT must be a whole number from 0 to 65535, not "eighty".\n')
  expect(npm.exitCode).toBe(1)
}, 60_000)

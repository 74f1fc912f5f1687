import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
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

test('npm start says nothing but the address also where it builds the pages first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword 50% für Bücher '))
  let npm: ChildProcess | undefined
  try {
    const parts = ['src', 'contract', 'public', 'scripts', 'server']
    const files = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts']
    for (const part of [...parts, ...files]) {
      cpSync(join(root, part), join(folder, part), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    npm = spawn('npm', ['start', '--silent'], {
      cwd: folder,
      // Without what would change the build: the tests' own settings.
      env: {
        ...process.env,
        DIST_DIR: undefined,
        NODE_ENV: undefined,
        VITEST: undefined,
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
      },
    })
    let message = ''
    for (const output of [npm.stdout, npm.stderr]) {
      output?.on('data', (chunk) => (message += String(chunk)))
    }
    await vi.waitFor(() => expect(message).toContain('Catchword is at'), { timeout: 280_000 })
    expect(message).toMatch(/^Catchword is at http:\/\/localhost:\d+\n$/)
    const [address = ''] = /http:\S+/.exec(message) ?? []
    expect(await (await fetch(address)).text()).toMatch(/<h1 [^>]*id="welcome"/)
    const closed = once(npm, 'close')
    npm.kill('SIGTERM')
    await closed
  } finally {
    npm?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}, 300_000)

test.each([
  ['setting', 'eighty', 'PORT must be a whole number from 0 to 65535, not "eighty".'],
  ['folder #', '0', 'The pages cannot be built in FOLDER: its path must be without "#".'],
  ['folder ?', '0', 'The pages cannot be built in FOLDER: its path must be without "?".'],
])(
  'npm start says what is wrong with a %s before it builds anything',
  async (what, port, line) => {
    const folder = mkdtempSync(join(tmpdir(), `catchword-${what}-`))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const part of ['contract', 'package.json', 'scripts', 'server']) {
      cpSync(join(root, part), join(folder, part), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: folder,
      env: { ...process.env, DIST_DIR: undefined, PORT: port, DATA_DIR: join(folder, 'data') },
    })
    let message = ''
    for (const output of [npm.stdout, npm.stderr]) {
      output.on('data', (chunk) => (message += String(chunk)))
    }
    await once(npm, 'close')
    // There is nothing that could be built.
    expect(message).toBe(`${line.replace('FOLDER', folder)}\n`)
    expect(npm.exitCode).toBe(1)
  },
  60_000,
)

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MALLOC, NODE_OPTIONS } from '../server/testing/process.ts'
import { isBuilt } from './isBuilt.ts'

const root = join(import.meta.dirname, '..')

test('npm start prints the address, answers, and closes cleanly when npm is told to end', async () => {
  const data = mkdtempSync(join(tmpdir(), 'catchword-start-'))
  // A folder of a build that is given is served as it is: no build for this test.
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: data, DIST_DIR: data, LOG_LEVEL: 'silent' },
  })
  try {
    let said = ''
    npm.stdout.on('data', (chunk) => (said += String(chunk)))
    await vi.waitFor(() => expect(said).toMatch(/\n$/), { timeout: 30_000 })
    expect(said).toMatch(/^Catchword is at http:\/\/localhost:\d+\n$/)
    const address = said.trim().slice('Catchword is at '.length)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)

    const log = join(data, 'catchword.db-wal')
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
  const folder = mkdtempSync(join(tmpdir(), 'catchword-build-'))
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
    let said = ''
    for (const output of [npm.stdout, npm.stderr]) {
      output?.on('data', (chunk) => (said += String(chunk)))
    }
    await vi.waitFor(() => expect(said).toContain('Catchword is at'), { timeout: 100_000 })
    expect(said).toMatch(/^Catchword is at http:\/\/localhost:\d+\n$/)
    const [address = ''] = /http:\S+/.exec(said) ?? []
    expect(await (await fetch(address)).text()).toContain('<h1 id="welcome"')
    const closed = once(npm, 'close')
    npm.kill('SIGTERM')
    await closed
  } finally {
    npm?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}, 120_000)

test('npm start says what is wrong with a setting before it builds anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-setting-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ['contract', 'package.json', 'scripts', 'server']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, DIST_DIR: undefined, PORT: 'eighty', DATA_DIR: join(folder, 'data') },
  })
  let said = ''
  for (const output of [npm.stdout, npm.stderr]) {
    output.on('data', (chunk) => (said += String(chunk)))
  }
  await once(npm, 'close')
  // There is nothing that could be built.
  expect(said).toBe('PORT must be a whole number from 0 to 65535, not "eighty".\n')
  expect(npm.exitCode).toBe(1)
}, 60_000)

test('the pages are built anew when what they are made of or with is newer, and for no test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const imported = [...readFileSync(join(root, 'vite.config.ts'), 'utf8').matchAll(/'\.\/(\S+)'/g)]
  const sources = [
    'src/main.tsx',
    'contract/books.ts',
    'index.html',
    'vite.config.ts',
    ...imported.map(([, file = '']) => file),
  ]
  const tests = ['src/App.test.tsx', 'src/lib/text.test.ts', 'scripts/start.test.ts']
  expect(sources).toContain('scripts/prerender.ts')
  for (const file of [...sources, ...tests]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  expect(isBuilt(folder)).toBe(false)
  mkdirSync(join(folder, 'dist/.vite'), { recursive: true })
  writeFileSync(join(folder, 'dist/index.html'), '')
  expect(isBuilt(folder)).toBe(false)
  writeFileSync(join(folder, 'dist/.vite/manifest.json'), '{}')
  const date = (file: string, seconds: number) => utimesSync(join(folder, file), seconds, seconds)
  for (const file of globSync('**/*', { cwd: folder })) date(file, 1000)
  expect(isBuilt(folder)).toBe(true)
  for (const file of tests) date(file, 2000)
  expect(isBuilt(folder)).toBe(true)
  for (const file of sources) {
    date(file, 2000)
    expect({ file, isBuilt: isBuilt(folder) }).toEqual({ file, isBuilt: false })
    date(file, 1000)
  }
})

test('npm start, the container and the tests start Node in one way', () => {
  const file = (path: string): string => readFileSync(join(root, path), 'utf8')
  const [young, , light = ''] = NODE_OPTIONS
  const scripts: unknown = JSON.parse(file('package.json'))
  expect(scripts).toMatchObject({ scripts: { start: `node ${young} scripts/start.mjs` } })
  expect(file('scripts/start.mjs')).toContain(`import './${relative(import.meta.dirname, light)}'`)
  expect(file('deploy/Dockerfile')).toContain(
    `CMD ["node", "${young}", "--import", "./${relative(root, light)}", "server/main.ts"]`,
  )
  for (const [name, value] of Object.entries(MALLOC)) {
    expect(file('scripts/start.mjs')).toMatch(new RegExp(`const MALLOC = .*\\b${name}: '${value}'`))
    expect(file('deploy/Dockerfile')).toContain(`ENV ${name}=${value}\n`)
  }
})

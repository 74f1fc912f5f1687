import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildEntry, buildPage, harText } from '../mocks/har/testing/buildHar.ts'

// Each test starts processes, which takes long where many tests share few cores.
vi.setConfig({ testTimeout: 120_000 })

const SCRIPT = join(import.meta.dirname, 'scenario-from-har.ts')

let folder = ''
let into = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-har-'))
  into = join(folder, 'recorded')
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const lines = (text: string): string[] => text.split('\n').filter(Boolean)

function run(...args: string[]): { code: number | null; said: string[]; complained: string[] } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [SCRIPT, '--into', into, ...args],
    { encoding: 'utf8' },
  )
  return { code: status, said: lines(stdout), complained: lines(stderr) }
}

const session = () => [
  buildPage('/login'),
  buildEntry({
    method: 'POST',
    url: '/api/user/login',
    sent: { email: 'mina@example.net', password: 'Whitby-1897' },
    body: { token: 'a-token-of-the-recording', id: 'u-41c2', name: 'Mina' },
  }),
  buildEntry({ body: null }),
]

test('--help says how it is called', () => {
  const { code, said, complained } = run('--help')
  expect({ code, complained }).toEqual({ code: 0, complained: [] })
  expect(said.join('\n')).toContain('npm run scenario:from-har -- file.har name')
})

describe('what is refused: one line, exit code 1, nothing written', () => {
  test.each([
    ['no arguments', () => [], /^Please give one HAR file and one name; --help says more\.$/],
    ['three', () => ['a.har', 'b', 'c'], /^Please give one HAR file and one name/],
    ['an unknown option', () => ['--nope'], /^Unknown option '--nope'/],
    ['a missing file', () => ['/no/such.har', 'evening'], /^There is no file \/no\/such\.har\.$/],
    ['a folder', () => [folder, 'evening'], /^There is no file /],
    ['no JSON', () => [file('a.har', 'HAR'), 'evening'], /^This is no JSON/],
    ['a bad name', () => [file('a.har', ''), 'the-evening'], /^"the-evening" is no name for a/],
    [
      'the name of a scenario',
      () => [file('a.har', harText(session())), 'serverDown', '--replace'],
      /^A scenario is called "serverDown" already: choose another name\.$/,
    ],
    [
      'a title of two lines',
      () => [file('a.har', harText(session())), 'evening', '--title', 'a\nb'],
      /^A title is one line of at most 80 characters\.$/,
    ],
    ['no title', () => ['a.har', 'evening', '--title', ''], /^A title is one line/],
    [
      'a file that is too large',
      () => {
        const path = file('large.har', '{}')
        truncateSync(path, 101 * 1024 * 1024)
        return [path, 'evening']
      },
      /large\.har has 101\.0 MiB, more than the 100\.0 MiB that are read: record a shorter session\.$/,
    ],
    [
      'a scenario that would be too large',
      () => {
        const volumeInfo = { title: 'A', authors: [], description: 'x'.repeat(2 * 1024 * 1024) }
        const body = { id: 'a', volumeInfo }
        const entries = [buildEntry({ url: '/api/book/detail/a', body })]
        return [file('long.har', harText(entries)), 'evening']
      },
      /^The scenario would have 2\.0 MiB, more than 2\.0 MiB: record a shorter session\.$/,
    ],
  ])('%s', (_what, args, complaint) => {
    const { code, said, complained } = run(...args())
    expect({ code, said }).toEqual({ code: 1, said: [] })
    expect(complained).toEqual([expect.stringMatching(complaint)])
    expect(existsSync(into)).toBe(false)
  })
})

test('writes the scenario and the index, says what it did, and replaces only when told to', () => {
  const har = file('session.har', harText(session()))
  const { code, said, complained } = run(har, 'slowEvening')
  expect({ code, complained }).toEqual({ code: 0, complained: [] })
  expect(said).toEqual([
    'read: 3 entries of session.har, written by WebInspector 537.36',
    'taken: 1 call',
    'skipped: not under /api 1, no body in the file 1 (GET /api/profile)',
    'scrubbed: email 1, password 1, token 1, reader id 1, name 1',
    expect.stringMatching(/^written: .*slowEvening\.json \(1 KiB\), and index\.ts$/),
    'open: npm run dev:mocks, then http://localhost:5173/?scenario=slowEvening',
  ])
  expect(readdirSync(into).toSorted()).toEqual(['index.ts', 'slowEvening.json'])
  const written = readFileSync(join(into, 'slowEvening.json'), 'utf8')
  expect(JSON.parse(written)).toMatchObject({ title: 'Slow evening', path: '/login' })
  expect(readFileSync(join(into, 'index.ts'), 'utf8')).toContain('slowEvening: replay(')

  const again = run(har, 'slowEvening', '--title', 'An evening')
  expect(again.code).toBe(1)
  expect(again.complained).toEqual([
    'A recorded scenario is called "slowEvening" already: --replace writes it anew.',
  ])
  expect(readFileSync(join(into, 'slowEvening.json'), 'utf8')).toBe(written)

  expect(run(har, 'slowEvening', '--title', 'An evening', '--replace').code).toBe(0)
  const replaced = readFileSync(join(into, 'slowEvening.json'), 'utf8')
  expect(replaced).toBe(written.replace('Slow evening', 'An evening'))

  expect(run(har, 'another').code).toBe(0)
  const index = readFileSync(join(into, 'index.ts'), 'utf8')
  expect(index.indexOf('another: replay(')).toBeLessThan(index.indexOf('slowEvening: replay('))
})

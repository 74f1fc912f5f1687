import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
}

interface Lockfile {
  lockfileVersion: number
  packages: Record<string, Locked>
}

const root = join(import.meta.dirname, '..')
const LINTER = join(root, 'node_modules', 'lockfile-lint', 'bin', 'lockfile-lint.js')

const lockfile: Lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '')

/** What is wrong with the packages of a lockfile, by their path. */
function faultsOf(entries: readonly (readonly [string, Locked])[]): string[] {
  return entries.flatMap(([path, { version, resolved, integrity, link }]) => {
    const faults = [
      resolved === undefined ? '' : 'says where it comes from',
      /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? '' : 'has no SHA-512',
      /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version ?? '') ? '' : 'has no exact version',
      link === true ? 'is a link' : '',
      /^(?:.+\/)?node_modules\/(?:@[\w.-]+\/)?[\w.-]+$/.test(path) ? '' : 'is not in node_modules',
    ]
    return faults.filter((fault) => fault !== '').map((fault) => `${path} ${fault}`)
  })
}

test('every package is locked to one version and one SHA-512, and to no place it comes from', () => {
  expect(lockfile.lockfileVersion).toBe(3)
  expect(packages.length).toBeGreaterThan(500)
  expect(faultsOf(packages)).toEqual([])
})

test.each([
  [{ resolved: 'git+ssh://git@example.com/evil.git' }, 'says where it comes from'],
  [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no SHA-512'],
  [{ version: '^1.0.0' }, 'has no exact version'],
  [{ link: true }, 'is a link'],
])('%j in the lockfile would be noticed', (change, fault) => {
  const [first] = packages
  if (!first) throw new Error('The lockfile has no packages.')
  expect(faultsOf([[first[0], { ...first[1], ...change }]])).toEqual([`${first[0]} ${fault}`])
})

function lint(file: string): string {
  return execFileSync(
    process.execPath,
    [LINTER, '--path', file, '--type', 'npm', '--validate-https', '--validate-integrity'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

test('lockfile-lint finds nothing, and finds a package that is fetched in the clear', () => {
  expect(lint(join(root, 'package-lock.json'))).toContain('No issues detected')
  const folder = mkdtempSync(join(tmpdir(), 'catchword-lockfile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [[path, entry] = ['', {}]] = packages
  const changed = { ...entry, resolved: 'http://packages.example/evil.tgz' }
  const file = join(folder, 'package-lock.json')
  writeFileSync(file, JSON.stringify({ ...lockfile, packages: { [path]: changed } }))
  expect(() => lint(file)).toThrow(/http/)
})

test('direct dependencies are pinned to one version', () => {
  const manifest: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const loose = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).filter(([, version]) => !/^\d[\w.+-]*$/.test(version)),
  )
  expect(loose).toEqual([])
})

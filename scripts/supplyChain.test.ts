import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
}

/** Whether a package is locked to one version and one SHA-512, and to no place it comes from. */
const isLocked = ([path, { version, resolved, integrity, link }]: [string, Locked]): boolean =>
  resolved === undefined &&
  link !== true &&
  /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') &&
  /^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version ?? '') &&
  /^(?:.+\/)?node_modules\/(?:@[\w.-]+\/)?[\w.-]+$/.test(path)

test('every package is locked to one version and one SHA-512, and to no place it comes from', () => {
  const lockfile: { lockfileVersion: number; packages: Record<string, Locked> } =
    readJson('package-lock.json')
  expect(lockfile.lockfileVersion).toBe(3)
  const packages = Object.entries(lockfile.packages).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(500)
  expect(packages.filter((one) => !isLocked(one))).toEqual([])
  const [[path, entry] = ['', {}]] = packages
  for (const change of [
    { resolved: 'git+ssh://git@example.com/evil.git' },
    { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    { version: '^1.0.0' },
    { link: true },
  ])
    expect([change, isLocked([path, { ...entry, ...change }])]).toEqual([change, false])
})

test('lockfile-lint finds nothing', () => {
  const linter = join(root, 'node_modules/lockfile-lint/bin/lockfile-lint.js')
  const words = '--path package-lock.json --type npm --validate-https --validate-integrity'
  const output = execFileSync(process.execPath, [linter, ...words.split(' ')], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(output).toContain('No issues detected')
})

test('direct dependencies are pinned to one version', () => {
  const manifest: Record<string, Record<string, string>> = readJson('package.json')
  const loose = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).filter(([, version]) => !/^\d[\w.+-]*$/.test(version)),
  )
  expect(loose).toEqual([])
})

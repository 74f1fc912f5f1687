import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../test/testServer.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('deploy/Dockerfile')

test('the container has the Node of .nvmrc and of the packages, and files of the repository', () => {
  const node = read('.nvmrc').trim()
  const images = [...dockerfile.matchAll(/^FROM node:(\S+)-slim/gm)].map(([, version]) => version)
  expect(images).toEqual([node, node])
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    read('package.json'),
  )
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([node]))
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

test('the container bounds the memory as npm start does', () => {
  const start = read('scripts/start.mjs')
  const heap = start.match(/--max-[a-z-]+=\d+/g)?.join(' ')
  const [, arenas = 'none'] = /MALLOC_ARENA_MAX: '(\d+)'/.exec(start) ?? []
  expect(dockerfile).toContain(`ENV MALLOC_ARENA_MAX=${arenas} NODE_OPTIONS="${heap}"\n`)
})

test.each(globSync('deploy/*.{service,yaml,conf}', { cwd: root }))(
  '%s starts programs of the repository, and opens no port to everybody',
  (file) => {
    const programs = [
      ...read(file).matchAll(/\b(?:scripts|server|deploy)\/[\w-]+\.(?:m?[jt]s|sh)\b/g),
    ]
    expect(programs.filter(([path]) => !existsSync(join(root, path)))).toEqual([])
    expect(read(file)).not.toMatch(/0\.0\.0\.0:|'\d+:\d+'/)
  },
)

test.each(['compose.yaml', 'compose.scaled.yaml'])(
  '%s hands every line of deploy/.env on, but for what belongs to the container',
  (file) => {
    const yaml = read(`deploy/${file}`)
    expect(yaml).toMatch(/^ +env_file: \.env$/m)
    const [, own = ''] = /env_file: \.env\n +environment:\n([\s\S]+?)\n +volumes:/.exec(yaml) ?? []
    const names = [...own.matchAll(/^ +([A-Z_]+):/gm)].map(([, name]) => name)
    const contained = ['DATA_DIR', 'HOST', 'PORT', 'PUBLIC_URL', 'TRUST_PROXY']
    expect(names).toEqual(expect.arrayContaining(contained))
    const others = names.filter((name) => !contained.includes(name ?? ''))
    expect(others).toEqual(file === 'compose.yaml' ? [] : ['DATABASE_URL', 'PGPASSWORD'])
  },
)

test('all proxies answer alike while no server does, and log no queries', () => {
  const files = ['Caddyfile', 'nginx.conf', 'nginx.scaled.conf'].map((name) =>
    read(`deploy/${name}`),
  )
  const said = files.map((text) => [
    /<!doctype html>.+<\/html>/.exec(text)?.[0],
    /\{"type".+"urn:request:/.exec(text)?.[0],
  ])
  expect(said[0]?.every((text) => text !== undefined)).toBe(true)
  expect(said).toEqual([said[0], said[0], said[0]])
  const [, ...nginx] = files
  for (const text of nginx) {
    const logs = (kind: string) => [...text.matchAll(new RegExp(`^ *${kind} .+;$`, 'gm'))]
    expect(logs('error_log').length).toBe(logs('access_log').length)
    expect(logs('error_log').every(([line]) => line.endsWith(' crit;'))).toBe(true)
  }
})

const DUMP =
  'for word; do case $word in --file=*) echo "rows of $word $*" > "${word#--file=}";; esac; done'

/** What the script makes in a folder with these stubs and settings, and how it ended. */
function backUp({
  pgDump = DUMP,
  pgRestore = 'exit 0',
  rm = 'exec /bin/rm "$@"',
  books = 'good',
  owner = 0,
  settings = {},
}) {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  for (const [name, script] of Object.entries({ pg_dump: pgDump, pg_restore: pgRestore, rm })) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  const catalogue = join(folder, 'catalogue.db')
  if (books === 'good') {
    using database = new DatabaseSync(catalogue)
    database.exec('CREATE TABLE books (id)')
  } else writeFileSync(catalogue, books)
  writeFileSync(join(folder, 'url'), 'postgres://db.example/catchword\n')
  for (const [name, hours] of Object.entries({ killed: 13, other: 11 })) {
    mkdirSync(join(folder, `.catchword-backup-${name}`))
    const at = Date.now() / 1000 - hours * 3600
    utimesSync(join(folder, `.catchword-backup-${name}`), at, at)
  }
  if (owner !== 0) chownSync(folder, owner, owner)
  const to = join(folder, 'backup.tar.gz')
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    DATABASE_URL_FILE: join(folder, 'url'),
    DATA_DIR: folder,
    ...settings,
  }
  const { status, stderr } = spawnSync('sh', [join(root, 'deploy/backup-postgres.sh'), to], {
    env,
    cwd: folder,
    encoding: 'utf8',
  })
  const left = readdirSync(folder).filter((name) => name.includes('backup'))
  const inside = (name: string) => execFileSync('tar', ['-xzOf', to, name], { encoding: 'utf8' })
  return { status, stderr, left, mode: () => statSync(to).mode & 0o777, inside }
}

test('a backup of PostgreSQL has readers and books, for its owner alone', () => {
  const { status, left, mode, inside } = backUp({})
  // What a killed backup left goes; what may be under way stays.
  expect({ status, left, mode: mode() }).toEqual({
    status: 0,
    left: ['.catchword-backup-other', 'backup.tar.gz'],
    mode: 0o600,
  })
  expect(inside('readers.dump')).toMatch(/^rows of .* postgres:\/\/db\.example\/catchword\n$/)
  expect(inside('catalogue.db')).toContain('CREATE TABLE books')
})

test('what it may not remove of a killed one is told, and hinders none', () => {
  const rm = 'case "$*" in *-killed*) exit 1;; esac; exec /bin/rm "$@"'
  const { status, stderr, left } = backUp({ rm })
  expect({ status, left }).toEqual({
    status: 0,
    left: ['.catchword-backup-killed', '.catchword-backup-other', 'backup.tar.gz'],
  })
  expect(stderr).toMatch(/^A killed backup left what only root may remove in \S+: /)
})

test.runIf(process.getuid?.() === 0)(
  'the folder that it works in belongs to the owner of that of the backups (skipped where not root)',
  () => {
    const pgDump = `for word; do case $word in --file=*)
      stat -c 'of %u' "$(dirname "\${word#--file=}")" >&2;; esac; done; exit 1`
    expect(backUp({ pgDump, owner: 65_534 }).stderr).toBe('of 65534\n')
  },
)

test.each([
  ['a dump that fails', { pgDump: 'echo half > "$3"; exit 1' }, ''],
  ['a dump that cannot be read', { pgRestore: 'echo damaged >&2; exit 1' }, 'damaged'],
  ['an empty catalogue', { books: '' }, 'catalogue.db is damaged (it is empty).'],
  ['no DATABASE_URL', { settings: { DATABASE_URL_FILE: '' } }, 'Set DATABASE_URL or'],
])('and leaves nothing where there is %s', (_, change, reason) => {
  const { status, stderr, left } = backUp(change)
  expect(status).toBe(1)
  expect(stderr).toContain(reason)
  expect(left).not.toContain('backup.tar.gz')
  expect(left.filter((name) => !/-(?:killed|other)$/.test(name))).toEqual([])
})

test('alerts and dashboard ask for figures that /metrics has', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { body } = await server.app.inject('/metrics')
  const there = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  const named = ['deploy/alerts.yml', 'deploy/grafana.json'].flatMap((file) =>
    [...read(file).matchAll(/\b(?:catchword|http|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !there.has(name))).toEqual([])
})

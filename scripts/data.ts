/**
 * `npm run data -- backup | restore | move | verify`: what a host does with everything that readers
 * have (docs/backup.md).
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../server/config.ts'
import type { TableSum } from '../server/data/carry.ts'
import { DataError, type Progress, type Report } from '../server/data/dataError.ts'
import type { Installation } from '../server/data/installation.ts'
import { isStorageFailure, StoreError } from '../server/store/errors.ts'
import { TransferError } from '../server/store/transfer.ts'

const USAGE = `Keeps and moves what readers have: the installation that DATA_DIR and DATABASE_URL name.

  npm run data -- backup file            one file with everything, while the server runs
  npm run data -- restore file           puts a backup in place; stop the server before
  npm run data -- move --to where        carries everything to the other engine; stop the server before
  npm run data -- verify --with where    compares every table with another installation

  where     postgres://user@host:5432/name (the password may come in PGPASSWORD), or a data folder
  --force   backup: replaces a file that is there already
            restore, move: takes the place of what is in the folder, which is kept in a folder there`

/** The command cannot be understood. */
class UsageError extends Error {}

/**
 * The installation that an option names.
 *
 * @throws ConfigError with the option's name where it begins as an address and is none
 */
function installationAt(option: string, where: string, dataDir: string): Installation {
  if (!/^postgres(?:ql)?:/.test(where)) return { databaseUrl: undefined, dataDir: resolve(where) }
  try {
    return { databaseUrl: readConfig({ DATABASE_URL: where }).databaseUrl, dataDir }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(error.message.replace('DATABASE_URL', option))
  }
}

function progressLine({ step, done, total }: Progress): string {
  const percent = total > 0 ? Math.floor((done / total) * 100) : 100
  return `${step}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} (${percent} %)`
}

/** Shows how far the work is: one line that changes on a terminal, else a line a step. */
function createReport(): Report & { end(): void } {
  const { stderr } = process
  let step = ''
  let shownAt = 0
  const report = (progress: Progress): void => {
    const finished = progress.done >= progress.total
    if (!stderr.isTTY) {
      if (progress.step !== step) stderr.write(`${progress.step} …\n`)
    } else if (finished || performance.now() - shownAt > 100) {
      stderr.write(`\r\u001B[2K${progressLine(progress)}`)
      shownAt = performance.now()
    }
    step = progress.step
  }
  return Object.assign(report, {
    end() {
      if (stderr.isTTY) stderr.write('\r\u001B[2K')
    },
  })
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function showTables(tables: readonly TableSum[]): void {
  for (const { table, rows, checksum } of tables) {
    console.log(`${table.padEnd(18)} ${String(rows).padStart(10)}  ${checksum}`)
  }
}

// Each command loads its own: what cannot be understood is said at once.
interface Command {
  installation: Installation
  argument: string
  force: boolean
  report: Report
  signal: AbortSignal
}

async function runBackup({ installation, argument, ...options }: Command): Promise<boolean> {
  const { backUp } = await import('../server/data/backup.ts')
  const summary = await backUp(installation, argument, options)
  const { readers, favorites, pictures, bytes, lostPictures } = summary
  console.log(
    `${resolve(argument)}: ${readers} readers, ${favorites} favorites, ${pictures} pictures, ` +
      `${megabytes(bytes)}. Checked and whole.`,
  )
  if (lostPictures > 0) {
    console.log(`${lostPictures} pictures were missing in the data folder already.`)
  }
  return true
}

async function runRestore({ installation, argument, ...options }: Command): Promise<boolean> {
  const { restore } = await import('../server/data/restore.ts')
  const summary = await restore(installation, argument, options)
  const { takenAt, readers, favorites, pictures, replaced } = summary
  console.log(
    `Restored as of ${takenAt}: ${readers} readers, ${favorites} favorites, ${pictures} pictures.`,
  )
  if (replaced !== undefined) console.log(`What was there before is in ${replaced}`)
  return true
}

async function runMove({ installation, argument, ...options }: Command): Promise<boolean> {
  const { move } = await import('../server/data/move.ts')
  const to = installationAt('--to', argument, installation.dataDir)
  const { tables, replaced } = await move(installation, to, options)
  showTables(tables)
  console.log('Moved; every table is the same on both sides.')
  if (replaced !== undefined) console.log(`What was there before is in ${replaced}`)
  console.log(
    to.databaseUrl === undefined
      ? `Start the server without DATABASE_URL and with DATA_DIR=${to.dataDir}`
      : `Start the servers with this DATABASE_URL and with DATA_DIR=${to.dataDir}`,
  )
  return true
}

async function runVerify({ installation, argument, report }: Command): Promise<boolean> {
  const { isSame } = await import('../server/data/carry.ts')
  const { verify } = await import('../server/data/move.ts')
  const other = installationAt('--with', argument, installation.dataDir)
  const tables = await verify(installation, other, report)
  const different = tables.filter((table) => !isSame(table))
  showTables(tables.filter((table) => isSame(table)).map(({ one }) => one))
  for (const { table, one, other } of different) {
    console.log(`${table.padEnd(18)} ${one.rows} rows here, ${other.rows} there: not the same`)
  }
  console.log(
    different.length === 0
      ? 'Every table is the same.'
      : `${different.length} of ${tables.length} tables are not the same.`,
  )
  return different.length === 0
}

const COMMANDS = new Map([
  ['backup', { run: runBackup, option: undefined, force: true }],
  ['restore', { run: runRestore, option: undefined, force: true }],
  ['move', { run: runMove, option: 'to', force: true }],
  ['verify', { run: runVerify, option: 'with', force: false }],
] as const)

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      force: { type: 'boolean', default: false },
      to: { type: 'string' },
      with: { type: 'string' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return true
  }
  const [name = '', ...rest] = positionals
  const command = [...COMMANDS].find(([known]) => known === name)?.[1]
  if (!command) throw new UsageError(`Please say what to do: ${[...COMMANDS.keys()].join(', ')}.`)
  const { run, option, force } = command
  const given = option === undefined ? rest : [...(values[option] ? [values[option]] : []), ...rest]
  const stray = (['to', 'with'] as const).find((known) => known !== option && values[known])
  const [argument] = given
  if (argument === undefined || given.length > 1) {
    throw new UsageError(`${name} needs one ${option === undefined ? 'file' : `--${option}`}.`)
  }
  if (stray !== undefined) throw new UsageError(`${name} has no --${stray}.`)
  if (values.force && !force) throw new UsageError(`${name} has no --force.`)

  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop.abort(new DataError('Stopped; nothing was changed.')))
  }
  const { databaseUrl, dataDir } = readConfig(process.env)
  const shown = createReport()
  const report: Report = (progress) => {
    stop.signal.throwIfAborted()
    shown(progress)
  }
  try {
    const installation = { databaseUrl, dataDir }
    return await run({ installation, argument, force: values.force, report, signal: stop.signal })
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  } finally {
    shown.end()
  }
}

function isUsage(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    (error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}

/** An error that is the host's to mend, in one line. */
function isForeseen(error: unknown): boolean {
  return [DataError, TransferError, StoreError, ConfigError].some((kind) => error instanceof kind)
}

/** The one line that says why it failed. */
function failure(error: unknown, line: string): string {
  if (isForeseen(error)) return line
  if (!isStorageFailure(error)) return `This failed: ${line}`
  return `A disk is full or takes no writes (${line}). Nothing was changed; make room, and begin again.`
}

try {
  if (!(await main())) process.exitCode = 1
} catch (error) {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  if (isUsage(error)) console.error(`${line}\n\n${USAGE}`)
  else console.error(failure(error, line))
  process.exitCode = isUsage(error) ? 2 : 1
}

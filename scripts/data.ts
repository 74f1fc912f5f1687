/** `npm run data -- backup | restore | move | reset-password`: what a host does with everything readers have (docs/hosting.md 4). */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '../server/config.ts'
import { DataError, type DataOptions } from '../server/data/dataError.ts'
import { MIB_BYTES } from '../contract/units.ts'
import { isStorageFailure, reasonOf, StoreError } from '../server/store/errors.ts'

const USAGE = `Keeps and moves what readers have: the installation that DATA_DIR and CATALOGUE_DIR name.

  npm run data -- backup file      one file with everything, while the server runs
  npm run data -- restore file     puts a backup in place; stop the server before
  npm run data -- move --to where  moves the readers' data to PostgreSQL; stop the server before
  npm run data -- reset-password email
                                   prints a link with which that reader sets a new password,
                                   good for one hour and one use; PUBLIC_URL is where it leads

  where     postgres://user@host:5432/name (the password may come in PGPASSWORD)
  --force   backup: replaces a file that is there already
            restore: takes the place of what is in the folders, which is kept in a folder there`

/** The command line cannot be understood. */
class UsageError extends Error {}

/** Says on standard error how far each step is, at every tenth. */
function createReport(signal: AbortSignal): DataOptions['report'] {
  let shown = ''
  return ({ step, done, total }) => {
    signal.throwIfAborted()
    const far = total === undefined ? '…' : `${Math.floor((done / total) * 10) * 10} %`
    const line = `${step} ${far}`
    if (line !== shown) console.error(line)
    shown = line
  }
}

// Each command loads its own modules: what cannot be understood is shown at once.

const rules = new Intl.PluralRules('en')

/** `1 reader`, `1,234 readers`: a number with its noun, whose plural ends in s. */
export const quantity = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${rules.select(count) === 'one' ? '' : 's'}`

type Counts = Record<'readers' | 'favorites' | 'pictures', number>

const contentsOf = ({ readers, favorites, pictures }: Counts): string =>
  [
    quantity(readers, 'reader'),
    quantity(favorites, 'favorite'),
    quantity(pictures, 'picture'),
  ].join(', ')

async function runBackup(config: Config, file: string, options: DataOptions): Promise<string[]> {
  const { backUp } = await import('../server/data/backup.ts')
  const { bytes, ...counts } = await backUp(config, file, options)
  const size = (bytes / MIB_BYTES).toFixed(1)
  const lines = [
    `${resolve(file)}: ${contentsOf(counts)} of ${config.dataDir}, ${size} MiB. Checked and whole.`,
  ]
  if (counts.readers === 0) {
    lines.push(`Warning: ${config.dataDir} has no readers. Is it the DATA_DIR of your server?`)
  }
  return lines
}

async function runRestore(config: Config, file: string, options: DataOptions): Promise<string[]> {
  const { restore } = await import('../server/data/restore.ts')
  const { takenAt, replaced, ...counts } = await restore(config, file, options)
  return [
    `Restored as of ${takenAt}: ${contentsOf(counts)}.`,
    ...replaced.map((folder) => `What was there before is in ${folder}`),
  ]
}

async function runMove(config: Config, to: string, { report }: DataOptions): Promise<string[]> {
  const { move } = await import('../server/data/move.ts')
  const { dataDir, catalogueDir } = config
  const moved = await move(config, postgresAt(to), report)
  return [
    Array.from(moved, ([table, rows]) => `${table} ${rows}`).join(', '),
    'Moved; the rows of every table are there. catalogue.db stays where it is.',
    `Start the servers with this DATABASE_URL, DATA_DIR=${dataDir} and CATALOGUE_DIR=${catalogueDir}`,
  ]
}

async function runReset(config: Config, email: string): Promise<string[]> {
  const { createResetLink } = await import('../server/data/resetPassword.ts')
  return [await createResetLink(config, email)]
}

function postgresAt(address: string): string {
  try {
    return readConfig({ DATABASE_URL: address }).databaseUrl ?? ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(error.message.replace('DATABASE_URL', '--to'))
  }
}

/** Each command, and its argument. */
const COMMANDS = new Map([
  ['backup', { run: runBackup, needs: 'file' }],
  ['restore', { run: runRestore, needs: 'file' }],
  ['move', { run: runMove, needs: '--to' }],
  ['reset-password', { run: runReset, needs: 'email' }],
])

/** What the command line asks for, or `undefined` for the usage. */
function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      force: { type: 'boolean', default: false },
      to: { type: 'string' },
    },
  })
  const { help, force, to } = values
  if (help) return undefined
  const [name = '', ...words] = positionals
  const command = COMMANDS.get(name)
  if (!command) throw new UsageError(`Please say what to do: ${[...COMMANDS.keys()].join(', ')}.`)
  const { run, needs } = command
  if (force && needs !== 'file') throw new UsageError(`${name} has no --force.`)
  const argument = needs === '--to' ? to : words[0]
  const count = words.length + (to === undefined ? 0 : 1)
  if (argument && count === 1) return { run, argument, force }
  throw new UsageError(`${name} needs one ${needs}.`)
}

async function main(): Promise<void> {
  const command = readCommand()
  if (!command) return console.log(USAGE)
  const { run, argument, force } = command
  const config = readConfig(process.env)
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new DataError('Stopped; nothing was changed.')))
  }
  const { signal } = stop
  const report = createReport(signal)
  try {
    console.log((await run(config, argument, { force, report, signal })).join('\n'))
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

/** Why it failed, in one line. */
function explain(error: unknown): string {
  const [line = ''] = reasonOf(error).split('\n', 1)
  if ([DataError, StoreError, ConfigError].some((kind) => error instanceof kind)) return line
  if (!isStorageFailure(error)) return `This failed: ${line}`
  return `A disk is full or takes no writes (${line}). Nothing was changed; make room, and begin again.`
}

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

try {
  await main()
} catch (error) {
  console.error(isUsage(error) ? `${error.message}\n\n${USAGE}` : explain(error))
  process.exitCode = isUsage(error) ? 2 : 1
}

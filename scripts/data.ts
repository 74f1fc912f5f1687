/** `npm run data -- backup | restore | move | readers | reset-password`: what a host does with everything readers have (docs/hosting.md 4). */
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, refuseMisplaced, type Config } from '../server/config.ts'
import { DataError, type DataOptions } from '../server/data/dataError.ts'
import type { Reader, Readers } from '../server/data/readers.ts'
import { withServiceSettings } from '../server/data/serviceSettings.ts'
import { MIB_BYTES } from '../contract/units.ts'
import { isStorageFailure, reasonOf, StoreError, withRemedy } from '../server/store/errors.ts'

const USAGE = `Keeps and moves what readers have: the installation that DATA_DIR and CATALOGUE_DIR name.

  npm run data -- backup file      one file with everything, while the server runs
  npm run data -- restore file     puts a backup in place; stop the server before
  npm run data -- move --to where  moves the readers' data to PostgreSQL; stop the server before
  npm run data -- readers          lists the readers; --json for programs
  npm run data -- readers add email name
                                   makes an account and prints a link, good for a week and one use,
                                   with which its reader sets the password
  npm run data -- readers disable email, readers enable email
                                   ends the reader's sessions and refuses new ones, or allows them again
  npm run data -- readers logout email, readers logout --all
                                   ends the reader's sessions, or everybody's; they log in again
  npm run data -- readers delete email
                                   deletes the account and all that is in it; asks unless --yes is given
  npm run data -- reset-password email
                                   prints a link with which that reader sets a new password,
                                   good for one hour and one use; PUBLIC_URL is where it leads

  where     postgres://user@host:5432/name (the password may come in PGPASSWORD)
  --force   backup: replaces an existing file
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

/** What was typed behind a command. */
interface Typed {
  words: string[]
  force?: boolean | undefined
  to?: string | undefined
  json?: boolean | undefined
  yes?: boolean | undefined
  all?: boolean | undefined
}

/** Does what a command says, and returns the lines to print. */
type Run = (config: Config, typed: Typed, options: DataOptions) => Promise<string[]>

const runBackup: Run = async (config, { words: [file = ''] }, options) => {
  const { backUp } = await import('../server/data/backup.ts')
  const { bytes, left, ...counts } = await backUp(config, file, options)
  const size = (bytes / MIB_BYTES).toFixed(1)
  const lines = [
    `${resolve(file)}: ${contentsOf(counts)} of ${config.dataDir}, ${size} MiB. Checked and complete.`,
  ]
  if (counts.readers === 0) {
    lines.push(`Warning: ${config.dataDir} has no readers. Is it the DATA_DIR of your server?`)
  }
  for (const path of left) {
    lines.push(
      `Warning: a killed backup left ${path}, a whole copy. As root, remove it: rm -r ${path}`,
    )
  }
  return lines
}

const runRestore: Run = async (config, { words: [file = ''] }, options) => {
  const { restore } = await import('../server/data/restore.ts')
  const { takenAt, replaced, ...counts } = await restore(config, file, options)
  return [
    `Restored into ${config.dataDir} as of ${takenAt}: ${contentsOf(counts)}.`,
    ...replaced.map((folder) => `What was there before is in ${folder}`),
  ]
}

const runMove: Run = async (config, { to = '' }, { report }) => {
  const { move } = await import('../server/data/move.ts')
  const { dataDir, catalogueDir } = config
  const moved = await move(config, postgresAt(to), report)
  return [
    Array.from(moved, ([table, rows]) => `${table} ${rows}`).join(', '),
    'Moved; the rows of every table are there. catalogue.db stays where it is.',
    `Start the servers with this DATABASE_URL, DATA_DIR=${dataDir} and CATALOGUE_DIR=${catalogueDir}`,
  ]
}

/** A command on one reader or all of them. */
const onReaders =
  (work: (readers: Readers, typed: Typed) => Promise<string[]>): Run =>
  async (config, typed) => {
    const { withReaders } = await import('../server/data/readers.ts')
    return withReaders(config, (readers) => work(readers, typed))
  }

const HEADINGS = ['Name', 'Email', 'Since', 'Last seen', 'Favorites', '']

const day = (time: string): string => time.slice(0, 10)

/** A line for each reader below headings, in columns. */
function tableOf(readers: readonly Reader[]): string[] {
  const rows = readers.map(({ name, email, createdAt, lastSeenAt, favorites, disabledAt }) => {
    const state = disabledAt === null ? '' : `disabled ${day(disabledAt)}`
    return [name, email, day(createdAt), day(lastSeenAt), String(favorites), state]
  })
  const lines = [HEADINGS, ...rows]
  const widths = HEADINGS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, at) => (at === 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const listReaders = onReaders(async (readers, { json }) => {
  const list = await readers.list()
  if (json) return [JSON.stringify(list, null, 2)]
  return list.length === 0 ? ['There are no readers yet.'] : tableOf(list)
})

const addReader = onReaders(async (readers, { words: [email = '', name = ''] }) => [
  await readers.add(email, name),
])

const setDisabled = (isDisabled: boolean, line: string) =>
  onReaders(async (readers, { words: [email = ''] }) => {
    await readers.setDisabled(email, isDisabled)
    return [`${email} ${line}`]
  })

const logOutReaders = onReaders(async (readers, { words: [email], all }) => [
  `${quantity(await readers.logOut(all ? undefined : email), 'session')} ended.`,
])

const deleteReader = onReaders(async (readers, { words: [email = ''], yes }) => {
  // Whoever registers with the email while the question waits is somebody else.
  const reader = await readers.find(email)
  const { name } = reader
  if (!yes && !(await confirm(`Delete the account of ${name} (${email}) and all that is in it?`))) {
    throw new DataError('Nothing was deleted.')
  }
  await readers.remove(reader)
  return [`The account of ${name} (${email}) is deleted.`]
})

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new DataError('To delete without being asked, add --yes.')
  using terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl+C is a no.
  const typed = await terminal.question(`${question} [y/N] `).catch(() => '')
  return /^y(?:es)?$/i.test(typed.trim())
}

const resetPassword = onReaders(async (readers, { words: [email = ''] }) => [
  await readers.resetPassword(email),
])

function postgresAt(address: string): string {
  try {
    return readConfig({ DATABASE_URL: address }).databaseUrl ?? ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(error.message.replace('DATABASE_URL', '--to'))
  }
}

/** Each command, the words that it needs, its option, and whether it changes or keeps anything. */
const COMMANDS = new Map<
  string,
  { run: Run; needs: string[]; option?: string; isWriting?: boolean }
>([
  ['backup', { run: runBackup, needs: ['file'], option: 'force' }],
  ['restore', { run: runRestore, needs: ['file'], option: 'force' }],
  ['move', { run: runMove, needs: [], option: 'to' }],
  ['readers list', { run: listReaders, needs: [], option: 'json', isWriting: false }],
  ['readers add', { run: addReader, needs: ['email', 'name'] }],
  ['readers disable', { run: setDisabled(true, 'is disabled and signed out.'), needs: ['email'] }],
  ['readers enable', { run: setDisabled(false, 'may log in.'), needs: ['email'] }],
  ['readers logout', { run: logOutReaders, needs: ['email'], option: 'all' }],
  ['readers delete', { run: deleteReader, needs: ['email'], option: 'yes' }],
  ['reset-password', { run: resetPassword, needs: ['email'] }],
])

/** What the command line asks for, or `undefined` for the usage. */
function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      force: { type: 'boolean' },
      to: { type: 'string' },
      json: { type: 'boolean' },
      yes: { type: 'boolean' },
      all: { type: 'boolean' },
    },
  })
  const { help, ...options } = values
  if (help) return undefined
  const [first = '', ...words] = positionals
  const name = first === 'readers' ? `readers ${words.shift() ?? 'list'}` : first
  const command = COMMANDS.get(name)
  if (!command) throw new UsageError(`Choose a command: ${[...COMMANDS.keys()].join(', ')}.`)
  const { run, option, isWriting = true } = command
  const needs = options.all ? [] : command.needs
  const other = Object.keys(options).find((given) => given !== option)
  if (other !== undefined) throw new UsageError(`${name} has no --${other}.`)
  if (option === 'to' && !options.to) throw new UsageError(`${name} needs --to.`)
  if (words.length === needs.length && words.every(Boolean)) {
    return { run, isWriting, typed: { words, ...options } }
  }
  const what = needs.length === 0 ? 'no more words' : `one ${needs.join(' and one ')}`
  throw new UsageError(`${name} needs ${what}.`)
}

async function main(): Promise<void> {
  const command = readCommand()
  if (!command) return console.log(USAGE)
  const { run, isWriting, typed } = command
  // PGPASSWORD, too, which the driver of PostgreSQL reads there by itself.
  Object.assign(process.env, withServiceSettings(process.env))
  const config = readConfig(process.env)
  if (isWriting) refuseMisplaced(config)
  for (const note of config.notes) console.error(note)
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new DataError('Stopped; nothing was changed.')))
  }
  const { signal } = stop
  const report = createReport(signal)
  try {
    const options = { force: typed.force ?? false, report, signal }
    console.log((await run(config, typed, options)).join('\n'))
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

/** Why it failed, in one line. */
function explain(error: unknown): string {
  const [line = ''] = reasonOf(error).split('\n', 1)
  if ([DataError, StoreError, ConfigError].some((kind) => error instanceof kind)) return line
  if (!isStorageFailure(error)) return `This failed: ${withRemedy(line)}`
  return `A disk is full or not writable (${line}). Nothing was changed. Free some space and try again.`
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

/**
 * `npm run scenario:from-har -- file.har name`: makes a scenario of a session that was recorded in a
 * browser. Without the reader's secrets, or not at all (decision page 0015).
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { HAR_MAX_BYTES, HarError } from '../mocks/har/har.ts'
import { recordHar, type RecordedSummary } from '../mocks/har/record.ts'
import { checkName, checkTitle, indexSource, titleOf } from '../mocks/har/recordedFiles.ts'
import { isScenarioName } from '../mocks/scenarios.ts'

const root = join(import.meta.dirname, '..')

const USAGE = `Makes a scenario of a session that was recorded in a browser (HAR 1.2, with content).

  npm run scenario:from-har -- file.har name [--title "What it is called"] [--replace]

  name        a camelCase word that no scenario has; it stands in ?scenario=
  --title     what testers read; made of the name where nothing is said
  --replace   writes a recorded scenario of this name anew
  --into dir  where it is written, for trying it out; mocks/recorded where nothing is said

Tokens, passwords, emails, cookies, names, ids and pictures of the reader are replaced.`

/** The largest scenario that is written, in bytes: everybody's page loads it. */
const SCENARIO_MAX_BYTES = 2 * 1024 * 1024

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function readSource(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new HarError(`There is no file ${file}.`)
  if (stat.size > HAR_MAX_BYTES) {
    throw new HarError(
      `${file} has ${megabytes(stat.size)}, more than the ${megabytes(HAR_MAX_BYTES)} that are read: record a shorter session.`,
    )
  }
  return readFileSync(file, 'utf8')
}

/** Whole or not at all, as prettier would have it. */
async function write(file: string, source: string): Promise<void> {
  const partial = `${file}.${process.pid}`
  const options = await resolveConfig(join(root, 'package.json'))
  writeFileSync(partial, await format(source, { ...options, filepath: file }))
  renameSync(partial, file)
}

function counted(counts: ReadonlyMap<string, number>): string {
  const parts = [...counts].map(([what, count]) => `${what} ${count}`)
  return parts.length > 0 ? parts.join(', ') : 'nothing'
}

function report(file: string, summary: RecordedSummary): void {
  const { creator, entries, taken, unknown, skipped, bodiless, scrubbed } = summary
  console.log(`read: ${entries} entries of ${basename(file)}, written by ${creator}`)
  console.log(
    `taken: ${taken} ${taken === 1 ? 'call' : 'calls'}${unknown > 0 ? `, ${unknown} that the contract lacks` : ''}`,
  )
  console.log(`skipped: ${counted(skipped)}${bodiless && ` (${bodiless})`}`)
  console.log(`scrubbed: ${counted(scrubbed)}`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      replace: { type: 'boolean', default: false },
      title: { type: 'string' },
      into: { type: 'string', default: join(root, 'mocks/recorded') },
    },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  const [file, name, ...others] = positionals
  if (file === undefined || name === undefined || others.length > 0) {
    throw new HarError('Please give one HAR file and one name; --help says more.')
  }
  const recorded = (existsSync(values.into) ? readdirSync(values.into) : [])
    .filter((entry) => entry.endsWith('.json'))
    .map((entry) => basename(entry, '.json'))
  checkName(name, recorded, isScenarioName, values.replace)
  const title = values.title ?? titleOf(name)
  checkTitle(title)
  const { recording, summary } = recordHar(readSource(file), title)
  const source = JSON.stringify(recording)
  if (source.length > SCENARIO_MAX_BYTES) {
    throw new HarError(
      `The scenario would have ${megabytes(source.length)}, more than ${megabytes(SCENARIO_MAX_BYTES)}: record a shorter session.`,
    )
  }
  report(file, summary)
  mkdirSync(values.into, { recursive: true })
  const target = join(values.into, `${name}.json`)
  await write(target, source)
  await write(join(values.into, 'index.ts'), indexSource([...new Set([...recorded, name])]))
  console.log(`written: ${target} (${Math.ceil(statSync(target).size / 1024)} KiB), and index.ts`)
  console.log(`open: npm run dev:mocks, then http://localhost:5173/?scenario=${name}`)
}

/** An error that is the tester's to mend, in one line; anything else is ours. */
function isPlain(error: unknown): error is Error {
  return (
    error instanceof HarError ||
    (error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}

try {
  await main()
} catch (error) {
  if (!isPlain(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/**
 * `npm run scenario:from-har -- file.har name [--title "What it is called"]`: makes a scenario of a session that was
 * recorded in a browser, without anything of the reader's, or not at all (decision page 0015).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { addToIndex, HarError, recordHar } from '../mocks/har/record.ts'
import { isScenarioName } from '../mocks/scenarios.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    title: { type: 'string' },
    /** Where it is written, for the test. */
    into: { type: 'string', default: join(import.meta.dirname, '../mocks/recorded') },
  },
})

async function write(file: string, source: string): Promise<void> {
  const options = await resolveConfig(import.meta.filename)
  writeFileSync(file, await format(source, { ...options, filepath: file }))
}

async function main(): Promise<void> {
  const [file, name = ''] = positionals
  if (file === undefined || !/^[a-z][A-Za-z\d]*$/.test(name)) {
    throw new HarError('Please give a HAR file and a camelCase name, such as slowVisit.')
  }
  if (isScenarioName(name)) throw new HarError(`A scenario is called "${name}" already.`)
  const recording = recordHar(readFileSync(file, 'utf8'), values.title ?? name)
  const index = join(values.into, 'index.ts')
  await write(join(values.into, `${name}.json`), JSON.stringify(recording))
  await write(index, addToIndex(readFileSync(index, 'utf8'), name))
  console.log(`${recording.responses.length} responses are in ${name}.json. Read it once more.`)
  console.log(`npm run dev:mocks, then http://localhost:5173/?scenario=${name}`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof HarError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach } from 'vitest'
import { runCatalogueCommand } from '../server/catalogue/import/command.ts'

const COMMAND = join(import.meta.dirname, '../scripts/catalogue.ts')

/** The folder of the test that runs; its data folder is `data` in it. */
export let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-command-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The bundled books would take a second in each folder. */
const defaults = () => ({ DATA_DIR: join(folder, 'data'), BUNDLED_BOOKS: 'off' })

/** Whether a process can be kept from letting its files grow, as on a full disk. */
export const CAN_LIMIT = spawnSync('prlimit', ['--version']).status === 0

/** Starts the command; `--fsize=bytes` bounds its files. */
export function start(settings: Record<string, string>, ...input: string[]) {
  const limits = input.filter((word) => word.startsWith('--fsize='))
  const args = input.filter((word) => !limits.includes(word))
  const [program = process.execPath, ...words] = [
    ...(limits.length > 0 ? ['prlimit', ...limits] : []),
    process.execPath,
    COMMAND,
    ...args,
  ]
  const child = spawn(program, [...words, '--new'], {
    env: { PATH: process.env['PATH'] ?? '', ...defaults(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = (async () => {
    await once(child, 'close')
    return { code: child.exitCode, signal: child.signalCode, out, err }
  })()
  return { child, ended }
}

const into = (take: (text: string) => void) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(chunk.toString())
      done()
    },
  })

/**
 * The same in this process, where it is to run to its end, or to be stopped by a signal given last. Without a DATA_DIR
 * of the test's own no server has to have been there.
 */
export async function command(
  settings: Record<string, string>,
  ...input: (string | AbortSignal)[]
) {
  const words = input.filter((word) => typeof word === 'string')
  const args = 'DATA_DIR' in settings ? words : [...words, '--new']
  const signal = input.find((word) => typeof word !== 'string')
  let out = ''
  let err = ''
  const code = await runCatalogueCommand(args, () => ({ ...defaults(), ...settings }), {
    out: into((text) => (out += text)),
    err: into((text) => (err += text)),
    signal: signal ?? new AbortController().signal,
  })
  return { code, out, err }
}

/** Records of Project Gutenberg, one a line. */
export const lines = (count: number, title = 'Title') =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: index + 1,
      title: `${title} ${(index * 7919).toString(36)} of the ${index % 97}`,
      authors: [{ name: `Author, ${(index % 300).toString(36)}`, death: 1900 }],
      language: 'en',
      subjects: ['Love stories'],
    }),
  ).join('\n')

/** The command with these arguments and usual settings. */
export const run = (...args: string[]) => command({}, ...args)

/** How many books there are beside the bundled ones. */
export async function imported(): Promise<number> {
  const { out } = await run('status')
  const sources = [...out.matchAll(/^([\w-]+) +([\d,]+) books?\b/gm)]
  return sources
    .filter(([, source]) => source !== 'bundled' && source !== 'all')
    .reduce((sum, [, , books = '']) => sum + Number(books.replaceAll(',', '')), 0)
}

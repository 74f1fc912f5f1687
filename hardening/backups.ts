/**
 * `npm run test:hardening -- backups [--rounds=20]`: backups while readers write, each restored: every
 * favorite that was acknowledged before the backup began is in it (docs/security.md 9).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { backUp } from '../server/data/backup.ts'
import { factsOf } from '../server/data/databases.ts'
import { restore } from '../server/data/restore.ts'
import type { FavoriteMessage } from '../test/favoritesWriter.ts'
import { addReaders, READERS_AT_ONCE } from '../test/readers.ts'
import { isFull, load, option, report } from './lib/run.ts'

const WRITER = join(import.meta.dirname, '../test/favoritesWriter.ts')
const WRITES_BETWEEN = 40

const rounds = option('rounds', isFull ? 20 : 3)
const { signal } = new AbortController()
const options = { force: false, report: () => undefined, signal }
const folder = mkdtempSync(join(tmpdir(), 'catchword-backups-'))

function inFolder(name: string) {
  const dataDir = join(folder, name)
  return { dataDir, catalogueDir: dataDir, databaseUrl: undefined }
}

function favoritesOf(dataDir: string): Set<string> {
  const database = new DatabaseSync(join(dataDir, 'readers.db'), { readOnly: true })
  const rows = database.prepare('SELECT user_id, book_id FROM favorites').all()
  database.close()
  return new Set(rows.map((row) => `${String(row['user_id'])} ${String(row['book_id'])}`))
}

const here = inFolder('data')
let whole = 0
let missing = 0
const acknowledged: string[] = []
try {
  await addReaders(
    here.dataDir,
    Array.from({ length: READERS_AT_ONCE }, (_, at) => `Reader ${at}`),
  )
  const writer = fork(WRITER, [here.dataDir], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(writer, 'exit')
  writer.on('message', (message: FavoriteMessage) => acknowledged.push(message))
  for (let round = 0; round < rounds; round++) {
    const seen = acknowledged.length
    while (acknowledged.length < seen + WRITES_BETWEEN) {
      // Nothing more would come, and the wait would have no end.
      const end = writer.exitCode ?? writer.signalCode
      if (end !== null) throw new Error(`The writer ended with ${end}.`)
      await delay(10)
    }
    const before = [...acknowledged]
    const file = join(folder, `${round}.tar.gz`)
    const summary = await backUp(here, file, options)
    const restored = inFolder(`restored-${round}`)
    await restore(restored, file, options)
    const kept = favoritesOf(restored.dataDir)
    const lost = before.filter((favorite) => !kept.has(favorite)).length
    const { readers, favorites } = factsOf(join(restored.dataDir, 'readers.db'))
    missing += lost
    if (lost === 0 && favorites === summary.favorites && readers === READERS_AT_ONCE) whole += 1
    rmSync(restored.dataDir, { recursive: true, force: true })
    rmSync(file)
  }
  writer.kill('SIGTERM')
  await ended
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report(
  whole === rounds && missing === 0,
  `${whole} of ${rounds} backups taken while ${acknowledged.length} favorites were written held all ` +
    `that were acknowledged before; ${missing} missing (${load()})`,
)

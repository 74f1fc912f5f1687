import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { copyBundledCatalogue } from '../test/bundledCatalogue.ts'
import { forEachFolder, startServer } from '../test/serverProcess.ts'
import { readConfig } from './config.ts'
import { start } from './start.ts'

// The server as a process; what else can go wrong with it is in start.full.test.ts.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
forEachFolder((made) => (folder = made))

const run = (settings: Record<string, string>) => startServer({ DATA_DIR: folder, ...settings })

describe('the server as a process', () => {
  test('says in one line which setting cannot be used', async () => {
    const { code, stdout, stderr } = await run({ PORT: 'eighty' }).exit
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^PORT must be a whole number[^\n]*\n$/)
  })

  test('removes what a first start left that was killed', async () => {
    const dataDir = join(folder, 'killed')
    await copyBundledCatalogue(dataDir)
    mkdirSync(join(dataDir, '.new-1'))
    writeFileSync(join(dataDir, '.new-1/readers.db'), 'half')
    const server = await start(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }))
    await server.close()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('prints exactly one line, keeps its files to itself, finishes what is under way, and leaves no WAL', async () => {
    const dataDir = join(folder, 'fresh')
    const server = run({ DATA_DIR: dataDir })
    const address = await server.ready
    expect(address).toMatch(/^http:\/\/localhost:\d+$/)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'readers.db')).mode & 0o777).toBe(0o600)
    const password = 'correct horse'
    const account = { name: 'Ada', email: 'ada@example.com', password, confirmPassword: password }
    const text = JSON.stringify(account)
    const slow = request({
      port: new URL(address).port,
      host: '127.0.0.1',
      path: '/api/user/register',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': text.length },
    })
    const reply = once(slow, 'response')
    slow.write(text.slice(0, 20))
    await delay(200)
    server.child.kill('SIGINT')
    await delay(200)
    slow.end(text.slice(20))
    const [response]: { statusCode?: number; resume(): void }[] = await reply
    response?.resume()
    expect(response?.statusCode).toBe(201)
    expect(await server.exit).toMatchObject({
      code: 0,
      stdout: `Catchword is at ${address}\n`,
      stderr: '',
    })
    const files = ['catalogue.db', 'catalogue.lock', 'readers.db', 'readers.lock']
    expect(readdirSync(dataDir)).toEqual(files)
    using database = new DatabaseSync(join(dataDir, 'readers.db'), { readOnly: true })
    expect(database.prepare('SELECT email FROM users').all()).toEqual([{ email: account.email }])
  })

  test('has its folder alone, and none begins without readers where there were some', async () => {
    await copyBundledCatalogue(folder)
    const first = run({})
    await first.ready
    const second = await run({}).exit
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(/^Another server, or a restore, is at work in [^\n]+\n$/)
    first.child.kill('SIGKILL')
    await first.exit
    for (const name of ['readers.db', 'readers.db-wal', 'readers.db-shm']) {
      rmSync(join(folder, name))
    }
    const emptied = await run({}).exit
    expect(emptied).toMatchObject({ code: 1, stdout: '' })
    expect(emptied.stderr).toMatch(
      /readers\.db is missing, but it was there: the folder has readers\.lock\. Restore a [^\n]+\n$/,
    )
  })
})

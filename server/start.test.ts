import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { forEachFolder, startServer } from '../test/serverProcess.ts'
import { readConfig } from './config.ts'
import { start } from './start.ts'

// The server as a process; what else can go wrong with it is in start.full.test.ts.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
forEachFolder((made) => (folder = made))

const run = (settings: Record<string, string>) => startServer({ DATA_DIR: folder, ...settings })

test('the thread for searches is there before the server listens', async () => {
  const threads: Worker[] = []
  const add = (thread: Worker) => threads.push(thread)
  process.on('worker', add)
  onTestFinished(() => void process.off('worker', add))
  const server = await start(readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' }))
  expect(threads).toHaveLength(1)
  const response = await fetch(`${server.address}/api/books/search?query=emma`)
  await server.close()
  expect(response.status).toBe(200)
  expect(threads).toHaveLength(1)
  // However long it takes: Fastify's own bound ends the start of a busy machine.
  expect(server.app.initialConfig.pluginTimeout).toBe(0)
})

describe('the server as a process', () => {
  test('says in one line which setting cannot be used', async () => {
    const { code, stdout, stderr } = await run({ PORT: 'eighty' }).exit
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^PORT must be a whole number[^\n]*\n$/)
  })

  test('prints exactly one line, answers, and keeps its files to itself', async () => {
    const server = run({ DATA_DIR: join(folder, 'fresh') })
    const address = await server.ready
    expect(address).toMatch(/^http:\/\/localhost:\d+$/)
    const response = await fetch(`${address.replace('localhost', '127.0.0.1')}/healthz`)
    expect(await response.json()).toMatchObject({ status: 'ok' })
    expect(statSync(join(folder, 'fresh')).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'fresh', 'readers.db')).mode & 0o777).toBe(0o600)
    server.child.kill('SIGINT')
    const { code, stdout, stderr } = await server.exit
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `Catchword is at ${address}\n`,
      stderr: '',
    })
  })

  test('removes what a first start left that was killed', async () => {
    const dataDir = join(folder, 'killed')
    mkdirSync(join(dataDir, '.new-1'), { recursive: true })
    writeFileSync(join(dataDir, '.new-1/readers.db'), 'half')
    const server = await start(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }))
    await server.close()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('finishes what is under way on SIGTERM and leaves no WAL', async () => {
    const server = run({})
    const { port } = new URL(await server.ready)
    const text = JSON.stringify({
      name: 'Ada',
      email: 'ada@example.com',
      password: 'correct horse',
      confirmPassword: 'correct horse',
    })
    const slow = request({
      port,
      host: '127.0.0.1',
      path: '/api/user/register',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    })
    const reply = once(slow, 'response')
    slow.write(text.slice(0, 20))
    await delay(200)
    server.child.kill('SIGTERM')
    await delay(200)
    slow.end(text.slice(20))
    const [response]: { statusCode?: number; resume(): void }[] = await reply
    response?.resume()
    expect(response?.statusCode).toBe(201)
    expect((await server.exit).code).toBe(0)
    expect(readdirSync(folder)).toEqual([
      'catalogue.db',
      'catalogue.lock',
      'readers.db',
      'readers.lock',
    ])

    const database = new DatabaseSync(join(folder, 'readers.db'), { readOnly: true })
    expect(database.prepare('SELECT email FROM users').all()).toEqual([
      { email: 'ada@example.com' },
    ])
    database.close()
  })

  test('has its folder alone, and none begins without readers where there were some', async () => {
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

import { describe, expect, onTestFinished, test } from 'vitest'
import { noPostgres, whySkipped, withPostgres, type TestDatabase } from '../test/postgres.ts'
import type { ServerProcess } from '../test/process.ts'
import { forEachFolder, startServer } from '../test/serverProcess.ts'

const postgres = withPostgres()

let folder: string
forEachFolder((made) => (folder = made))

const run = (settings: Record<string, string>) => startServer({ DATA_DIR: folder, ...settings })

async function createDatabase(): Promise<TestDatabase> {
  const database = await postgres.createDatabase()
  onTestFinished(() => database.drop())
  return database
}

const at = async ({ ready }: ServerProcess): Promise<string> =>
  (await ready).replace('localhost', '127.0.0.1')

describe.skipIf(noPostgres)(`servers on PostgreSQL${whySkipped}`, () => {
  test('a database that goes away is a 503 until it is back, and its address is in no log', async () => {
    const database = await createDatabase()
    const server = run({ DATABASE_URL: database.url, LOG_LEVEL: 'info' })
    const address = await at(server)
    const status = async (path: string) => (await fetch(address + path)).status
    expect(await status('/readyz')).toBe(200)

    await database.allowConnections(false)
    expect(await status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(503)
    const response = await fetch(`${address}/api/user/nobody/preferences`, {
      headers: { authorization: `Bearer ${'a'.repeat(43)}` },
    })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'busy' })
    // Books are still there.
    expect(await status('/api/book/detail/emma')).toBe(200)

    await database.allowConnections(true)
    expect(await status('/readyz')).toBe(200)

    server.child.kill('SIGTERM')
    const { stderr } = await server.exit
    expect(stderr).toContain('the database fails requests')
    expect(stderr).not.toContain(new URL(database.url).password)
  })

  test('a database that cannot be reached stops the start with one line', async () => {
    const url = new URL((await createDatabase()).url)
    url.password = 'canary'
    const { code, stdout, stderr } = await run({ DATABASE_URL: url.href }).exit
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^The database \S+ cannot be reached \([^\n]+\)\. Check DATABASE_URL\.\n$/,
    )
    expect(stderr).not.toContain('canary')
  })
})

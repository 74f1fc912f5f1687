import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'catchword-har-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(...args: string[]) {
  const script = join(import.meta.dirname, 'scenario-from-har.ts')
  return spawnSync(process.execPath, [script, ...args, '--into', folder], { encoding: 'utf8' })
}

test(
  'writes a scenario and its entry in the index, and complains in one line',
  { timeout: 120_000 },
  () => {
    const har = join(folder, 'session.har')
    const request = { method: 'GET', url: 'https://books.example/api/settings', headers: [] }
    const content = { mimeType: 'application/json', text: '{"passwordReset":true}' }
    const response = { status: 200, headers: [], cookies: [], content }
    const entry = {
      startedDateTime: '2026-01-01T00:00:00.000Z',
      request: { ...request, cookies: [], queryString: [] },
      response,
    }
    writeFileSync(har, JSON.stringify({ log: { entries: [entry] } }))
    const index = join(folder, 'index.ts')
    writeFileSync(index, readFileSync(join(import.meta.dirname, '../mocks/recorded/index.ts')))

    expect(run(har, 'slowVisit', '--title', 'A slow visit')).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(JSON.parse(readFileSync(join(folder, 'slowVisit.json'), 'utf8'))).toMatchObject({
      title: 'A slow visit',
      responses: [{ request: 'GET /api/settings', status: 200, body: { passwordReset: true } }],
    })
    expect(readFileSync(index, 'utf8')).toContain('  slowVisit: replay(slowVisit),\n}')

    expect(run(har, 'serverDown')).toMatchObject({
      status: 1,
      stderr: 'A scenario is called "serverDown" already.\n',
    })
    expect(run(har, 'slow-visit').stderr).toMatch(/^Please give a HAR file and a camelCase name/)
  },
)

import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../test/testServer.ts'

const PAGE = '<!doctype html><title>Catchword</title>'
const SECRET = 'what stands outside of the root'

/** `../` as it has been written to get past those who look for it. */
const UPWARDS = [
  '../',
  '..\\',
  '%2e%2e%2f',
  '..%5c',
  '%252e%252e/',
  '..%252f',
  '....//',
  '..;/',
  '..%00/',
  '%c0%ae%c0%ae/',
  '%uff0e%uff0e/',
  '．．/',
]

const PREFIXES = ['/', '/assets/', '/media/', '/covers/', '/api/docs/static/', '/api/book/detail/']

/** Paths that lead out of a root, where somebody decodes them once too often or looks too late. */
const PATHS = PREFIXES.flatMap((prefix) =>
  UPWARDS.flatMap((up) => [
    `${prefix}${up}secret.txt`,
    `${prefix}${up.repeat(3)}secret.txt`,
    `${prefix}${up.repeat(9)}etc/passwd`,
    `${prefix}x/${up.repeat(2)}data/readers.db`,
  ]),
)

const ABSOLUTE = [
  '//etc/passwd',
  '/%2fetc%2fpasswd',
  '/media/%2fetc%2fpasswd',
  '/covers/%2fetc%2fpasswd',
  '/file:///etc/passwd',
  '/.env',
  '/assets/.hidden.txt',
  '/assets/%2ehidden.txt',
  '/index.html%00.txt',
  '/media/readers.db',
  '/covers/..',
  '/assets/..',
]

let folder: string
let server: TestServer
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catchword-traversal-'))
  const distDir = join(folder, 'dist')
  await mkdir(join(distDir, 'assets'), { recursive: true })
  await writeFile(join(distDir, 'index.html'), PAGE)
  await writeFile(join(distDir, 'assets', 'a.js'), 'export {}')
  await writeFile(join(distDir, 'assets', '.hidden.txt'), SECRET)
  const dataDir = join(folder, 'data')
  server = await createTestServer({ distDir, dataDir })
  for (const outside of [folder, dataDir, dirname(join(dataDir, 'pictures'))]) {
    await writeFile(join(outside, 'secret.txt'), SECRET)
  }
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})

afterAll(async () => {
  agent.destroy()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Asks for a path as it stands: no client tidies it up on the way. */
async function send(path: string): Promise<{ path: string; status: number; body: string }> {
  const options = { host: '127.0.0.1', port, agent, path: Buffer.from(path).toString('latin1') }
  const [response]: IncomingMessage[] = await once(request(options).end(), 'response')
  if (!response) throw new Error('There was no response.')
  return { path, status: response.statusCode ?? 0, body: await text(response) }
}

describe(`${PATHS.length + ABSOLUTE.length} ways out of the folders that are served`, () => {
  test('end nowhere: 400, 403 or 404, or the page that every address of the app has', async () => {
    const responses = await Promise.all([...PATHS, ...ABSOLUTE].map(send))
    expect(responses.length).toBeGreaterThan(200)
    const out = responses.filter(
      ({ status, body }) =>
        ![200, 400, 403, 404].includes(status) ||
        (status === 200 && body !== PAGE) ||
        /what stands outside|root:|SQLite format/.test(body),
    )
    expect(out).toEqual([])
  })

  test('are looked for where files are found: what is inside is served', async () => {
    expect(await send('/assets/a.js')).toMatchObject({ status: 200, body: 'export {}' })
    expect(await send('/')).toMatchObject({ status: 200, body: PAGE })
    expect(await send('/assets/%61.js')).toMatchObject({ status: 200, body: 'export {}' })
  })
})

import { createHook } from 'node:async_hooks'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test/testServer.ts'

let server: TestServer
let distDir: string
/** How often something was packed. */
let packed = 0
const counter = createHook({ init: (_id, type) => void (packed += Number(type === 'ZLIB')) })

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'catchword-packed-'))
  mkdirSync(join(distDir, 'assets'))
  for (const name of ['index.html', 'not-found.html', 'assets/a.js'])
    writeFileSync(join(distDir, name), 'page '.repeat(1000))
  server = await createTestServer({ distDir })
  counter.enable()
})
afterAll(async () => {
  counter.disable()
  await server.close()
  rmSync(distDir, { recursive: true })
})

test.each([
  ['/', 2],
  ['/no/such/page', 2],
  // The build has files packed.
  ['/assets/a.js', 0],
  ['/api/openapi.json', 2],
  ['/api/docs', 2],
  ['/api/docs/static/swagger-ui-bundle.js', 2],
  // The same.
  ['/api/docs/static//swagger-ui-bundle.js?again', 0],
])('%s is packed once for each encoding, however many ask for it: %i times', async (url, times) => {
  const get = (accepted: string, more = {}) =>
    server.app.inject({ url, headers: { 'accept-encoding': accepted, ...more } })
  const plain = (await get('identity')).rawPayload
  const encodings = ['br', 'gzip', '*', 'identity']
  const before = packed
  const responses = await Promise.all(encodings.flatMap((one) => [get(one), get(one), get(one)]))
  expect(packed - before).toBe(times)

  for (const [at, { statusCode, headers, rawPayload }] of responses.entries()) {
    const encoding = headers['content-encoding']
    const unzipped = encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload
    expect(plain.equals(encoding === 'br' ? brotliDecompressSync(rawPayload) : unzipped)).toBe(true)
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(headers['cache-control']).toMatch(/no-cache|max-age=[1-9]/)
    if (statusCode !== 200) continue
    const accepted = encodings[Math.floor(at / 3)] ?? ''
    const again = await get(accepted, { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
  }
})

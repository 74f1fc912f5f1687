import { existsSync, readdirSync } from 'node:fs'
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import type { RequestOptions } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MIB_BYTES } from '../../contract/units.ts'
import { forEachFolder } from '../../test/serverProcess.ts'
import { createCoverFetcher, type CoverFetcherOptions } from './fetchCover.ts'

const HOST = 'covers.example'
const PICTURE = `https://${HOST}/cover.jpg`

let server: Server
let reply: RequestListener
let requested: string[]
let folder: string

forEachFolder((made) => (folder = join(made, 'covers')))

beforeEach(async () => {
  requested = []
  server = createServer((request, response) => {
    requested.push(`${request.headers.host?.split(':')[0]}${request.url}`)
    reply(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** A fetcher whose https goes to the server of the test, in the clear. */
function fetcher(input: Partial<CoverFetcherOptions> = {}) {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return createCoverFetcher({
    hosts: [HOST],
    folder,
    request: (url: URL, options: RequestOptions) => {
      expect(url.protocol).toBe('https:')
      // A connection that was kept would go where an earlier check allowed it.
      expect(options.agent).toBe(false)
      return httpRequest(`http://${url.hostname}:${port}${url.pathname}${url.search}`, options)
    },
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowedAddress: (address) => address === '127.0.0.1',
    log: () => undefined,
    ...input,
  })
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#803020' } })

const small = () => picture(200, 300).png().toBuffer()

const send =
  (bytes: Buffer): RequestListener =>
  (_, response) => {
    response.end(bytes)
  }

describe('a remote cover', () => {
  test('is fetched, made 400 wide WebP, and kept', async () => {
    reply = send(
      await picture(1200, 1800)
        .withExif({ IFD0: { Artist: 'x' } })
        .jpeg()
        .toBuffer(),
    )
    const fetchCover = fetcher()
    const cover = await fetchCover('emma', PICTURE)
    const metadata = await sharp(cover).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 400, height: 600 })
    expect(metadata.exif).toBeUndefined()
    expect(requested).toEqual([`${HOST}/cover.jpg`])
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^emma-[0-9a-f]{16}\.webp$/)])

    // From the disk from now on, also by another process.
    expect(await fetchCover('emma', PICTURE)).toEqual(cover)
    expect(await fetcher()('emma', PICTURE)).toEqual(cover)
    expect(requested).toHaveLength(1)
  })

  test('is fetched once, however many ask at the same time', async () => {
    const bytes = await small()
    reply = (_, response) => {
      setTimeout(() => response.end(bytes), 50)
    }
    const fetchCover = fetcher()
    const covers = await Promise.all(Array.from({ length: 20 }, () => fetchCover('emma', PICTURE)))
    expect(requested).toHaveLength(1)
    expect(new Set(covers.map((cover) => cover?.length)).size).toBe(1)
  })

  test('is shown and not kept where the disk has little room left, and kept again later', async () => {
    reply = send(await small())
    let room = false
    const fetchCover = fetcher({
      hasRoom: async (disk) => {
        expect(disk).toBe(join(folder, '..'))
        return room
      },
    })
    expect(await fetchCover('emma', PICTURE)).toBeDefined()
    expect(existsSync(folder)).toBe(false)
    room = true
    expect(await fetchCover('emma', PICTURE)).toBeDefined()
    expect(readdirSync(folder)).toHaveLength(1)
    expect(requested).toHaveLength(2)
  })
})

describe('nothing is asked of', () => {
  test.each([
    'https://elsewhere.example/cover.jpg',
    `https://${HOST}.evil.example/cover.jpg`,
    `https://${HOST}@evil.example/`,
    `https://${HOST}:8443/cover.jpg`,
    'file:///etc/passwd',
    'https://127.0.0.1/cover.jpg',
    'not a link',
  ])('%s', async (link) => {
    reply = send(await small())
    expect(await fetcher({ hosts: [HOST, '127.0.0.1'] })('emma', link)).toBeUndefined()
    expect(requested).toEqual([])
  })

  test('a host whose name leads into a private network', async () => {
    reply = send(await small())
    for (const address of ['127.0.0.1', '169.254.169.254', '10.0.0.1']) {
      const fetchCover = fetcher({
        // The real rule.
        isAllowedAddress: undefined,
        resolve: async () => [
          { address: '93.184.216.34', family: 4 },
          { address, family: 4 },
        ],
      })
      expect(await fetchCover('emma', PICTURE)).toBeUndefined()
    }
    expect(requested).toEqual([])
  })
})

/** What is left of a refused answer: no cover, and no file. */
const REFUSED = { cover: undefined, files: [] }

async function outcome(input: Partial<CoverFetcherOptions> = {}) {
  const cover = await fetcher(input)('emma', PICTURE)
  return { cover, files: existsSync(folder) ? readdirSync(folder) : [] }
}

describe('what comes back is refused', () => {
  test.each<[what: string, body: () => Buffer | Promise<Buffer>, status?: number]>([
    ['as a redirect', small, 302],
    ['with status 404', small, 404],
    ['with status 206', small, 206],
    ['as a single dot', () => picture(1, 1).gif().toBuffer()],
    ['as a line', () => picture(400, 15).png().toBuffer()],
    ['as an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400"/>')],
    ['as HTML', () => Buffer.from('<!doctype html><title>Not found</title>')],
    ['as nothing', () => Buffer.alloc(0)],
    ['as half a picture', async () => (await small()).subarray(0, 300)],
    ['as a picture of too many pixels', () => picture(6000, 6000).png().toBuffer()],
  ])('%s', async (_what, body, status = 200) => {
    const bytes = await body()
    reply = (_, response) => void response.writeHead(status, { location: '/moved.jpg' }).end(bytes)
    expect(await outcome()).toEqual(REFUSED)
    expect(requested).toHaveLength(1)
  })

  test.each([true, false])('as more than 5 MiB, said before: %s', async (isSaid) => {
    const cover = await picture(200, 300).jpeg().toBuffer()
    const serve = (size: number) => {
      reply = (_, response) => {
        if (isSaid) response.writeHead(200, { 'content-length': size })
        response.write(cover)
        response.end(Buffer.alloc(size - cover.length))
      }
    }
    serve(5 * MIB_BYTES + 1)
    expect(await outcome()).toEqual(REFUSED)
    // What is padded is a picture all the same: only its size was wrong.
    serve(5 * MIB_BYTES)
    expect((await outcome()).cover).toBeDefined()
  })

  test('as a connection that breaks off', async () => {
    reply = (_, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('x', () => response.destroy())
    }
    expect(await outcome()).toEqual(REFUSED)
  })
})

test('who waits for a second is told so; the cover is fetched all the same, for the next request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const bytes = await small()
  const fetchCover = fetcher()
  let told: unknown = 'nothing'
  const arrival = new Promise<() => void>((resolve) => {
    reply = (_, response) => resolve(() => response.end(bytes))
  })
  const first = fetchCover('emma', PICTURE).then((cover) => (told = cover))
  const end = await arrival
  await vi.advanceTimersByTimeAsync(999)
  expect(told).toBe('nothing')
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toBe('later')
  end()
  expect(await fetchCover('emma', PICTURE)).toBeInstanceOf(Buffer)
  expect(requested).toHaveLength(1)
})

test('a host that was silent for five seconds three times is left alone for a minute', async () => {
  let time = 1_000_000
  let end: (() => void) | undefined
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    end = () => controller.abort(new DOMException('too late', 'TimeoutError'))
    return controller.signal
  })
  onTestFinished(() => timeout.mockRestore())
  const log: string[] = []
  const fetchCover = fetcher({ now: () => time, log: (line) => log.push(line) })
  reply = () => undefined
  for (const count of [1, 2, 3]) {
    expect(log).toEqual([])
    const cover = fetchCover(`b${count}`, PICTURE)
    await vi.waitFor(() => expect(requested).toHaveLength(count))
    end?.()
    expect(await cover).toBeUndefined()
  }
  expect(timeout.mock.calls).toEqual([[5000], [5000], [5000]])
  expect(log).toEqual([
    `${HOST} gives no covers: it is asked again once a minute, generated ones stand in.`,
  ])
  expect(await fetchCover('b4', PICTURE)).toBe('later')
  expect(requested).toHaveLength(3)
  time += 60_000
  reply = send(await small())
  expect(await fetchCover('b4', PICTURE)).toBeInstanceOf(Buffer)
})

test('a failure is not asked for again for ten minutes', async () => {
  let time = 1_000_000
  reply = (_request, response) => {
    response.writeHead(503).end()
  }
  const fetchCover = fetcher({ now: () => time })
  await fetchCover('emma', PICTURE)
  time += 9 * 60_000
  await fetchCover('emma', PICTURE)
  expect(requested).toHaveLength(1)

  reply = send(await small())
  time += 2 * 60_000
  expect(await fetchCover('emma', PICTURE)).toBeDefined()
  expect(requested).toHaveLength(2)
})

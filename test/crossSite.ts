import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '../contract/books.ts'
import type { RegisterResponse } from '../contract/session.ts'
import { findPort, listen } from './findPort.ts'
import { spawnServer } from './process.ts'

/** A request that reached the server, as a browser sent it. */
interface Seen {
  /** The attack that it belongs to. */
  vector: string
  method: string
  path: string
  site: string
  hasCookie: boolean
  status: number
}

/** Where an attacker's page may stand, as seen from ours. */
type Position = 'another site' | 'a sibling subdomain' | 'another port'

/** What a page of a browser must be able to do, whoever drives it. */
interface DrivenPage {
  goto(address: string): Promise<unknown>
  /** Runs a script in the page; answers what its promise resolves with. */
  run(script: string): Promise<unknown>
  close(): Promise<void>
}

/** A browser with one cookie jar. */
export interface DrivenBrowser {
  newPage(): Promise<DrivenPage>
}

const FORM = `
  const send = (target, path, enctype, fields) => {
    const form = document.createElement('form')
    Object.assign(form, { action: path, method: 'POST', enctype, target })
    for (const [name, value] of fields) {
      form.append(Object.assign(document.createElement('input'), { name, value }))
    }
    document.body.append(form)
    form.submit()
  }
  const frame = () => {
    const name = 'frame' + Math.random()
    document.body.append(Object.assign(document.createElement('iframe'), { name }))
    return name
  }`

const script = (value: unknown): string => JSON.stringify(value)

/** The body that adds a favorite, as a form of texts can be made to say it. */
function smuggled(book: string): string {
  return script([[`{"bookId":${script(book)},"x":"`, '"}']])
}

/** The script that asks these addresses to add a book. */
type Attack = (paths: readonly string[], book: string) => string

const eachForm =
  (enctype: string, fields: (book: string) => string): Attack =>
  (paths, book) =>
    `${FORM}; for (const path of ${script(paths)}) send(frame(), path, '${enctype}', ${fields(book)})`

const plainFields = (book: string) => script([['bookId', book]])

const eachFetch =
  (options: (book: string) => string): Attack =>
  (paths, book) =>
    `for (const path of ${script(paths)}) fetch(path, ${options(book)}).catch(() => {})`

const element =
  (name: string): Attack =>
  (paths) =>
    `for (const src of ${script(paths)}) ` +
    `document.body.append(Object.assign(document.createElement('${name}'), { src }))`

interface Vector {
  name: string
  /** What is attacked: everything that changes, the list, or the removal of a favorite. */
  aims: 'change' | 'read' | 'remove'
  attack: Attack
  /** It takes the page away, so each address has a page of its own. */
  navigates?: true
  /** The browser asks first whether it may, which alone must stop it. */
  preflighted?: true
}

/** The ways in which a page can make a browser ask another origin (docs/security.md 1.2). */
const VECTORS: readonly Vector[] = [
  {
    name: 'form',
    aims: 'change',
    attack: eachForm('application/x-www-form-urlencoded', plainFields),
  },
  { name: 'form-multipart', aims: 'change', attack: eachForm('multipart/form-data', plainFields) },
  { name: 'form-text', aims: 'change', attack: eachForm('text/plain', smuggled) },
  {
    name: 'fetch-no-cors',
    aims: 'change',
    attack: eachFetch(
      (book) =>
        `{ method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"bookId":${script(book)}}' }`,
    ),
  },
  {
    name: 'fetch-without-body',
    aims: 'change',
    attack: eachFetch(() => `{ method: 'POST', credentials: 'include' }`),
  },
  {
    name: 'beacon',
    aims: 'change',
    attack: (paths, book) =>
      `for (const path of ${script(paths)}) navigator.sendBeacon(path, ` +
      `new Blob(['{"bookId":${script(book)}}'], { type: 'text/plain' }))`,
  },
  { name: 'image', aims: 'read', attack: element('img') },
  { name: 'script', aims: 'read', attack: element('script') },
  { name: 'frame', aims: 'read', attack: element('iframe') },
  {
    name: 'link',
    aims: 'read',
    navigates: true,
    attack: ([path]) => `setTimeout(() => { location.href = ${script(path)} }, 0)`,
  },
  {
    name: 'form-on-top',
    aims: 'change',
    navigates: true,
    attack: ([path], book) =>
      `${FORM}; setTimeout(() => send('_top', ${script(path)}, 'text/plain', ${smuggled(book)}), 0)`,
  },
  {
    name: 'fetch-json',
    aims: 'change',
    preflighted: true,
    attack: eachFetch(
      (book) =>
        `{ method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, ` +
        `body: '{"bookId":${script(book)}}' }`,
    ),
  },
  {
    name: 'fetch-delete',
    aims: 'remove',
    preflighted: true,
    attack: eachFetch(() => `{ method: 'DELETE', credentials: 'include' }`),
  },
]

const POSITIONS: readonly Position[] = ['another site', 'a sibling subdomain', 'another port']

/** What came of an attack. */
export interface Outcome {
  position: Position
  vector: string
  /** What the browser asked, and was told. */
  seen: Seen[]
  /** Why the attack did something; empty where it did nothing. */
  harm: string[]
}

const PAGE = '<!doctype html><title>a page of somebody else</title><body>'

async function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** What a browser can be made to do on our pages, for the test that our own pages may do it. */
async function ownPage(page: DrivenPage, call: string): Promise<unknown> {
  return page.run(`fetch(${call}).then((answer) => answer.text())`)
}

/**
 * Plays every vector from every position against a server of its own, in a browser that is signed in
 * there, and answers what came of each. Hosts are names under `localhost`, which browsers keep within
 * this machine, take for secure, and tell apart as sites.
 *
 * @throws Error where the browser does not send what it should, so that nothing would be proved
 */
export async function attackFromOutside(browser: DrivenBrowser): Promise<Outcome[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'catchword-csrf-'))
  const distDir = join(dataDir, 'dist')
  await mkdir(distDir)
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>our page</title>')
  const seen: Seen[] = []
  const port = await findPort()
  const ownOrigin = `http://www.catchword.localhost:${port}`
  const backPort = await findPort()
  const back = `http://127.0.0.1:${backPort}`
  const server = spawnServer({
    DATA_DIR: dataDir,
    PORT: String(backPort),
    PUBLIC_URL: ownOrigin,
    DIST_DIR: distDir,
    COVER_HOSTS: 'none',
  })

  const note = (from: IncomingMessage, status: number) => {
    const { pathname, searchParams } = new URL(from.url ?? '/', ownOrigin)
    seen.push({
      vector: searchParams.get('vector') ?? '',
      method: from.method ?? '',
      path: pathname,
      site: [from.headers['sec-fetch-site'] ?? 'unsaid'].flat().join(),
      hasCookie: /\bsid=/.test(from.headers.cookie ?? ''),
      status,
    })
  }

  // Writes down what is asked and answered, and changes nothing.
  const front = createServer((from, to) => {
    const { method, url, headers } = from
    const onward = request(`${back}${url}`, { method, headers }, (reply) => {
      note(from, reply.statusCode ?? 0)
      to.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(to)
    })
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  })
  const foreign = createServer((_, to) => to.setHeader('content-type', 'text/html').end(PAGE))

  try {
    await server.ready
    await listen(front, port)
    const foreignPort = await listen(foreign)
    const origins: Readonly<Record<Position, string>> = {
      'another site': `http://evil.localhost:${foreignPort}`,
      'a sibling subdomain': `http://evil.catchword.localhost:${foreignPort}`,
      'another port': `http://www.catchword.localhost:${foreignPort}`,
    }

    const home = await browser.newPage()
    await home.goto(`${ownOrigin}/`)
    const account = script({
      name: 'Ada',
      email: 'ada@example.com',
      password: 'a long evening in',
      confirmPassword: 'a long evening in',
    })
    const post = `method: 'POST', headers: { 'content-type': 'application/json' }`
    const reply = await ownPage(home, `'/api/user/register', { ${post}, body: ${script(account)} }`)
    const { id, token }: RegisterResponse = JSON.parse(String(reply))
    const shelf: Book[] = await (
      await fetch(`${back}/api/recommendedBooks?preference=Poetry&startIndex=1`)
    ).json()
    const [stored = '', intended = ''] = shelf.map((book) => book.id)
    const list = `/api/user/${id}/favoriteBooks`
    await ownPage(
      home,
      `'/api/user/${id}/favoriteBook', { ${post}, body: '{"bookId":"${stored}"}' }`,
    )
    if (!String(await ownPage(home, `'${list}'`)).includes(stored)) {
      throw new Error('Our own page cannot read and change the favorites with its cookie.')
    }

    const aims: Readonly<Record<Vector['aims'], string[]>> = {
      change: [`/api/user/${id}/favoriteBook`, '/api/user/logout'],
      read: [list],
      remove: [`/api/user/${id}/favoriteBook/${stored}`],
    }

    const favorites = async (): Promise<string[]> => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${back}${list}`, { headers })
      if (response.status !== 200) return [`the session ended: ${response.status}`]
      const books: Book[] = await response.json()
      return books.map((book) => book.id)
    }

    const waitFor = async (vector: string, count: number): Promise<Seen[]> => {
      for (let wait = 0; wait < 200; wait += 1) {
        const found = seen.filter((one) => one.vector === vector)
        if (found.length >= count) return found
        await delay(50)
      }
      throw new Error(`The browser did not send ${vector}.`)
    }

    const outcomes: Outcome[] = []
    for (const position of POSITIONS) {
      const origin = origins[position]
      const visit = async () => {
        const page = await browser.newPage()
        await page.goto(`${origin}/`)
        return page
      }
      const shared = await visit()
      for (const { name, aims: aim, attack, navigates, preflighted } of VECTORS) {
        const vector = `${name}-from-${new URL(origin).host}`
        const paths = aims[aim].map((path) => `${ownOrigin}${path}?vector=${vector}`)
        const pages: DrivenPage[] = []
        for (const group of navigates ? paths.map((path) => [path]) : [paths]) {
          const page = navigates ? await visit() : shared
          if (navigates) pages.push(page)
          await page.run(`(() => { ${attack(group, intended)} })()`)
        }
        const requested = await waitFor(vector, paths.length)
        for (const page of pages) await page.close()
        const expected = position === 'another site' ? 'cross-site' : 'same-site'
        const harm = requested.flatMap(({ method, path, site, hasCookie, status }) => [
          ...(status < 400 ? [`${method} ${path} was answered ${status}`] : []),
          ...(site === expected ? [] : [`the browser said ${site}, not ${expected}`]),
          ...(preflighted && method !== 'OPTIONS'
            ? [`${method} was sent without asking first`]
            : []),
          ...(hasCookie && position === 'another site' ? ['the cookie left its site'] : []),
        ])
        if (script(await favorites()) !== script([stored]))
          harm.push('the favorites are others now')
        if (!String(await ownPage(home, `'${list}'`)).includes(stored))
          harm.push('the cookie is lost')
        outcomes.push({ position, vector: name, seen: requested, harm })
      }
      await shared.close()
    }

    await home.close()
    return outcomes
  } finally {
    if (front.listening) await stop(front)
    if (foreign.listening) await stop(foreign)
    server.child.kill('SIGTERM')
    await server.exit
    await rm(dataDir, { recursive: true, force: true })
  }
}

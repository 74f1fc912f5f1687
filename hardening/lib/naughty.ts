import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainLine } from '../../contract/fold.ts'
import type { Profile } from '../../contract/profile.ts'
import type { LoginAnswer } from '../../contract/session.ts'
import type { TestServer } from '../../test/testServer.ts'
import { addSessionReader } from './sessionReader.ts'

const FILE = join(import.meta.dirname, '../../../shared/data/naughty/blns.json')

/** A list of strings that break programs, or `undefined` where it is not on this machine. */
export function naughtyStrings(): string[] | undefined {
  if (!existsSync(FILE)) return undefined
  const strings: string[] = JSON.parse(readFileSync(FILE, 'utf8'))
  return strings
}

/** What became of the strings. */
export interface NaughtyFigures {
  /** Tries: a string in a field. */
  tried: number
  /** Read back as they were sent, but for what nobody sees (`plainLine`). */
  kept: number
  /** Refused with 400. */
  refused: number
  /** Anything else: a field, a string, and what happened. */
  faults: string[]
}

// Below the 500 favorite authors that a reader may have.
const STRINGS_PER_READER = 200

/**
 * Sends every string through every field that takes a text, and reads it back where it is kept;
 * `accounts` says for which strings, by their number, an account is made, which costs two hashes.
 */
export async function sendNaughtyStrings(
  { app, store }: Pick<TestServer, 'app' | 'store'>,
  strings: readonly string[],
  accounts: (at: number) => boolean,
): Promise<NaughtyFigures> {
  const figures: NaughtyFigures = { tried: 0, kept: 0, refused: 0, faults: [] }
  const judge = (field: string, text: string, status: number, kept?: string): void => {
    figures.tried += 1
    if (status === 400) figures.refused += 1
    else if (status < 300 && (kept === undefined || kept === plainLine(text))) figures.kept += 1
    else if (field === 'author' || ![404, 405].includes(status)) {
      figures.faults.push(
        `${field} ${JSON.stringify(text)}: ${status}, kept ${JSON.stringify(kept)}`,
      )
    }
  }

  let reader = await addSessionReader(store)
  for (const [at, text] of strings.entries()) {
    if (at % STRINGS_PER_READER === 0) reader = await addSessionReader(store)
    const { id, bearer } = reader
    const own = `/api/user/${id}`
    const encoded = encodeURIComponent(text.toWellFormed())

    const author = await app.inject({
      method: 'PUT',
      url: `${own}/favoriteAuthors`,
      headers: bearer,
      payload: { author: text },
    })
    const kept = author.statusCode === 200 ? await store.authors.list(id) : []
    // A repeat stays where it was.
    judge(
      'author',
      text,
      author.statusCode,
      kept.find((name) => name === plainLine(text)) ?? kept[0],
    )

    for (const url of [
      `/api/books/search?query=${encoded}`,
      `/api/recommendedBooks?preference=${encoded}`,
      `/api/recommendedBooks?preference=Poetry&startIndex=${encoded}`,
      `/api/book/detail/${encoded}`,
      `/api/user/${encoded}/favoriteBooks`,
    ]) {
      const { statusCode } = await app.inject({ url, headers: bearer })
      // Somebody else's list. What a path cannot hold, such as a dot alone, leads elsewhere: 404 or 405.
      judge(url, text, statusCode === 403 ? 400 : statusCode)
    }
    for (const [method, url, payload] of [
      ['POST', `${own}/favoriteBook`, { bookId: text }],
      ['PUT', own, { preferences: [text] }],
      ['DELETE', `${own}/favoriteBook/${encoded}`, undefined],
    ] as const) {
      const { statusCode } = await app.inject({ method, url, headers: bearer, payload })
      judge(`${method} ${url}`, text, statusCode)
    }
    const asEmail = await app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: text, password: '' },
    })
    judge('email', text, asEmail.statusCode)

    if (!accounts(at)) continue
    const email = `naughty-${at}@example.com`
    const registered = await app.inject({
      method: 'POST',
      url: '/api/user/register',
      payload: { name: text, email, password: text, confirmPassword: text },
    })
    if (registered.statusCode !== 201) {
      judge('name and password', text, registered.statusCode)
      continue
    }
    const loggedIn = await app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email, password: text },
    })
    judge('password', text, loggedIn.statusCode)
    const { token } = loggedIn.json<LoginAnswer>()
    const profile = await app.inject({
      url: '/api/profile',
      headers: { authorization: `Bearer ${token}` },
    })
    judge('name', text, profile.statusCode, profile.json<Profile>().name)
  }
  return figures
}

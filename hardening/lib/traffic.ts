import type { Book } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import type { RegisterAnswer } from '../../contract/session.ts'

const PASSWORD = 'correct horse battery'

const COMERS = 8

/** A reader who is signed in. */
interface Reader {
  id: string
  token: string
  email: string
}

/** Who asks a server, and about what: plain data, so that another process can ask. */
export interface Traffic {
  /** Of the server, by its number: names cost a look-up. */
  address: string
  readers: Reader[]
  /**
   * Readers who only sign in, again and again: of those who ask, the oldest sessions would be revoked.
   */
  comers: Pick<Reader, 'email'>[]
  books: string[]
  queries: string[]
}

/** One request of a reader. */
export interface Ask {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: string
}

/** Registers readers and looks which books there are. */
export async function prepareTraffic(named: string, count: number): Promise<Traffic> {
  const address = named.replace('localhost', '127.0.0.1')
  const all: Reader[] = []
  for (let number = 0; number < count + COMERS; number++) {
    const email = `traffic-${number}-${Date.now()}@example.com`
    const answer = await fetch(`${address}/api/user/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Reader ${number}`,
        email,
        password: PASSWORD,
        confirmPassword: PASSWORD,
      }),
    })
    if (answer.status !== 201) throw new Error(`A reader cannot register: ${answer.status}`)
    const { id, token }: RegisterAnswer = await answer.json()
    all.push({ id, token, email })
  }
  const pages = await Promise.all(
    CATEGORIES.map(async (category) => {
      const query = new URLSearchParams({ preference: category, startIndex: '1' })
      const books: Book[] = await (await fetch(`${address}/api/recommendedBooks?${query}`)).json()
      return books
    }),
  )
  const books = pages.flat()
  const queries = books.flatMap(({ volumeInfo: { title, authors } }) => [
    title,
    title.split(' ', 1).join(),
    ...authors,
  ])
  const [readers, comers] = [all.slice(0, count), all.slice(count)]
  return { address, readers, comers, books: [...new Set(books.map(({ id }) => id))], queries }
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('There is nothing to ask for.')
  return item
}

/** The reads of an evening, by their number: ten books, five shelves, two searches, three of one's own. */
export function readAt({ readers, books, queries }: Traffic, at: number): Ask {
  const round = Math.floor(at / 20)
  const { id, token } = pick(readers, at * 13 + round)
  const place = at % 20
  if (place < 10) return { method: 'GET', path: `/api/book/detail/${pick(books, at * 7 + round)}` }
  if (place < 15) {
    const preference = encodeURIComponent(pick(CATEGORIES, at + round))
    const query = `preference=${preference}&startIndex=${(at % 10) + 1}`
    return { method: 'GET', path: `/api/recommendedBooks?${query}` }
  }
  if (place < 17) {
    const query = encodeURIComponent(pick(queries, at * 11 + round))
    return { method: 'GET', path: `/api/books/search?query=${query}` }
  }
  const own = ['favoriteBooks', 'preferences', 'favoriteAuthors']
  return { method: 'GET', path: `/api/user/${id}/${pick(own, place)}`, token }
}

/** Writes, by their number: mostly hearts that come and go, some interests. */
export function writeAt({ readers, books }: Traffic, at: number): Ask {
  const { id, token } = pick(readers, at * 5 + Math.floor(at / 40))
  const path = `/api/user/${id}/favoriteBook`
  // Twenty books a reader, so that lists stay as long as they are.
  const bookId = pick(books, (at * 3) % 20)
  if (at % 10 === 9) {
    const preferences = [pick(CATEGORIES, at), pick(CATEGORIES, at + 1)]
    return { method: 'PUT', path: `/api/user/${id}`, token, body: JSON.stringify({ preferences }) }
  }
  if (at % 2 === 0) return { method: 'POST', path, token, body: JSON.stringify({ bookId }) }
  return { method: 'DELETE', path: `${path}/${bookId}`, token }
}

/** A login of a reader, right or wrong. */
export function loginAt({ comers }: Traffic, at: number): Ask {
  const { email } = pick(comers, at)
  const password = at % 2 === 0 ? PASSWORD : 'wrong horse battery'
  return { method: 'POST', path: '/api/user/login', body: JSON.stringify({ email, password }) }
}

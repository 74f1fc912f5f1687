import type { Request } from 'autocannon'
import type { Book } from '../../../contract/books.ts'
import { CATEGORIES } from '../../../contract/categories.ts'
import type { RegisterResponse } from '../../../contract/session.ts'

const READERS = 32
const PASSWORD = 'correct horse battery'
const JSON_BODY = { 'content-type': 'application/json' }

interface Reader {
  id: string
  bearer: { authorization: string }
}

/** Who sends requests to a server, and what about. */
export interface Traffic {
  /** Of the server, by its number: names cost a look-up. */
  address: string
  readers: Reader[]
  /** Of a reader who only logs in: of the others, the oldest sessions would be revoked. */
  email: string
  books: string[]
  queries: string[]
}

const emailOf = (number: number): string => `traffic-${number}@example.com`

/** Registers readers on a server and looks which books it has. */
export async function prepareTraffic(named: string): Promise<Traffic> {
  const address = named.replace('localhost', '127.0.0.1')
  const readers: Reader[] = []
  for (let number = 0; number <= READERS; number++) {
    const account = { name: `Reader ${number}`, email: emailOf(number), password: PASSWORD }
    const response = await fetch(`${address}/api/user/register`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({ ...account, confirmPassword: PASSWORD }),
    })
    if (response.status !== 201) throw new Error(`A reader cannot register: ${response.status}`)
    const { id, token }: RegisterResponse = await response.json()
    readers.push({ id, bearer: { authorization: `Bearer ${token}` } })
  }
  const shelves = CATEGORIES.map(async (category): Promise<Book[]> => {
    const query = new URLSearchParams({ preference: category, startIndex: '1' })
    return (await fetch(`${address}/api/recommendedBooks?${query}`)).json()
  })
  const books = (await Promise.all(shelves)).flat()
  return {
    address,
    readers: readers.slice(0, READERS),
    email: emailOf(READERS),
    books: [...new Set(books.map(({ id }) => id))],
    queries: books.flatMap(({ volumeInfo: { title, authors } }) => [title, ...authors]),
  }
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('There is nothing to send a request about.')
  return item
}

// Each connection has a copy of them.
const repeat = (make: (at: number) => Request): Request[] =>
  Array.from({ length: 400 }, (_, at) => make(at))

/** What readers read: ten books, five shelves, two searches, three lists of their own. */
export const readsOf = ({ readers, books, queries }: Traffic): Request[] =>
  repeat((at) => {
    const round = Math.floor(at / 20)
    const kind = at % 20
    if (kind < 10) return { path: `/api/book/detail/${pick(books, at * 7 + round)}` }
    if (kind < 15) {
      const preference = encodeURIComponent(pick(CATEGORIES, at + round))
      return { path: `/api/recommendedBooks?preference=${preference}&startIndex=${(at % 10) + 1}` }
    }
    if (kind < 17) {
      return { path: `/api/books/search?query=${encodeURIComponent(pick(queries, at * 11))}` }
    }
    const { id, bearer } = pick(readers, at + round)
    const list = pick(['favoriteBooks', 'preferences', 'favoriteAuthors'], kind)
    return { path: `/api/user/${id}/${list}`, headers: bearer }
  })

/** What readers change: mostly favorites that are added and removed, some interests. */
function writeOf({ readers, books }: Traffic, at: number): Request {
  const { id, bearer } = pick(readers, at + Math.floor(at / 40))
  const path = `/api/user/${id}`
  const send = (method: 'POST' | 'PUT', to: string, body: object): Request => ({
    method,
    path: to,
    headers: { ...bearer, ...JSON_BODY },
    body: JSON.stringify(body),
  })
  if (at % 10 === 9) {
    return send('PUT', path, { preferences: [pick(CATEGORIES, at), pick(CATEGORIES, at + 1)] })
  }
  // Twenty books a reader, so that lists stay as long as they are.
  const bookId = pick(books, (at * 3) % 20)
  return at % 2 === 0
    ? send('POST', `${path}/favoriteBook`, { bookId })
    : { method: 'DELETE', path: `${path}/favoriteBook/${bookId}`, headers: bearer }
}

/** Nine reads, then a write. */
export const mixOf = (traffic: Traffic): Request[] =>
  readsOf(traffic).map((read, at) => (at % 10 === 9 ? writeOf(traffic, Math.floor(at / 10)) : read))

/** Logins, with the right password and a wrong one. */
export const loginsOf = ({ email }: Traffic): Request[] =>
  [PASSWORD, 'wrong horse battery'].map((password) => ({
    method: 'POST',
    path: '/api/user/login',
    headers: JSON_BODY,
    body: JSON.stringify({ email, password }),
  }))

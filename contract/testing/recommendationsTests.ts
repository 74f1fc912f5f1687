import { beforeAll, describe, expect, test } from 'vitest'
import { getSeries, getSimilarBooks, type Book, type Recommendation } from '../books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  getFavoriteAuthors,
  getForYou,
  removeFavoriteBook,
} from '../favorites.ts'
import { SIMILAR_MAX } from '../limits.ts'
import { MARKS } from '../markNames.ts'
import { removeMark, setMark, type Mark } from '../marks.ts'
import { by, type Client, type Reader } from './client.ts'

/** What tells a work from others: its editions share it. */
const workOf = ({ id, workId = id }: Book): string => workId

/** How many of the books each first author wrote, the most first. */
function booksAnAuthor(list: readonly Recommendation[]): number[] {
  const counts = new Map<string, number>()
  for (const { book } of list) {
    const [author = book.id] = book.volumeInfo.authors
    counts.set(author, (counts.get(author) ?? 0) + 1)
  }
  return [...counts.values()].toSorted((one, other) => other - one)
}

/** 'Picked for You', and what comes after a book. */
export function describeRecommendations(client: Client): void {
  const { call, succeed, refused, newReader, shelf, someBook } = client

  const forYou = (reader: Reader): Promise<Recommendation[]> =>
    succeed(getForYou.schema.response[200], getForYou, by(reader))

  const similar = (id: string): Promise<Recommendation[]> =>
    succeed(getSimilarBooks.schema.response[200], getSimilarBooks, { params: { id } })

  const series = async (id: string) => {
    const list = await succeed(getSeries.schema.response[200], getSeries, { params: { id } })
    return list.map(({ volumeInfo }) => volumeInfo.series?.number)
  }

  const add = (reader: Reader, bookId: string) =>
    call(addFavoriteBook, by(reader, { json: { bookId } }))

  const mark = async (reader: Reader, bookId: string, as: Mark) => {
    const reply = await call(setMark, by(reader, { params: { bookId }, json: { mark: as } }))
    expect(reply.status).toBe(200)
  }

  const byAuthors = (reader: Reader): Promise<Book[]> =>
    succeed(getFavoriteAuthors.schema.response[200], getFavoriteAuthors, by(reader))

  test('of an author’s series the next unread volume is first, and those before it last', async () => {
    const reader = await newReader()
    await add(reader, 'harry-potter-and-the-chamber-of-secrets')
    await call(addFavoriteAuthor, by(reader, { json: { author: 'J. K. Rowling' } }))
    const list = await byAuthors(reader)
    const volumes = list.flatMap(({ volumeInfo: { series } }) =>
      series?.name === 'Harry Potter' ? [series.number] : [],
    )
    expect(volumes).toEqual([3, 4, 5, 6, 7, 8, 1])
  })

  describe('GET /api/user/{id}/forYou', () => {
    test('is empty without favorites', async () => {
      expect(await forYou(await newReader())).toStrictEqual([])
    })

    test('one favorite brings a full row, each book because of it', async () => {
      const reader = await newReader()
      const book = await someBook(3)
      await add(reader, book.id)
      const list = await forYou(reader)
      expect(list.length).toBeGreaterThanOrEqual(12)
      expect(list.length).toBeLessThanOrEqual(36)
      const works = list.map((picked) => workOf(picked.book))
      expect(new Set(works).size).toBe(list.length)
      expect(works).not.toContain(workOf(book))
      const reasons = new Set(list.map(({ reason }) => reason))
      expect([...reasons]).toStrictEqual([`Because you loved ${book.volumeInfo.title}`])
      expect(booksAnAuthor(list)[0]).toBeLessThanOrEqual(2)
    })

    test('what was picked leaves when it is favorited, and nothing is left without favorites', async () => {
      const reader = await newReader()
      const books = [await someBook(0), await someBook(5)]
      for (const { id } of books) await add(reader, id)
      const picked = (await forYou(reader))[0]?.book
      if (picked === undefined) throw new Error('Nothing was picked.')
      await add(reader, picked.id)
      const list = await forYou(reader)
      const works = list.map(({ book }) => workOf(book))
      for (const book of [...books, picked]) expect(works).not.toContain(workOf(book))
      const titles = [...books, picked].map(({ volumeInfo }) => volumeInfo.title)
      for (const { reason } of list) {
        expect(titles.map((title) => `Because you loved ${title}`)).toContain(reason)
      }
      for (const { id } of [...books, picked]) {
        await call(removeFavoriteBook, by(reader, { params: { bookId: id } }))
      }
      expect(await forYou(reader)).toStrictEqual([])
    })

    test('favorites of different kinds are both a reason', async () => {
      const reader = await newReader()
      const [poem] = await shelf('Poetry', 1)
      const [dish] = await shelf('Food & Cooking', 1)
      for (const book of [poem, dish]) await add(reader, book?.id ?? '')
      const reasons = (await forYou(reader)).map(({ reason }) => reason)
      for (const book of [poem, dish]) {
        expect(reasons).toContain(`Because you loved ${book?.volumeInfo.title}`)
      }
    })
  })

  describe('with marks', () => {
    test.each(MARKS)('what is marked %s leaves every row, and comes back', async (as) => {
      const reader = await newReader()
      await add(reader, (await someBook(3)).id)
      const best = (await forYou(reader))[0]?.book
      if (best === undefined) throw new Error('Nothing was picked.')
      const [author = ''] = best.volumeInfo.authors
      await call(addFavoriteAuthor, by(reader, { json: { author } }))
      const rows = async () => [
        (await forYou(reader)).map(({ book }) => workOf(book)),
        (await byAuthors(reader)).map(workOf),
      ]
      for (const row of await rows()) expect(row).toContain(workOf(best))
      await mark(reader, best.id, as)
      for (const row of await rows()) expect(row).not.toContain(workOf(best))
      await call(removeMark, by(reader, { params: { bookId: best.id } }))
      for (const row of await rows()) expect(row).toContain(workOf(best))
    })

    test('wishes bring a row of their own, what was read and refused brings none', async () => {
      const reader = await newReader()
      const [book, ...others] = [await someBook(3), await someBook(0), await someBook(5)]
      for (const [at, { id }] of others.entries()) await mark(reader, id, at ? 'notForMe' : 'read')
      expect(await forYou(reader)).toStrictEqual([])
      await mark(reader, book.id, 'wantToRead')
      const reasons = new Set((await forYou(reader)).map(({ reason }) => reason))
      expect([...reasons]).toStrictEqual([`Because you want to read ${book.volumeInfo.title}`])
    })

    test('a series goes on after the volume that was read, not over one that is wanted', async () => {
      const reader = await newReader()
      const next = async () => (await byAuthors(reader))[0]?.volumeInfo.series?.number
      await add(reader, 'harry-potter-and-the-philosophers-stone')
      await call(addFavoriteAuthor, by(reader, { json: { author: 'J. K. Rowling' } }))
      await mark(reader, 'harry-potter-and-the-chamber-of-secrets', 'read')
      expect(await next()).toBe(3)
      await mark(reader, 'harry-potter-and-the-prisoner-of-azkaban', 'wantToRead')
      expect(await next()).not.toBe(4)
    })

    test('what is like refused books falls behind', async () => {
      const reader = await newReader()
      const [poem] = await shelf('Poetry', 1)
      const [dish] = await shelf('Food & Cooking', 1)
      for (const book of [poem, dish]) await add(reader, book?.id ?? '')
      const dishes = (list: readonly Recommendation[]) =>
        list.filter(({ reason }) => reason === `Because you loved ${dish?.volumeInfo.title}`)
      const before = await forYou(reader)
      for (const { book } of dishes(before).slice(0, 3)) await mark(reader, book.id, 'notForMe')
      const after = await forYou(reader)
      expect(dishes(after.slice(0, 9)).length).toBeLessThan(dishes(before.slice(0, 9)).length)
      expect(dishes(after)).not.toStrictEqual([])
    })
  })

  describe('GET /api/book/{id}/series', () => {
    test('answers the volumes in their order, the book among them', async () => {
      expect(await series('harry-potter-and-the-goblet-of-fire')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(await series('emma')).toEqual([])
    })

    test('404 for an unknown book', async () => {
      const error = await refused(404, 'not_found', getSeries, { params: { id: 'no-such-book' } })
      expect(error.message).toBe('Book not found.')
    })
  })

  describe('GET /api/book/{id}/similar', () => {
    let books: Book[]

    beforeAll(async () => {
      books = [await someBook(0), ...(await shelf('Fantasy', 1)).slice(0, 3)]
    })

    test('answers up to eighteen other works, each once and with its reason', async () => {
      for (const book of books) {
        const list = await similar(book.id)
        expect(list.length).toBeGreaterThan(3)
        expect(list.length).toBeLessThanOrEqual(SIMILAR_MAX)
        const works = list.map((found) => workOf(found.book))
        expect(new Set(works).size).toBe(list.length)
        expect(works).not.toContain(workOf(book))
        for (const { reason } of list) {
          expect(reason).toMatch(
            /^(?:Next in .+|Also by .+|Readers of this book also loved it|Also about .+|Also from .+|Also African American|More .+)$/,
          )
        }
      }
    })

    test('what a reason says is so', async () => {
      for (const { id, volumeInfo } of books) {
        for (const { book, reason } of await similar(id)) {
          const [, kind, name] = /^(Also by|Also about|More) (.+)$/.exec(reason) ?? []
          const fields = {
            'Also by': 'authors',
            'Also about': 'subjects',
            More: 'categories',
          } as const
          const field = Object.entries(fields).find(([words]) => words === kind)?.[1]
          if (field === undefined) continue
          expect(volumeInfo[field]).toContain(name)
          expect(book.volumeInfo[field]).toContain(name)
        }
      }
    })

    test('the next of the series is first', async () => {
      const list = await similar('harry-potter-and-the-philosophers-stone')
      expect(list[0]?.reason).toBe('Next in Harry Potter')
      expect(list[0]?.book.volumeInfo.series).toMatchObject({ name: 'Harry Potter', number: 2 })
      expect(list.filter(({ reason }) => reason.startsWith('Next in'))).toHaveLength(1)
    })

    test('at most two are by one author, besides the next of the series', async () => {
      for (const id of [...books.map(({ id }) => id), 'the-hobbit', 'a-study-in-scarlet']) {
        const list = await similar(id)
        const others = list.filter(({ reason }) => !reason.startsWith('Next in'))
        expect(booksAnAuthor(others)[0]).toBeLessThanOrEqual(2)
        expect(list.length - others.length).toBeLessThanOrEqual(1)
      }
    })

    test('needs no credential', async () => {
      const params = { id: books[0]?.id ?? '' }
      const reply = await call(getSimilarBooks, { params })
      expect(reply.status).toBe(200)
    })

    test('404 for an unknown book', async () => {
      const params = { id: 'no-such-book' }
      const error = await refused(404, 'not_found', getSimilarBooks, { params })
      expect(error.message).toBe('Book not found.')
    })

    test.each(['a%20b', 'x'.repeat(65), '%00'])('refuses the id %j', async (id) => {
      const error = await refused(400, 'invalid_request', getSimilarBooks, { params: { id } })
      expect(error.message).toBe('Id is not valid.')
    })
  })
}

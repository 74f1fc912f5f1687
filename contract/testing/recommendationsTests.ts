import { beforeAll, describe, expect, test } from 'vitest'
import { getSeries, getSimilarBooks, type Book, type Recommendation } from '../books.ts'
import { workIdOf } from '../workId.ts'
import { getForYou, removeFavoriteBook } from '../favorites.ts'
import { SIMILAR_MAX } from '../limits.ts'
import { MARKS } from '../markNames.ts'
import { removeMark } from '../marks.ts'
import { by, NO_SUCH_BOOK, type Client, type Reader } from './client.ts'

/** What tells a work from others: its editions share it. */

const worksOf = (list: readonly Recommendation[]) => list.map(({ book }) => workIdOf(book))

const reasonsOf = (list: readonly Recommendation[]) => [
  ...new Set(list.map(({ reason }) => reason)),
]

const becauseOf = ({ volumeInfo }: Book) => `Because you loved ${volumeInfo.title}`

/** How many of the books one first author wrote at most. */
function mostOfAnAuthor(list: readonly Recommendation[]): number {
  const byAuthor = Map.groupBy(list, ({ book }) => book.volumeInfo.authors[0] ?? book.id)
  return Math.max(...[...byAuthor.values()].map(({ length }) => length))
}

/** 'Picked for You', and what comes after a book. */
export function describeRecommendations(client: Client): void {
  const { succeed, refused, newReader, shelf, someBooks, love, mark, authorBooks } = client

  const forYou = (reader: Reader): Promise<Recommendation[]> => succeed(getForYou, by(reader))

  const similar = (id: string): Promise<Recommendation[]> =>
    succeed(getSimilarBooks, { params: { id } })

  const series = async (id: string) =>
    (await succeed(getSeries, { params: { id } })).map(
      ({ volumeInfo }) => volumeInfo.series?.number,
    )

  /** A reader who loves a poem and a cookbook. */
  const readerOfTwoKinds = async () => {
    const [poem] = await shelf('Poetry', 1)
    const [dish] = await shelf('Food & Cooking', 1)
    if (!poem || !dish) throw new Error('A shelf is empty.')
    const reader = await newReader()
    await love(reader, poem.id, dish.id)
    return { reader, poem, dish }
  }

  test('of an author’s series the next unread volume is first, and those before it last', async () => {
    const reader = await newReader()
    await love(reader, 'harry-potter-and-the-chamber-of-secrets')
    await client.favorAuthor(reader, 'J. K. Rowling')
    const volumes = async () =>
      (await authorBooks(reader)).flatMap(({ volumeInfo: { series } }) =>
        series?.name === 'Harry Potter' ? [series.number] : [],
      )
    expect(await volumes()).toEqual([3, 4, 5, 6, 7, 8, 1])
    await mark(reader, 'read', 'harry-potter-and-the-prisoner-of-azkaban')
    expect((await volumes())[0]).toBe(4)
    // The series does not go on over a volume that is wanted.
    await mark(reader, 'wantToRead', 'harry-potter-and-the-goblet-of-fire')
    expect((await authorBooks(reader))[0]?.volumeInfo.series?.number).not.toBe(5)
  })

  describe('GET /api/user/{id}/forYou', () => {
    test('one favorite brings a full row, each book because of it', async () => {
      const reader = await newReader()
      expect(await forYou(reader)).toStrictEqual([])
      const [book] = await someBooks()
      await love(reader, book.id)
      const list = await forYou(reader)
      expect(list.length).toBeGreaterThanOrEqual(12)
      expect(list.length).toBeLessThanOrEqual(36)
      const works = worksOf(list)
      expect(new Set(works).size).toBe(list.length)
      expect(works).not.toContain(workIdOf(book))
      expect(reasonsOf(list)).toStrictEqual([becauseOf(book)])
      expect(mostOfAnAuthor(list)).toBeLessThanOrEqual(2)
    })

    test('both kinds are a reason, what was picked leaves with a heart, and without hearts all', async () => {
      const { reader, poem, dish } = await readerOfTwoKinds()
      const before = await forYou(reader)
      expect(reasonsOf(before).toSorted()).toStrictEqual([poem, dish].map(becauseOf).toSorted())
      const picked = before[0]?.book
      if (!picked) throw new Error('Nothing was picked.')
      await love(reader, picked.id)
      const loved = [poem, dish, picked]
      const list = await forYou(reader)
      for (const book of loved) expect(worksOf(list)).not.toContain(workIdOf(book))
      for (const reason of reasonsOf(list)) expect(loved.map(becauseOf)).toContain(reason)
      for (const { id } of loved)
        await succeed(removeFavoriteBook, by(reader, { params: { bookId: id } }))
      expect(await forYou(reader)).toStrictEqual([])
    })

    test.each(MARKS)('what is marked %s leaves every row, and comes back', async (as) => {
      const reader = await newReader()
      await love(reader, (await someBooks())[0].id)
      const best = (await forYou(reader))[0]?.book
      if (best === undefined) throw new Error('Nothing was picked.')
      await client.favorAuthor(reader, ...best.volumeInfo.authors.slice(0, 1))
      const rows = async () => [
        worksOf(await forYou(reader)),
        (await authorBooks(reader)).map(workIdOf),
      ]
      for (const row of await rows()) expect(row).toContain(workIdOf(best))
      await mark(reader, as, best.id)
      for (const row of await rows()) expect(row).not.toContain(workIdOf(best))
      await succeed(removeMark, by(reader, { params: { bookId: best.id } }))
      for (const row of await rows()) expect(row).toContain(workIdOf(best))
    })

    test('wishes bring a row of their own, what was read and refused brings none', async () => {
      const reader = await newReader()
      const [wanted, read, refusedBook] = await someBooks()
      await mark(reader, 'read', read.id)
      await mark(reader, 'notForMe', refusedBook.id)
      expect(await forYou(reader)).toStrictEqual([])
      await mark(reader, 'wantToRead', wanted.id)
      const reason = `Because you want to read ${wanted.volumeInfo.title}`
      expect(reasonsOf(await forYou(reader))).toStrictEqual([reason])
    })

    test('what is like refused books falls behind', async () => {
      const { reader, dish } = await readerOfTwoKinds()
      const dishes = (list: readonly Recommendation[]) =>
        list.filter(({ reason }) => reason === becauseOf(dish))
      const before = await forYou(reader)
      await mark(
        reader,
        'notForMe',
        ...dishes(before)
          .map(({ book }) => book.id)
          .slice(0, 3),
      )
      const after = await forYou(reader)
      expect(dishes(after.slice(0, 9)).length).toBeLessThan(dishes(before.slice(0, 9)).length)
      expect(dishes(after)).not.toStrictEqual([])
    })
  })

  describe('GET /api/book/{id}/series', () => {
    test('answers the volumes in their order, the book among them', async () => {
      expect(await series('harry-potter-and-the-goblet-of-fire')).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(await series('emma')).toEqual([])
      await refused(getSeries, { params: { id: 'no-such-book' } }, NO_SUCH_BOOK)
    })
  })

  describe('GET /api/book/{id}/similar', () => {
    let books: Book[]

    beforeAll(async () => {
      books = [(await someBooks())[0], ...(await shelf('Fantasy', 1)).slice(0, 3)]
    })

    test('answers up to eighteen other works, each once and with its reason', async () => {
      for (const book of books) {
        const list = await similar(book.id)
        expect(list.length).toBeGreaterThan(3)
        expect(list.length).toBeLessThanOrEqual(SIMILAR_MAX)
        const works = worksOf(list)
        expect(new Set(works).size).toBe(list.length)
        expect(works).not.toContain(workIdOf(book))
        for (const reason of reasonsOf(list))
          expect(reason).toMatch(
            /^(?:Next in .+|Also by .+|Readers of this book also loved it|Also about .+|Also from .+|Also African American|More .+)$/,
          )
      }
      await refused(getSimilarBooks, { params: { id: 'no-such-book' } }, NO_SUCH_BOOK)
    })

    test('what a reason says is so', async () => {
      const fields = {
        'Also by ': 'authors',
        'Also about ': 'subjects',
        'More ': 'categories',
      } as const
      for (const { id, volumeInfo } of books) {
        for (const { book, reason } of await similar(id)) {
          for (const [words, field] of Object.entries(fields)) {
            if (!reason.startsWith(words)) continue
            expect(volumeInfo[field]).toContain(reason.slice(words.length))
            expect(book.volumeInfo[field]).toContain(reason.slice(words.length))
          }
        }
      }
    })

    test('the next of the series is first, and at most two others are by one author', async () => {
      const [next] = await similar('harry-potter-and-the-philosophers-stone')
      expect(next?.reason).toBe('Next in Harry Potter')
      expect(next?.book.volumeInfo.series).toMatchObject({ name: 'Harry Potter', number: 2 })
      for (const id of [...books.map(({ id }) => id), 'the-hobbit', 'a-study-in-scarlet']) {
        const list = await similar(id)
        const others = list.filter(({ reason }) => !reason.startsWith('Next in'))
        expect(mostOfAnAuthor(others)).toBeLessThanOrEqual(2)
        expect(list.length - others.length).toBeLessThanOrEqual(1)
      }
    })
  })
}

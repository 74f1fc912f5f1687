import { describe, expect, test } from 'vitest'
import {
  getBook,
  getRecommendedBooks,
  getSimilarBooks,
  searchBooks,
  type Book,
  type Recommendation,
} from '../books.ts'
import { CATEGORIES } from '../categories.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  getFavoriteAuthors,
  getFavoriteBooks,
  getForYou,
} from '../favorites.ts'
import { fold } from '../fold.ts'
import { listedBook, LISTED_DESCRIPTION_MAX } from '../shortDescription.ts'
import { by, ids, type Client } from './client.ts'

const lengthOf = ({ volumeInfo }: Book): number => volumeInfo.description?.length ?? 0

const booksOf = (list: readonly Recommendation[]): Book[] => list.map(({ book }) => book)

/** Recommendations, the detail of a book, and search. */
export function describeBooks(client: Client): void {
  const { call, succeed, refused, newReader, shelf, someBook, request } = client

  function respond(text: string) {
    const query = `?query=${encodeURIComponent(text)}`
    return succeed(searchBooks.schema.response[200], searchBooks, { query })
  }

  async function search(text: string): Promise<{ id: string; title: string }[]> {
    const { data } = await respond(text)
    return data.map(({ id, volumeInfo }) => ({ id, title: volumeInfo.title }))
  }

  /** How many books on a page are for an audience. */
  async function countFor(category: string, audience: string): Promise<number> {
    const books = await shelf(category, 4)
    return books.filter(({ volumeInfo }) => volumeInfo.subjects?.includes(audience)).length
  }

  describe('GET /api/recommendedBooks', () => {
    test.each(CATEGORIES)('%s: 36 different works of the category', async (category) => {
      const books = await shelf(category, 1)
      expect(new Set(books.map(({ id, workId = id }) => workId)).size).toBe(36)
      for (const book of books) expect(book.volumeInfo.categories).toContain(category)
    })

    test('begins at the most popular without a startIndex', async () => {
      const first = ids(await shelf('Fiction', 1))
      expect(ids(await shelf('Fiction'))).toStrictEqual(first)
      expect(ids(await shelf('Fiction', 0))).toStrictEqual(first)
    })

    test('each startIndex is another hand of the interest, and wraps', async () => {
      const pages: string[][] = []
      for (let index = 1; index <= 10; index++) pages.push(ids(await shelf('Poetry', index)))
      const firsts = pages.map(([first]) => first)
      expect(new Set(firsts).size).toBe(10)
      // The ten best known are there, one at the top of each hand.
      expect(firsts).toEqual(
        expect.arrayContaining(['the-odyssey', 'the-iliad', 'leaves-of-grass']),
      )
      expect(new Set(pages.flat()).size).toBeGreaterThan(80)
      expect(ids(await shelf('Poetry', 12))).toStrictEqual(pages[1])
    })

    test('begins a series with what one can begin with', async () => {
      for (let index = 1; index <= 10; index++) {
        const titles = (await shelf('Fantasy', index)).map(({ volumeInfo }) => volumeInfo.title)
        for (const later of ['The Two Towers', 'A Clash of Kings', 'Prince Caspian'])
          expect(titles).not.toContain(later)
      }
      expect(await search('The Two Towers')).not.toEqual([])
    })

    test('a page has books of every age, but the shelves of one age', async () => {
      expect(await countFor('Fantasy', 'adult')).toBe(16)
      expect(await countFor('Fantasy', 'young adult')).toBe(10)
      expect(await countFor('Fantasy', 'children')).toBe(10)
      expect(await countFor("Children's Books", 'adult')).toBe(0)
    })

    test('an unknown category is an empty list', async () => {
      expect(await shelf('Cooking')).toStrictEqual([])
    })

    test.each([
      '',
      '?preference=',
      `?preference=${'x'.repeat(65)}`,
      '?preference=Poetry&startIndex=-1',
      '?preference=Poetry&startIndex=1001',
      '?preference=Poetry&startIndex=1.5',
      '?preference=Poetry&startIndex=first',
      '?preference=Poetry&preference=Horror',
    ])('refuses the query %j', async (query) => {
      const error = await refused(400, 'invalid_request', getRecommendedBooks, { query })
      expect(error.errors).not.toStrictEqual([])
    })
  })

  describe('GET /api/book/detail/{id}', () => {
    test('answers the whole book, and every list a short description of it', async () => {
      const shown = await shelf('Fantasy', 1)
      const detail = ({ id }: Book) =>
        succeed(getBook.schema.response[200], getBook, { params: { id } })
      const whole = await Promise.all(shown.map(detail))
      expect(shown).toStrictEqual(whole.map(listedBook))
      const long = whole.find((book) => lengthOf(book) > LISTED_DESCRIPTION_MAX)
      if (!long) throw new Error('No description is long.')

      const reader = await newReader()
      await call(addFavoriteBook, by(reader, { json: { bookId: long.id } }))
      await call(addFavoriteAuthor, by(reader, { json: { author: long.volumeInfo.authors[0] } }))
      const favorites = getFavoriteBooks.schema.response[200]
      expect(await succeed(favorites, getFavoriteBooks, by(reader))).toStrictEqual([
        listedBook(long),
      ])
      const recommended = getForYou.schema.response[200]
      const lists = [
        await succeed(getFavoriteAuthors.schema.response[200], getFavoriteAuthors, by(reader)),
        await succeed(recommended, getForYou, by(reader)).then(booksOf),
        await succeed(recommended, getSimilarBooks, { params: { id: long.id } }).then(booksOf),
      ]
      for (const book of lists.flat()) {
        expect(book).toStrictEqual(listedBook(await detail(book)))
      }
    })

    test('the thumbnail is an image of our own origin', async () => {
      const { volumeInfo, id } = await someBook()
      const thumbnail = volumeInfo.imageLinks?.thumbnail ?? ''
      expect(thumbnail.startsWith(`/covers/${id}`)).toBe(true)
      const response = await request(thumbnail)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toMatch(/^image\//)
    })

    test('404 for an unknown book', async () => {
      const error = await refused(404, 'not_found', getBook, { params: { id: 'no-such-book' } })
      expect(error.message).toBe('Book not found.')
    })

    test.each(['a%20b', 'x'.repeat(65), '..%2f..%2fetc', '%00'])(
      'refuses the id %j',
      async (id) => {
        const error = await refused(400, 'invalid_request', getBook, { params: { id } })
        expect(error.message).toBe('Id is not valid.')
      },
    )
  })

  describe('GET /api/books/search', () => {
    test('puts the exact title first', async () => {
      for (const index of [0, 4, 9]) {
        const { volumeInfo } = await someBook(index)
        expect((await search(volumeInfo.title))[0]?.title).toBe(volumeInfo.title)
      }
    })

    test('does not mind letter case, accents and punctuation', async () => {
      const { id, volumeInfo } = await someBook()
      const accented = volumeInfo.title.replaceAll(/[aeiou]/gi, (vowel) => `${vowel}\u0301`)
      expect(ids(await search(accented))).toContain(id)
      expect(ids(await search(` ${volumeInfo.title.toUpperCase()} !?`))).toContain(id)
    })

    test('takes tabs and line ends for spaces, full-width letters for letters, and nothing unseen', async () => {
      const title = (await someBook(4)).volumeInfo.title
      const wide = title.replaceAll(/[!-~]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
      )
      for (const text of [
        `\t${title.replaceAll(' ', '\r\n')}\n`,
        wide.replaceAll(' ', '\u3000'),
        Array.from(title).join('\u200b'),
        `\ufeff${title}\u200e`,
      ]) {
        expect((await search(text))[0]?.title).toBe(title)
      }
    })

    test('finds by the beginning of the last word', async () => {
      const { id, volumeInfo } = await someBook()
      expect(ids(await search(volumeInfo.title.slice(0, -1)))).toContain(id)
    })

    test('finds by author and title together, the words in any order', async () => {
      const { id, volumeInfo } = await someBook()
      const words = fold(`${volumeInfo.authors[0] ?? ''} ${volumeInfo.title}`).split(' ')
      expect(ids(await search(words.toReversed().join(' ')))).toContain(id)
    })

    test('answers 21 of many, none twice', async () => {
      const found = ids(await search('a'))
      expect(found).toHaveLength(21)
      expect(new Set(found).size).toBe(found.length)
    })

    test('says where nothing is called so, and answers at most five that are near', async () => {
      for (const place of [0, 4]) {
        const { id, volumeInfo } = await someBook(place)
        const { data, isApproximate } = await respond(`${volumeInfo.title} qqqqzzzzqqqq`)
        expect([isApproximate, data.length > 0, data.length <= 5]).toStrictEqual([true, true, true])
        expect(ids(data)).toContain(id)
        for (const text of [volumeInfo.title, volumeInfo.authors[0] ?? '', 'graphic novels']) {
          expect([text, (await respond(text)).isApproximate ?? false]).toStrictEqual([text, false])
        }
      }
    })

    test('says what it took a wish for, behind whatever is called so', async () => {
      const { volumeInfo } = await someBook(0)
      const like = await respond(`books like ${volumeInfo.title}`)
      expect(like.understood?.like).toBe(volumeInfo.title)
      expect(like.data.map((one) => one.volumeInfo.title)).not.toContain(volumeInfo.title)
      const wish = await respond('funny novels for adults without war')
      expect(wish).not.toHaveProperty('isApproximate')
      expect(wish.understood).toStrictEqual({
        kinds: ['funny'],
        topics: [],
        audience: 'adult',
        without: ['war'],
        unknown: [],
      })
      for (const { id } of wish.data) {
        const book = await succeed(getBook.schema.response[200], getBook, { params: { id } })
        const { subjects, categories } = book.volumeInfo
        expect(subjects).toContain('adult')
        expect(subjects).not.toContain('war')
        expect(categories).not.toContain('Non-Fiction')
      }
      expect(await respond(volumeInfo.title)).not.toHaveProperty('understood')
    })

    test('an ISBN with a wrong check digit finds nothing', async () => {
      expect(await search('978-0-14-143951-9')).toStrictEqual([])
      expect(await search('0-14-143951-4')).toStrictEqual([])
    })

    test('nothing found is an empty list', async () => {
      expect(await search('qqqqzzzzqqqq xxyyxxyyxx')).toStrictEqual([])
    })

    test.each(['"', "'", '%', '*', 'a AND', '(', '\\', ';--', '.', '🤷', 'title:x', '-'])(
      'takes %j as text',
      async (text) => {
        expect((await search(text)).length).toBeLessThanOrEqual(21)
      },
    )

    test.each([
      '',
      '?query=',
      '?query=%20%20',
      '?query=%09',
      '?query=%E2%80%8B%0A',
      `?query=${'x'.repeat(201)}`,
      '?query=a&query=b',
      '?query=a%00b',
    ])('refuses the query %j', async (query) => {
      const error = await refused(400, 'invalid_request', searchBooks, { query })
      expect(error.message).toContain('Query')
    })
  })
}

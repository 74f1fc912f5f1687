import { describe, expect, test } from 'vitest'
import {
  getBook,
  getRecommendedBooks,
  getSimilarBooks,
  searchBooks,
  type Book,
  type Recommendation,
} from '../books.ts'
import { workIdOf } from '../workId.ts'
import { CATEGORIES } from '../categories.ts'
import { getFavoriteBooks, getForYou } from '../favorites.ts'
import { fold } from '../fold.ts'
import { listedBook, LISTED_DESCRIPTION_MAX } from '../shortDescription.ts'
import { by, ids, NO_SUCH_BOOK, type Client } from './client.ts'

const booksOf = (list: readonly Recommendation[]): Book[] => list.map(({ book }) => book)

const titleOf = ({ volumeInfo }: { volumeInfo: { title: string } }): string => volumeInfo.title

/** How many books are for each audience. */
function countAudiences(books: readonly Book[]) {
  const subjects = books.flatMap(({ volumeInfo }) => volumeInfo.subjects ?? [])
  const count = (audience: string) => subjects.filter((one) => one === audience).length
  return { adult: count('adult'), 'young adult': count('young adult'), children: count('children') }
}

/** Recommendations, the detail of a book, and search. */
export function describeBooks(client: Client): void {
  const { succeed, refused, newReader, shelf, someBooks } = client

  const respond = (text: string) =>
    succeed(searchBooks, { query: `?query=${encodeURIComponent(text)}` })

  const search = async (text: string) => (await respond(text)).data

  const detail = ({ id }: { id: string }) => succeed(getBook, { params: { id } })

  describe('GET /api/recommendedBooks', () => {
    test('a page is 36 different works of the category, by popularity without a startIndex', async () => {
      for (const category of CATEGORIES) {
        const books = await shelf(category, 1)
        expect([category, new Set(books.map(workIdOf)).size]).toEqual([category, 36])
        for (const book of books) expect(book.volumeInfo.categories).toContain(category)
      }
      const first = await shelf('Fiction', 1)
      expect(await shelf('Fiction')).toStrictEqual(first)
      expect(await shelf('Fiction', 0)).toStrictEqual(first)
      expect(await shelf('Cooking')).toStrictEqual([])
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
        const titles = (await shelf('Fantasy', index)).map(titleOf)
        for (const later of ['The Two Towers', 'A Clash of Kings', 'Prince Caspian'])
          expect(titles).not.toContain(later)
      }
      expect(await search('The Two Towers')).not.toEqual([])
    })

    test('a page has books of every age, but the shelves of one age', async () => {
      const counts = { adult: 16, 'young adult': 10, children: 10 }
      expect(countAudiences(await shelf('Fantasy', 4))).toEqual(counts)
      expect(countAudiences(await shelf("Children's Books", 4)).adult).toBe(0)
    })

    test.each([
      '',
      '?preference=',
      `?preference=${'x'.repeat(65)}`,
      '?preference=Poetry&startIndex=-1',
      '?preference=Poetry&startIndex=1001',
      '?preference=Poetry&startIndex=1.5',
      '?preference=Poetry&preference=Horror',
    ])('refuses the query %j', async (query) => {
      const error = await refused(getRecommendedBooks, { query }, [400, 'invalid_request'])
      expect(error.errors).not.toStrictEqual([])
    })
  })

  describe('GET /api/book/detail/{id}', () => {
    test('answers the whole book, and every list a short description of it', async () => {
      const shown = await shelf('Fantasy', 1)
      const whole = await Promise.all(shown.map(detail))
      expect(shown).toStrictEqual(whole.map(listedBook))
      const long = whole.find(
        ({ volumeInfo }) => (volumeInfo.description ?? '').length > LISTED_DESCRIPTION_MAX,
      )
      if (!long) throw new Error('No description is long.')

      const reader = await newReader()
      await client.love(reader, long.id)
      await client.favorAuthor(reader, ...long.volumeInfo.authors.slice(0, 1))
      expect(await succeed(getFavoriteBooks, by(reader))).toStrictEqual([listedBook(long)])
      const lists = [
        await client.authorBooks(reader),
        booksOf(await succeed(getForYou, by(reader))),
        booksOf(await succeed(getSimilarBooks, { params: { id: long.id } })),
      ]
      for (const book of lists.flat()) expect(book).toStrictEqual(listedBook(await detail(book)))
    })

    test('the thumbnail is an image of our own origin', async () => {
      const [{ id, volumeInfo }] = await someBooks()
      const thumbnail = volumeInfo.imageLinks?.thumbnail ?? ''
      expect(thumbnail.startsWith(`/covers/${id}`)).toBe(true)
      const response = await client.request(thumbnail)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toMatch(/^image\//)
    })

    test('404 for an unknown book, 400 for what is no id', async () => {
      await refused(getBook, { params: { id: 'no-such-book' } }, NO_SUCH_BOOK)
      const invalid = [400, 'invalid_request', 'Id is not valid.'] as const
      for (const id of ['a%20b', 'x'.repeat(65), '..%2f..%2fetc', '%00'])
        for (const operation of [getBook, getSimilarBooks])
          await refused(operation, { params: { id } }, invalid)
    })
  })

  describe('GET /api/books/search', () => {
    test('puts the exact title first, in any case, with any spaces, in full-width letters', async () => {
      const title = titleOf((await someBooks())[4])
      const wide = title.replaceAll(/[!-~]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
      )
      for (const text of [
        title,
        ` ${title.toUpperCase()} !?`,
        title.replaceAll(/[aeiou]/gi, (vowel) => `${vowel}\u0301`),
        `\t${title.replaceAll(' ', '\r\n')}\n`,
        wide.replaceAll(' ', '\u3000'),
        `\ufeff${Array.from(title).join('\u200b')}\u200e`,
      ])
        expect([text, (await search(text)).map(titleOf)[0]]).toStrictEqual([text, title])
    })

    test('finds by the beginning of the last word, and by author and title in any order', async () => {
      const [{ id, volumeInfo }] = await someBooks()
      const words = fold(`${volumeInfo.authors[0] ?? ''} ${volumeInfo.title}`).split(' ')
      for (const text of [volumeInfo.title.slice(0, -1), words.toReversed().join(' ')])
        expect(ids(await search(text))).toContain(id)
    })

    test('answers 21 of many, none twice; of nothing and a mistyped ISBN none', async () => {
      expect(new Set(ids(await search('a'))).size).toBe(21)
      for (const text of ['qqqqzzzzqqqq xxyyxxyyxx', '978-0-14-143951-9', '0-14-143951-4'])
        expect(await search(text)).toStrictEqual([])
    })

    test('says where nothing is called so, and answers at most five that are near', async () => {
      const [{ id, volumeInfo }] = await someBooks()
      const { data, isApproximate } = await respond(`${volumeInfo.title} qqqqzzzzqqqq`)
      expect([isApproximate, data.length <= 5]).toStrictEqual([true, true])
      expect(ids(data)).toContain(id)
      for (const text of [volumeInfo.title, volumeInfo.authors[0] ?? '', 'graphic novels'])
        expect([text, (await respond(text)).isApproximate ?? false]).toStrictEqual([text, false])
    })

    test('says what it took a wish for, behind whatever is called so', async () => {
      const title = titleOf((await someBooks())[0])
      const like = await respond(`books like ${title}`)
      expect(like.understood?.like).toBe(title)
      expect(like.data.map(titleOf)).not.toContain(title)
      expect(await respond(title)).not.toHaveProperty('understood')
      const wish = await respond('funny novels for adults without war')
      expect(wish).not.toHaveProperty('isApproximate')
      expect(wish.understood).toStrictEqual({
        kinds: ['funny'],
        topics: [],
        audience: 'adult',
        without: ['war'],
        unknown: [],
      })
      for (const book of wish.data) {
        const { subjects, categories } = (await detail(book)).volumeInfo
        expect(subjects).toContain('adult')
        expect(subjects).not.toContain('war')
        expect(categories).not.toContain('Non-Fiction')
      }
    })

    test('takes signs of query languages as text', async () => {
      for (const text of ['"', "'", '%', '*', 'a AND', '(', '\\', ';--', '🤷', 'title:x', '-'])
        expect((await search(text)).length).toBeLessThanOrEqual(21)
    })

    test.each([
      '',
      '?query=',
      '?query=%20%09',
      '?query=%E2%80%8B%0A',
      `?query=${'x'.repeat(201)}`,
      '?query=a&query=b',
      '?query=a%00b',
    ])('refuses the query %j', async (query) => {
      const error = await refused(searchBooks, { query }, [400, 'invalid_request'])
      expect(error.message).toContain('Query')
    })
  })
}

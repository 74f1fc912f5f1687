import { describe, expect, test } from 'vitest'
import { parseBook } from './parseBook.ts'
import {
  parseBooks,
  parseExport,
  parseLogin,
  parseOneBook,
  parsePreferences,
  parseProfile,
  parseRecommendations,
  parseRegistration,
  parseSearchResults,
  parseUpload,
} from './parseResponse.ts'

/** What no response should be. */
const STRANGE = [undefined, null, 0, 'text', {}, [[]], { data: null }]

const emptyInfo = { title: '', authors: [], categories: [] }
const emptyBook = {
  id: 'b',
  volumeInfo: emptyInfo,
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
}
const whole = {
  id: 'b',
  workId: 'w',
  volumeInfo: {
    title: 'Emma',
    subtitle: 'A Novel',
    originalTitle: 'Emma: A Novel',
    series: { name: 'Highbury', number: 0.5 },
    authors: ['Jane Austen'],
    description: 'A <i>comedy</i>.',
    categories: ['Fiction', 'Romance'],
    subjects: ['matchmaking', 'adult'],
    publishedDate: '1815-12-23',
    imageLinks: { thumbnail: '/covers/b' },
  },
  accessInfo: {
    pdf: { isAvailable: true, acsTokenLink: 'https://example.org/b.pdf' },
    webReaderLink: 'https://example.org/read/b',
  },
  saleInfo: { buyLink: 'https://example.org/buy/b' },
}

describe('parseBook', () => {
  test('keeps a whole record, without fields it does not know, and needs only an id', () => {
    const volumeInfo = { ...whole.volumeInfo, pages: 1 }
    expect(parseBook({ ...whole, etag: 'x', volumeInfo })).toEqual(whole)
    expect(parseBook({ id: 'b' })).toEqual(emptyBook)
  })

  test('leaves out fields of a wrong type and blank texts, so that fallbacks show', () => {
    const wrong = {
      title: 7,
      authors: 'Jane Austen',
      description: ['x'],
      categories: { 0: 'Fiction' },
      publishedDate: 1815,
      imageLinks: 'https://example.org/b.jpg',
      subtitle: 1,
      originalTitle: [],
      series: { number: 1 },
    }
    const blank = { title: ' ', description: '', imageLinks: { thumbnail: '' } }
    const access = { pdf: { isAvailable: 'true', acsTokenLink: 1 }, webReaderLink: {} }
    expect(
      parseBook({ id: 'b', volumeInfo: wrong, accessInfo: access, saleInfo: { buyLink: null } }),
    ).toEqual(emptyBook)
    expect(parseBook({ id: 'b', volumeInfo: blank, accessInfo: [], saleInfo: 'x' })).toEqual(
      emptyBook,
    )
    const lists = { authors: ['A', null, 3, '', { name: 'B' }, 'C'], categories: [false, 'X'] }
    expect(parseBook({ id: 'b', volumeInfo: lists })?.volumeInfo).toEqual({
      title: '',
      authors: ['A', 'C'],
      categories: ['X'],
    })
  })

  test.each([
    ['/covers/b', true],
    ['https://books.example/b.jpg', true],
    ['//books.example/b.jpg', false],
    ['javascript:alert(1)', false],
  ])('a cover at %j: %s', (thumbnail, isCover) => {
    const { volumeInfo } = parseBook({ id: 'b', volumeInfo: { imageLinks: { thumbnail } } }) ?? {}
    expect(volumeInfo?.imageLinks).toEqual(isCover ? { thumbnail } : undefined)
  })

  test('takes numbers and _id for ids, and is nothing without one', () => {
    expect(parseBook({ id: 0 })?.id).toBe('0')
    expect(parseBook({ _id: 'mongo' })?.id).toBe('mongo')
    expect(parseBook({ id: 'first', _id: 'second' })?.id).toBe('first')
    for (const value of [...STRANGE, { id: '' }, { id: {} }, { id: true }]) {
      expect(parseBook(value)).toBeUndefined()
    }
  })

  test('reads both shapes of a local favorite (docs/product.md 3.1)', () => {
    const { title, imageLinks, description } = whole.volumeInfo
    expect(parseBook({ id: 'b', title, imageLinks, description })).toEqual({
      ...emptyBook,
      volumeInfo: { ...emptyInfo, title, imageLinks, description },
    })
    expect(parseBook({ id: 'b', volumeInfo: whole.volumeInfo })).toEqual({
      ...emptyBook,
      volumeInfo: whole.volumeInfo,
    })
  })
})

test('recommendations without a book are left out, a missing reason is empty', () => {
  const list = [
    { book: whole, reason: 'Because you loved Persuasion' },
    { book: { title: 'Without an id' }, reason: 'x' },
    null,
    { book: { id: 3 } },
  ]
  expect(parseRecommendations(list)).toMatchObject([
    { book: whole, reason: 'Because you loved Persuasion' },
    { book: { id: '3' }, reason: '' },
  ])
  expect(() => parseRecommendations({ data: [] })).toThrow('The response is not a list of books.')
})

test('a list of books takes all shapes, drops what has no id or came twice, keeps the order', () => {
  const list = [whole, null, { id: 'c', title: 'Listed' }, 'text', { id: 3 }, { id: '3' }, whole]
  expect(parseBooks(list).map(({ id }) => id)).toEqual(['b', 'c', '3'])
  expect(() => parseBooks({})).toThrow('The response is not a list of books.')
  expect(() => parseOneBook([whole])).toThrow('The response is not a book.')
})

test('search results are under data, or one data deeper; anything else is empty', () => {
  const { title, authors, imageLinks } = whole.volumeInfo
  const results = [{ id: 'b', volumeInfo: { title, authors, imageLinks } }]
  const found = { data: results, isApproximate: false }
  expect(parseSearchResults({ data: [whole, {}, whole] })).toEqual(found)
  expect(parseSearchResults({ data: { data: [whole] } })).toEqual(found)
  expect(parseSearchResults({ data: [whole], isApproximate: true })).toEqual({
    ...found,
    isApproximate: true,
  })
  const nothing = { kinds: [], topics: [], without: [], unknown: [] }
  const understood = { like: 'Emma', topics: ['dogs', 4], audience: 'children', kinds: 'funny' }
  expect(parseSearchResults({ data: [whole], understood })).toEqual({
    ...found,
    understood: { ...nothing, like: 'Emma', topics: ['dogs'], audience: 'children' },
  })
  for (const strange of STRANGE) {
    expect(parseSearchResults({ data: [whole], understood: strange })).toEqual(found)
  }
  for (const value of [...STRANGE, [whole], { data: {} }]) {
    expect(parseSearchResults(value)).toEqual({ data: [], isApproximate: false })
  }
})

test('preferences are the object or a bare list, of the 20 names', () => {
  expect(parsePreferences({ preferences: ['Poetry', 'Horror'] })).toEqual(['Poetry', 'Horror'])
  expect(parsePreferences(['Poetry', 'poetry', 4, 'Poetry'])).toEqual(['Poetry'])
  for (const value of [undefined, { preferences: 'all' }]) {
    expect(() => parsePreferences(value)).toThrow('The response has no preferences.')
  }
})

test('a login has a token and an id, a registration also a message', () => {
  const response = { token: 't', id: 'u', name: 'Ada', message: 'Hello.' }
  expect(parseLogin(response)).toEqual({ token: 't', id: 'u', name: 'Ada' })
  expect(parseLogin({ token: 't', _id: 9, name: 5 })).toEqual({
    token: 't',
    id: '9',
    name: '',
  })
  expect(parseRegistration(response)).toEqual(response)
  expect(parseRegistration({ token: 't', id: 'u', message: ['x'] }).message).toBe('')
  for (const value of [...STRANGE, { id: 'u' }, { token: 't' }, { token: 5, id: 'u' }]) {
    expect(() => parseLogin(value)).toThrow('The server sent an unexpected response.')
  }
})

test('profile and upload never fail', () => {
  const profile = { profileImage: '/media/a.webp', id: 'u', name: 'Ada', email: 'ada@example.org' }
  expect(parseProfile(profile)).toEqual({ ...profile, hasPassword: true, language: null })
  expect(parseUpload({ profileImageUrl: '/media/a.webp' })).toBe('/media/a.webp')
  const unknown = { profileImage: null, id: null, name: null, email: null }
  for (const value of [...STRANGE, { profileImage: '', profileImageUrl: 4 }]) {
    expect(parseProfile(value)).toEqual({ ...unknown, hasPassword: true, language: null })
    expect(parseUpload(value)).toBeNull()
  }
  expect(parseProfile({ hasPassword: false }).hasPassword).toBe(false)
})

test('an export is a text that is no page', () => {
  expect(parseExport('id,title')).toBe('id,title')
  for (const value of ['', ' <!doctype html>', {}]) {
    expect(() => parseExport(value)).toThrow('The server sent an unexpected response.')
  }
})

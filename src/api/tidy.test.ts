import { describe, expect, test } from 'vitest'
import {
  tidyBooks,
  tidyLogin,
  tidyOneBook,
  tidyPreferences,
  tidyProfile,
  tidyRegistration,
  tidySearchResults,
  tidyUpload,
  UnreadableAnswer,
} from './tidy.ts'
import { tidyBook } from './tidyBook.ts'

/** What comes where something else was agreed on. */
const STRANGE = [undefined, null, true, 0, '', 'text', {}, [[]], { data: null }]

const emptyInfo = { title: '', authors: [], categories: [] }
const emptyBook = {
  id: 'b',
  volumeInfo: emptyInfo,
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
}

const whole = {
  id: 'b',
  volumeInfo: {
    title: 'Emma',
    authors: ['Jane Austen'],
    description: 'A <i>comedy</i>.',
    categories: ['Fiction', 'Romance'],
    publishedDate: '1815-12-23',
    imageLinks: { thumbnail: '/covers/b' },
  },
  accessInfo: {
    pdf: { isAvailable: true, acsTokenLink: 'https://example.org/b.pdf' },
    webReaderLink: 'https://example.org/read/b',
  },
  saleInfo: { buyLink: 'https://example.org/buy/b' },
}

describe('tidyBook', () => {
  test('leaves a whole record as it is', () => {
    expect(tidyBook(whole)).toStrictEqual(whole)
  })

  test('makes do with an id', () => {
    expect(tidyBook({ id: 'b' })).toStrictEqual(emptyBook)
  })

  test('leaves out what it does not know', () => {
    expect(
      tidyBook({ ...whole, etag: 'x', volumeInfo: { ...whole.volumeInfo, pages: 1 } }),
    ).toEqual(whole)
  })

  test('leaves out every field of a wrong type', () => {
    const wrong = {
      id: 'b',
      volumeInfo: {
        title: 7,
        authors: 'Jane Austen',
        description: ['x'],
        categories: { 0: 'Fiction' },
        publishedDate: 1815,
        imageLinks: 'https://example.org/b.jpg',
      },
      accessInfo: { pdf: { isAvailable: 'true', acsTokenLink: 1 }, webReaderLink: {} },
      saleInfo: { buyLink: null },
    }
    expect(tidyBook(wrong)).toStrictEqual(emptyBook)
    expect(tidyBook({ id: 'b', volumeInfo: null, accessInfo: [], saleInfo: 'x' })).toStrictEqual(
      emptyBook,
    )
    expect(
      tidyBook({ id: 'b', accessInfo: { pdf: 'yes' }, volumeInfo: { imageLinks: [] } }),
    ).toStrictEqual(emptyBook)
  })

  test('leaves out blank texts, so that the fallbacks show', () => {
    const blank = {
      title: ' ',
      description: '',
      publishedDate: '\n',
      imageLinks: { thumbnail: '' },
    }
    expect(tidyBook({ id: 'b', volumeInfo: blank })).toStrictEqual(emptyBook)
  })

  test.each([
    ['/covers/b', true],
    ['https://books.example/b.jpg', true],
    ['http://books.example/b.jpg', true],
    ['//books.example/b.jpg', false],
    ['covers/b', false],
    ['<img src=x onerror=alert(1)>', false],
    ['javascript:alert(1)', false],
    ['data:image/svg+xml,<svg onload=alert(1)>', false],
    [' /covers/b', false],
  ])('a cover at %j: %s', (thumbnail, isKept) => {
    expect(tidyBook({ id: 'b', volumeInfo: { imageLinks: { thumbnail } } })?.volumeInfo).toEqual({
      ...emptyInfo,
      ...(isKept && { imageLinks: { thumbnail } }),
    })
  })

  test('drops single authors and categories that are no texts', () => {
    const info = { authors: ['A', null, 3, '', ' ', { name: 'B' }, 'C'], categories: [false, 'X'] }
    expect(tidyBook({ id: 'b', volumeInfo: info })?.volumeInfo).toStrictEqual({
      title: '',
      authors: ['A', 'C'],
      categories: ['X'],
    })
  })

  test('takes numbers and _id for ids', () => {
    expect(tidyBook({ id: 12 })?.id).toBe('12')
    expect(tidyBook({ id: 0 })?.id).toBe('0')
    expect(tidyBook({ _id: 'mongo' })?.id).toBe('mongo')
    expect(tidyBook({ id: 'first', _id: 'second' })?.id).toBe('first')
  })

  test.each([
    undefined,
    null,
    'b',
    5,
    [],
    ['b'],
    {},
    { id: '' },
    { id: ' ' },
    { id: {} },
    { id: true },
  ])('is nothing without an id: %j', (value) => {
    expect(tidyBook(value)).toBeUndefined()
  })

  test('reads the local entry made from lists', () => {
    const entry = {
      id: 'b',
      title: 'Emma',
      imageLinks: { thumbnail: '/covers/b' },
      description: 'A comedy.',
    }
    expect(tidyBook(entry)).toStrictEqual({
      ...emptyBook,
      volumeInfo: {
        ...emptyInfo,
        title: 'Emma',
        imageLinks: { thumbnail: '/covers/b' },
        description: 'A comedy.',
      },
    })
  })

  test('reads the local entry made from detail', () => {
    expect(tidyBook({ id: 'b', volumeInfo: whole.volumeInfo })).toStrictEqual({
      ...emptyBook,
      volumeInfo: whole.volumeInfo,
    })
  })
})

describe('tidyBooks', () => {
  test('takes all three shapes, drops what has no id and what came twice, keeps the order', () => {
    const list = [
      whole,
      null,
      { id: 'c', title: 'Listed' },
      'text',
      { id: 'd', volumeInfo: { title: 'Detailed' } },
      { volumeInfo: { title: 'No id' } },
      { id: 'c', title: 'Listed' },
      { id: 3 },
      { id: '3' },
    ]
    expect(tidyBooks(list).map(({ id, volumeInfo }) => [id, volumeInfo.title])).toEqual([
      ['b', 'Emma'],
      ['c', 'Listed'],
      ['d', 'Detailed'],
      ['3', ''],
    ])
  })

  test('an empty list is a list', () => {
    expect(tidyBooks([])).toEqual([])
  })

  test.each(STRANGE.filter((value) => !Array.isArray(value)))('refuses %j', (value) => {
    expect(() => tidyBooks(value)).toThrow(UnreadableAnswer)
    expect(() => tidyBooks(value)).toThrow('The answer is not a list of books.')
  })
})

describe('tidyOneBook', () => {
  test('takes a book', () => {
    expect(tidyOneBook(whole)).toStrictEqual(whole)
  })

  test.each([...STRANGE, [whole], { book: whole }])('refuses %j', (value) => {
    expect(() => tidyOneBook(value)).toThrow(UnreadableAnswer)
  })
})

describe('tidySearchResults', () => {
  const result = {
    id: 'b',
    volumeInfo: {
      title: 'Emma',
      authors: ['Jane Austen'],
      imageLinks: { thumbnail: '/covers/b' },
    },
  }

  test.each([
    ['under data', { data: [whole] }],
    ['one data deeper', { data: { data: [whole] } }],
  ])('finds the list %s, and keeps what a result needs', (_where, answer) => {
    expect(tidySearchResults(answer)).toStrictEqual([result])
  })

  test('drops what has no id and what came twice', () => {
    const answer = { data: [{ id: 'a' }, {}, null, { id: 'a' }, { id: 'b', title: 'Emma' }] }
    expect(tidySearchResults(answer)).toStrictEqual([
      { id: 'a', volumeInfo: { title: '', authors: [] } },
      { id: 'b', volumeInfo: { title: 'Emma', authors: [] } },
    ])
  })

  test.each([...STRANGE, [whole], { data: {} }, { data: { data: 'x' } }, { data: 'x' }])(
    'is empty for %j',
    (value) => {
      expect(tidySearchResults(value)).toEqual([])
    },
  )
})

describe('tidyPreferences', () => {
  test('takes the object and the bare list (decision 30)', () => {
    expect(tidyPreferences({ preferences: ['Poetry', 'Horror'] })).toEqual(['Poetry', 'Horror'])
    expect(tidyPreferences(['Poetry', 'Horror'])).toEqual(['Poetry', 'Horror'])
    expect(tidyPreferences({ preferences: [] })).toEqual([])
    expect(tidyPreferences([])).toEqual([])
  })

  test('leaves out names outside the 20, other things, and repeats', () => {
    expect(
      tidyPreferences(['Poetry', 'poetry', 'Cookery', 4, null, ['Poetry'], 'Sci-Fi', 'Poetry']),
    ).toEqual(['Poetry', 'Sci-Fi'])
  })

  test.each([
    undefined,
    null,
    'Poetry',
    3,
    {},
    { preferences: 'all' },
    { preferences: null },
    { preferences: { 0: 'Poetry' } },
    { data: ['Poetry'] },
  ])('refuses %j', (value) => {
    expect(() => tidyPreferences(value)).toThrow(UnreadableAnswer)
  })
})

describe('tidyLogin and tidyRegistration', () => {
  test('take token, id, name and message', () => {
    const answer = { token: 't', id: 'u', name: 'Ada', message: 'Hello.' }
    expect(tidyLogin(answer)).toStrictEqual({ token: 't', id: 'u', name: 'Ada' })
    expect(tidyRegistration(answer)).toStrictEqual(answer)
  })

  test('take a number for the id, and empty words for missing ones', () => {
    expect(tidyLogin({ token: 't', id: 9 })).toStrictEqual({ token: 't', id: '9', name: '' })
    expect(tidyLogin({ token: 't', _id: 'u', name: 5 })).toStrictEqual({
      token: 't',
      id: 'u',
      name: '',
    })
    expect(tidyRegistration({ token: 't', id: 'u', message: ['x'] }).message).toBe('')
    expect(tidyRegistration({ token: 't', id: 'u' }).message).toBe('')
  })

  test.each([
    ...STRANGE,
    { id: 'u', name: 'Ada' },
    { token: 't', name: 'Ada' },
    { token: '', id: 'u' },
    { token: 5, id: 'u' },
    { token: 't', id: '' },
    { token: 't', id: { id: 'u' } },
  ])('refuse %j', (value) => {
    expect(() => tidyLogin(value)).toThrow(UnreadableAnswer)
    expect(() => tidyRegistration(value)).toThrow(UnreadableAnswer)
  })
})

describe('tidyProfile and tidyUpload', () => {
  test.each(['https://example.org/a.png', '/media/a.webp', 'data:image/png;base64,AA=='])(
    'take %s (decision 34)',
    (address) => {
      expect(tidyProfile({ profileImage: address, id: 'u', name: 'Ada' })).toStrictEqual({
        profileImage: address,
        id: 'u',
        name: 'Ada',
        hasPassword: true,
      })
      expect(tidyProfile({ hasPassword: false })).toMatchObject({ hasPassword: false })
      expect(tidyUpload({ profileImageUrl: address })).toBe(address)
    },
  )

  test.each([...STRANGE, { profileImage: null }, { profileImage: '', profileImageUrl: 4 }])(
    'know nothing from %j',
    (value) => {
      expect(tidyProfile(value)).toStrictEqual({
        profileImage: null,
        id: null,
        name: null,
        hasPassword: true,
      })
      expect(tidyUpload(value)).toBeNull()
    },
  )
})

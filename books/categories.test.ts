import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../contract/categories.ts'
import { interestsOf } from './categories.ts'
import interestWords from './interestWords.json' with { type: 'json' }

describe('one name', () => {
  test.each([
    // Paths (BISAC), as Google Books has them.
    ['Juvenile Nonfiction / Cooking & Food', "Children's Books, Food & Cooking, Non-Fiction"],
    // Subjects of the Library of Congress.
    ['English fiction -- History and criticism', 'Non-Fiction'],
    // Shelves of Project Gutenberg.
    ['Category: Crime, Thrillers and Mystery', 'Mystery, Thriller, Fiction'],
    // Subjects of Open Library.
    ['Fiction, fantasy, general', 'Fantasy, Fiction'],
    ['Crime -- Sociological aspects', ''],
    ['Libri per bambini e ragazzi', "Children's Books"],
    // Codes: BISAC and Dewey.
    ['JNF013000', "Children's Books, Non-Fiction"],
    ['364.1523', 'True Crime, Non-Fiction'],
  ])('%s → %s', (name, interests) => {
    expect(interestsOf([name]).join(', ')).toBe(interests)
  })

  test.each(['Horror films', 'Robin Cook', 'fast food nation'])(
    '%s only holds the word',
    (name) => {
      expect(interestsOf([name])).toEqual([])
    },
  )
})

test.each(Object.entries(interestWords))('%s has words for every interest', (_, words) => {
  for (const category of CATEGORIES) {
    const names = words[category].flatMap((line) => line.split('; '))
    expect(names.filter((name) => !interestsOf([name]).includes(category))).toEqual([])
  }
})

describe('many names', () => {
  test('each interest once, the specific ones first', () => {
    expect(
      interestsOf([
        'Fiction',
        'Fiction / Fantasy / Epic',
        'Young Adult Fiction / General',
        'Fiction / Fantasy / General',
      ]),
    ).toEqual(['Fantasy', 'Young Adult', 'Fiction'])
  })

  test('a story with a topic is a story', () => {
    expect(interestsOf(['Whaling -- Fiction', 'History', 'Sea stories'])).toEqual(['Fiction'])
  })

  test('where none is known, what the caller says', () => {
    expect(interestsOf(['Coal mines and mining'])).toEqual([])
    expect(interestsOf(['Coal mines and mining'], 'Non-Fiction')).toEqual(['Non-Fiction'])
    expect(interestsOf(['Horror tales'], 'Non-Fiction')).toEqual(['Horror', 'Fiction'])
    expect(interestsOf([], 'Non-Fiction')).toEqual([])
    expect(interestsOf(['', ' ', null, 7, {}], 'Non-Fiction')).toEqual([])
  })

  test('a name of any length', () => {
    expect(interestsOf(['fiction / '.repeat(100_000)])).toEqual(['Fiction'])
    expect(interestsOf(['-- '.repeat(100_000)])).toEqual([])
  })
})

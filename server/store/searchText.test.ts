import { describe, expect, test } from 'vitest'
import {
  categoryWords,
  editDistance,
  forgiven,
  indexWords,
  isbn13Of,
  parseQuery,
  remainderNumbers,
  remainders,
  termRemainders,
  titleKeys,
} from './searchText.ts'

/** How many different things two lists have in common. */
function common<T>(one: readonly T[], other: readonly T[]): number {
  return new Set(one.filter((thing) => other.includes(thing))).size
}

describe('parseQuery', () => {
  test('drops stop words where other words remain', () => {
    expect(parseQuery('The Lord of the Rings').words).toEqual(['lord', 'rings'])
    expect(parseQuery('It').words).toEqual(['it'])
    expect(parseQuery('there there').words).toEqual(['there'])
  })

  test('takes the last word as a beginning only where the query ends with it', () => {
    expect(parseQuery('harry po').prefix).toBe('po')
    expect(parseQuery('lord of the').prefix).toBeUndefined()
    expect(parseQuery('h').prefix).toBeUndefined()
  })

  test('finds nothing to ask in signs alone', () => {
    expect(parseQuery('. " * ( AND').words).toEqual(['and'])
    expect(parseQuery('"*()').key).toBe('')
  })

  test.each([
    ['Mockingjay (The Hunger Games, #3)', 'mockingjay'],
    ['Dune #2', 'dune'],
    ['dune, book 2', 'dune'],
    ['Saga Vol. 5', 'saga'],
    ['Blame! (paperback)', 'blame'],
  ])('%j is also asked without its volume', (text, key) => {
    expect(parseQuery(text).withoutSeries?.key).toBe(key)
  })

  test.each(['1984', 'catch 22', '(untitled)', '#3', 'book 3', 'notebook 3', 'emma'])(
    '%j has no volume to leave out',
    (text) => {
      expect(parseQuery(text).withoutSeries).toBeUndefined()
    },
  )

  test('tells c++ and c# from c', () => {
    expect(parseQuery('C++').key).toBe('cplusplus')
    expect(parseQuery('c++11 primer').key).toBe('cplusplus 11 primer')
    expect(parseQuery('c#').key).toBe('csharp')
    expect(parseQuery('vitamin c#1').key).toBe('vitamin c 1')
    expect(indexWords('C++ Primer')).toEqual(['c', 'primer', 'cplusplus'])
    expect(titleKeys('C# in Depth').map(({ key }) => key)).toContain('c in depth')
  })

  test('cuts endless queries', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`)
    expect(parseQuery(words.join(' ')).words).toHaveLength(16)
  })
})

describe('isbn13Of', () => {
  test.each([
    ['9780141439518', '9780141439518'],
    ['978-0-14-143951-8', '9780141439518'],
    ['ISBN 978 0141439518', '9780141439518'],
    ['ISBN-13: 978-0-14-143951-8', '9780141439518'],
    ['0-14-143951-3', '9780141439518'],
    ['isbn 080442957X', '9780804429573'],
  ])('reads %s', (text, isbn13) => {
    expect(isbn13Of(text)).toBe(isbn13)
  })

  test.each(['9780141439519', '0141439514', '1984', 'nine', '', '97801414395180'])(
    'refuses %j',
    (text) => {
      expect(isbn13Of(text)).toBeUndefined()
    },
  )
})

describe('titleKeys', () => {
  test('knows a title by its whole, without article and without subtitle', () => {
    const keys = titleKeys('The Five: The Untold Lives')
    expect(keys[0]).toEqual({ key: 'the five the untold lives', kind: 0 })
    expect(keys.filter(({ kind }) => kind === 1).map(({ key }) => key)).toEqual([
      'five the untold lives',
      'the five',
      'five',
    ])
    expect(keys).toContainEqual({ key: 'thefive', kind: 2 })
  })

  test('lists no key twice', () => {
    for (const title of ['It', 'A', 'The', 'Emma', '1984', 'The The', ': :', 'Maus: A']) {
      const keys = titleKeys(title).map(({ key, kind }) => `${kind} ${key}`)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
})

describe('indexWords', () => {
  test('adds what readers type for initials, compounds and apostrophes', () => {
    expect(indexWords('J. R. R. Tolkien')).toEqual(expect.arrayContaining(['jrr', 'tolkien']))
    expect(indexWords('H.G. Wells')).toEqual(expect.arrayContaining(['hg', 'wells']))
    expect(indexWords('Catch-22')).toEqual(['catch', '22', 'catch22'])
    expect(indexWords("Alice's Adventures")).toEqual(expect.arrayContaining(['alices', 'alice']))
    expect(indexWords('L’Étranger')).toEqual(expect.arrayContaining(['letranger', 'etranger']))
  })

  test('knows the other names of interests', () => {
    expect(categoryWords(['Sci-Fi'])).toEqual(
      expect.arrayContaining(['sci', 'fi', 'scifi', 'science', 'fiction']),
    )
  })
})

describe('typos', () => {
  test.each([
    ['dune', 'dune', 0],
    ['dune', 'dunne', 1],
    ['frankenstien', 'frankenstein', 1],
    ['prejudise', 'prejudice', 1],
    ['gril', 'girl', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
    ['aaa', 'aa', 1],
    ['abab', 'baba', 2],
    ['xabcy', 'xacby', 1],
    ['the end of all', 'the edn of al', 2],
  ])('%s and %s are %i apart', (one, other, edits) => {
    expect(editDistance(one, other, 3)).toBe(edits)
    expect(editDistance(other, one, 3)).toBe(edits)
  })

  test('stops counting beyond the limit', () => {
    expect(editDistance('abcdefgh', 'stuvwxyz', 2)).toBe(3)
  })

  test('forgives long words two edits, middling one, short and numbers none', () => {
    expect(['cat', 'dune', 'prejudice', '9780141439518', '1984'].map(forgiven)).toEqual([
      0, 1, 2, 0, 0,
    ])
  })

  test('remainders are told apart as numbers as they are as texts', () => {
    const words = 'a it its book books there essays étranger mississippi frankenstein 日本語'.split(
      ' ',
    )
    for (const word of words) {
      for (const letters of [0, 1, 2] as const) {
        const numbers = new Set(remainderNumbers(word, letters))
        expect(numbers.size).toBe(remainders(word, letters).length)
        for (const number of numbers) {
          expect(Number.isInteger(number) && number >= 0 && number < 2 ** 28).toBe(true)
        }
      }
    }
    // Two words have as many in common as numbers as they have as texts.
    for (const one of words) {
      for (const other of words) {
        expect(common(remainderNumbers(one, 2), remainderNumbers(other, 2))).toBe(
          common(remainders(one, 2), remainders(other, 2)),
        )
      }
    }
  })

  // What the index rests on: every word within reach shares a remainder with the word it stands for.
  test('a word and its typos share a remainder', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const edit = (word: string): string => {
      const at = random(word.length)
      const letter = letters.charAt(random(26))
      const kinds = [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
        word.slice(0, at) +
          word
            .slice(at, at + 2)
            .split('')
            .toReversed()
            .join('') +
          word.slice(at + 2),
      ]
      return kinds[random(kinds.length)] ?? word
    }
    const words = ['dune', 'rings', 'prejudice', 'frankenstein', 'misbehaving', 'wuthering']
    for (const word of words) {
      for (let round = 0; round < 300; round++) {
        const once = edit(word)
        const stored = new Set(termRemainders(word))
        const numbers = new Set(remainderNumbers(word, word.length >= 7 ? 2 : 1))
        expect(remainders(once, 1).some((rest) => stored.has(rest))).toBe(true)
        expect(remainderNumbers(once, 1).some((number) => numbers.has(number))).toBe(true)
        if (word.length < 9) continue
        const twice = edit(once)
        expect(remainders(twice, 2).some((rest) => stored.has(rest))).toBe(true)
        expect(remainderNumbers(twice, 2).some((number) => numbers.has(number))).toBe(true)
      }
    }
  })
})

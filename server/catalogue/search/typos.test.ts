import { describe, expect, test } from 'vitest'
import { seeded } from '../../../test/seeded.ts'
import { editDistance } from '../../../books/editDistance.ts'
import { forgiven, closeKeys, termKeys } from './typos.ts'

/** Whether a word shares a delete with what was typed. */
const isClose = (typed: string, word: string, edits: 1 | 2) => {
  const { starts, span } = closeKeys(typed, edits)
  return termKeys(3, word).some((key) =>
    starts.some((start) => key >= start && key <= start + span),
  )
}

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
    const words = ['cat', 'dune', 'emmett', 'dracula', '9780141439518', '1984']
    expect(words.map(forgiven)).toEqual([0, 1, 1, 2, 0, 0])
  })

  test('no word has more keys than seven letters have deletes, and each is the hash of a delete and the id', () => {
    for (const word of 'its book there essays étranger mississippi frankenstein 日本語'.split(
      ' ',
    )) {
      const keys = termKeys(5, word)
      expect(keys.length).toBeGreaterThan(2)
      expect(keys.length).toBeLessThanOrEqual(1 + 7 + 21)
      expect(new Set(keys).size).toBe(keys.length)
      for (const key of keys) expect([Number.isSafeInteger(key), key % 2 ** 25]).toEqual([true, 5])
    }
    expect(termKeys(5, 'it')).toEqual([])
    expect(termKeys(2 ** 25, 'essays')).toEqual([])
  })

  // What the index rests on: every word within reach shares a delete with the word it stands for.
  test('a word and its typos share a delete', () => {
    const random = seeded(7)
    const edit = (word: string): string => {
      const at = random(word.length)
      const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(random(26))
      const before = word.slice(0, at)
      const kinds = [
        before + word.slice(at + 1),
        before + letter + word.slice(at),
        before + letter + word.slice(at + 1),
        before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
      ]
      return kinds[random(kinds.length)] ?? word
    }
    for (const word of ['dune', 'rings', 'prejudice', 'frankenstein', 'misbehaving', 'wuthering']) {
      for (let round = 0; round < 300; round++) {
        const once = edit(word)
        expect([once, isClose(once, word, 1)]).toEqual([once, true])
        if (word.length < 9) continue
        const twice = edit(once)
        expect([twice, isClose(twice, word, 2)]).toEqual([twice, true])
      }
    }
  })
})

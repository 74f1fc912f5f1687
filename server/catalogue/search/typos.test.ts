import { expect, test } from 'vitest'
import { misspell } from '../../../test/misspellings.ts'
import { seeded } from '../../../test/seeded.ts'
import { editDistance } from '../../../books/editDistance.ts'
import { soundOf } from './sound.ts'
import { forgiven, closeKeys, termKeys } from './typos.ts'

/** Whether a word shares a delete with what was typed. */
const isClose = (typed: string, word: string, edits: 1 | 2) => {
  const { starts, span } = closeKeys(typed, edits)
  return termKeys(3, word).some((key) =>
    starts.some((start) => key >= start && key <= start + span),
  )
}

test.each([
  ['dune', 'dunne', 1],
  ['frankenstien', 'frankenstein', 1],
  ['prejudise', 'prejudice', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['the end of all', 'the edn of al', 2],
])('%s and %s are %i apart', (one, other, edits) => {
  expect(editDistance(one, other, 3)).toBe(edits)
  expect(editDistance(other, one, 3)).toBe(edits)
})

test('forgives long words two edits, middling one, short and numbers none', () => {
  const words = ['cat', 'dune', 'emmett', 'dracula', '9780141439518', '1984']
  expect(words.map(forgiven)).toEqual([0, 1, 1, 2, 0, 0])
})

test.each([
  ['gaysha', 'geisha'],
  ['chekov', 'chekhov'],
  ['odissy', 'odyssey'],
  ['freekonomix', 'freakonomics'],
  ['farenhiet', 'fahrenheit'],
  ['revelashun', 'revelation'],
])('%s sounds like %s', (spelled, word) => {
  expect(soundOf(spelled)).toBe(soundOf(word))
})

test.each(['it', '1984', '紅樓夢'])('%s has no sound', (word) => {
  expect(soundOf(word)).toBeNull()
})

// What the index rests on: every word within reach shares a delete with the word it stands for.
test('a word and its typos share a delete', () => {
  const random = seeded(7)
  for (const word of ['dune', 'rings', 'prejudice', 'frankenstein', 'misbehaving', 'wuthering']) {
    for (let round = 0; round < 300; round++) {
      const once = misspell(word, random)
      expect([once, isClose(once, word, 1)]).toEqual([once, true])
      if (word.length < 9) continue
      const twice = misspell(once, random)
      expect([twice, isClose(twice, word, 2)]).toEqual([twice, true])
    }
  }
})

import { expect, test } from 'vitest'
import { soundOf } from './sound.ts'

test.each([
  ['gaysha', 'geisha'],
  ['nietche', 'nietzsche'],
  ['chekov', 'chekhov'],
  ['kafca', 'kafka'],
  ['odissy', 'odyssey'],
  ['sidarta', 'siddhartha'],
  ['freekonomix', 'freakonomics'],
  ['metamorfosis', 'metamorphosis'],
  ['farenhiet', 'fahrenheit'],
  ['revelashun', 'revelation'],
])('%s sounds like %s', (spelled, word) => {
  expect(soundOf(spelled)).toBe(soundOf(word))
})

test.each(['it', '1984', '紅樓夢', 'éa'])('%s has no sound', (word) => {
  expect(soundOf(word)).toBeNull()
})

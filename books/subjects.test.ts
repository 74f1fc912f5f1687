import { expect, test } from 'vitest'
import { subjectOf, subjectsOf } from './subjects.ts'

test.each([
  ['WW2', 'World War II'],
  ['cozy', 'cozy mystery'],
  ['vampire', 'vampires'],
  ['harbours', undefined],
  // Novels in other languages, not people.
  ['Roman', undefined],
  ['Roman Empire', 'Ancient Rome'],
])('%s is the subject %s', (name, subject) => {
  expect(subjectOf(name)).toBe(subject)
})

test.each([
  [
    'Library of Congress',
    ['Ghosts -- England -- Fiction', 'Orphans'],
    ['ghosts', 'England', 'orphans'],
  ],
  ['Open Library', ['Fiction, war & military', 'nyt:combined=2011-02-13', 'Japan'], ['Japan']],
  ['BISAC', ['Juvenile Fiction / Animals / Bears'], ['children', 'animals', 'bears']],
  [
    'readers’ tags',
    ['to-read', 'owned', 'beekeeping', 'ww2', '2019'],
    ['World War II', 'beekeeping'],
  ],
  ['interests in other languages', ['Roman', 'Krimi', 'Dragons'], ['dragons']],
  ['one audience', ['Young adult', 'children', 'dragons'], ['young adult', 'dragons']],
])('subjects are read from %s', (_, names, subjects) => {
  expect(subjectsOf(names)).toEqual(subjects)
})

test('what a damaged record brings is bounded', () => {
  expect(subjectsOf([7, null, '', ' ', 'x'.repeat(200), { a: 1 }])).toEqual([])
  expect(
    subjectsOf(Array.from({ length: 5000 }, (_, at) => `topic${'abcdefghij'[at % 10]}`)),
  ).toHaveLength(8)
  expect(subjectsOf(['図書館', 'Σπίτι'])).toEqual(['図書館', 'σπίτι'])
})

test.each([
  ['<b>Bees</b>', ['bees']],
  ['&lt;script&gt;alert(1)&lt;/script&gt;', []],
  ['rock &amp; roll', ['rock & roll']],
])('%j is plain text', (name, subjects) => {
  expect(subjectsOf([name])).toEqual(subjects)
})

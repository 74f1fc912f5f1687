import { expect, test } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import { buildBook } from '../../mocks/builders.ts'
import { suitedFirst } from './suitedFirst.ts'

/** A book for children, young adults, adults, or that does not say for whom. */
const bookFor = (age: string) => {
  const audience = { c: 'children', y: 'young adult', a: 'adult' }[age]
  return buildBook({
    id: age,
    volumeInfo: { subjects: ['dragons', ...(audience ? [audience] : [])] },
  })
}

test.each<[string, Category, string, Category[], string]>([
  ['an adult', 'Fantasy', 'aaaa', ['Fantasy'], 'a?yc'],
  ['an adult who loves one book for children', 'Fantasy', 'aaac', [], 'a?yc'],
  ['who loves one in three for young adults', 'Fantasy', 'aya', [], 'ya?c'],
  ['who loves books of all ages', 'Fantasy', 'acy', [], 'cya?'],
  ['a child', 'Fantasy', 'cc', ['Fantasy', 'Sci-Fi', 'Mystery'], 'cya?'],
  ['a teenager', 'Fantasy', 'yyy', [], 'yca?'],
  ['nobody knows, but for the interests', 'Fantasy', '', ['Fantasy', 'Horror'], 'a?yc'],
  ['nobody knows, who also chose Young Adult', 'Fantasy', '', ['Fantasy', 'Young Adult'], 'ya?c'],
  ['an adult on a shelf of one age', 'Young Adult', 'aaa', [], 'cya?'],
])('the shelf of %s', (_, name, hearts, preferences, expected) => {
  const shelf = Array.from('cya?', bookFor)
  const shown = suitedFirst(name, shelf, Array.from(hearts, bookFor), preferences)
  expect(shown.map((item) => ('book' in item ? item.book : item).id).join('')).toBe(expected)
})

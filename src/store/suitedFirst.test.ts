import { expect, test } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import { buildBook } from '../../mocks/builders.ts'
import { suitedFirst } from './suitedFirst.ts'

const SUBJECTS: Readonly<Record<string, string[]>> = {
  p: ['children', 'picture book'],
  c: ['children'],
  y: ['young adult'],
  a: ['adult'],
}

/** A book for small children, children, young adults, adults, or that does not say for whom. */
const bookFor = (age: string) =>
  buildBook({ id: age, volumeInfo: { subjects: ['dragons', ...(SUBJECTS[age] ?? [])] } })

test.each<[string, Category, string, Category[], string]>([
  ['an adult', 'Fantasy', 'aaaa', ['Fantasy'], 'a?ycp'],
  ['who loves one in three for young adults', 'Fantasy', 'aya', [], 'ya?cp'],
  ['a child', 'Fantasy', 'cc', ['Fantasy', 'Sci-Fi', 'Mystery'], 'cpya?'],
  ['a teenager', 'Fantasy', 'yyy', [], 'yca?p'],
  ['nobody knows, but for the interests', 'Fantasy', '', ['Fantasy', 'Horror'], 'a?ycp'],
  ['nobody knows, who also chose Young Adult', 'Fantasy', '', ['Fantasy', 'Young Adult'], 'ya?cp'],
  ['who reads to a small child', 'Fantasy', 'ppp', ["Children's Books"], 'pcya?'],
  ['an older one', "Children's Books", 'cc', [], 'cpya?'],
])('the shelf of %s', (_, name, hearts, preferences, expected) => {
  const shelf = Array.from('cpya?', bookFor)
  const shown = suitedFirst(name, shelf, Array.from(hearts, bookFor), preferences)
  expect(shown.map((item) => ('book' in item ? item.book : item).id).join('')).toBe(expected)
})

import { expect, test } from 'vitest'
import { applyChange, changeOf, readChange } from './readerChange.ts'

const BEFORE = {
  preferences: ['Mystery' as const],
  favorites: ['emma', 'dracula'],
  favoriteAuthors: ['Jane Austen'],
}

test('what was changed is told by what differs, and can be done again', () => {
  const now = {
    preferences: ['Poetry' as const, 'Mystery' as const],
    favorites: ['the-odyssey', 'dracula'],
    favoriteAuthors: ['Jane Austen'],
  }
  const change = changeOf(BEFORE, now)
  expect(change).toEqual({
    preferences: ['Poetry', 'Mystery'],
    favorites: { added: ['the-odyssey'], removed: ['emma'] },
  })
  const again = structuredClone(BEFORE)
  applyChange(again, readChange(JSON.stringify(change)))
  expect(again).toEqual(now)
})

test('nothing differs where nothing was changed', () => {
  expect(changeOf(BEFORE, structuredClone(BEFORE))).toEqual({})
})

test.each([
  [null],
  [''],
  ['{'],
  ['null'],
  ['7'],
  ['"favorites"'],
  ['[]'],
  ['{"favorites":"emma"}'],
  ['{"favorites":{"added":"emma","removed":{"0":"emma"}}}'],
  ['{"favorites":{"added":[1,null,{},""]}}'],
  ['{"signedIn":"yes"}'],
  ['{"id":"mallory","name":"Mallory"}'],
])('%s in an address changes nothing', (text) => {
  expect(readChange(text)).toEqual({})
})

test('only the interests that exist are taken, each once', () => {
  const text = JSON.stringify({ preferences: ['Poetry', 'Nonsense', 3, 'Poetry', 'Travel'] })
  expect(readChange(text)).toEqual({ preferences: ['Poetry', 'Travel'] })
})

test('endless lists and texts are cut short', () => {
  const added = Array.from({ length: 5000 }, (_, index) => `book-${index}`)
  const { favorites } = readChange(JSON.stringify({ favorites: { added } }))
  expect(favorites?.added).toHaveLength(500)
  expect(readChange(JSON.stringify({ favorites: { added: ['x'.repeat(301)] } }))).toEqual({})
})

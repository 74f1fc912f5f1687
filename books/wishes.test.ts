import { expect, test } from 'vitest'
import { likeWishesOf, understoodOf, wishOf } from './wishes.ts'

const wish = (text: string) =>
  wishOf(text, {
    isInTexts: (word) => word === 'lighthouses',
    authorOf: (words) => (words.endsWith('tolkien') ? 'J. R. R. Tolkien' : undefined),
  })
const understood = (text: string) => {
  const found = wish(text)
  return found && understoodOf(found)
}
const nothing = { kinds: [], topics: [], without: [], unknown: [] }

test.each([
  ['funny books for teens', { kinds: ['funny'], audience: 'young adult' }],
  ['books for ages 3 to 5 about dinosaurs', { topics: ['dinosaurs'], audience: 'picture book' }],
  ['Boer War novels about grief', { topics: ['grief'], unknown: ['boer war'] }],
  [
    'cosy mysteries without romance or violence',
    { topics: ['cozy mystery'], without: ['romance', 'violence'] },
  ],
  ['gore-free horror, not too dark', { topics: ['horror'], without: ['violence', 'dark'] }],
  [
    'thrillers under 200 pages',
    { kinds: ['short'], topics: ['thriller'], unknown: ['under 200 pages'] },
  ],
  ['novels about motherhood and qqqq', { topics: ['mothers and daughters'], unknown: ['qqqq'] }],
  ['my dad likes ww2 and hates fantasy', { topics: ['World War II'], without: ['fantasy'] }],
  ['thrillers without violence against women', { topics: ['thriller'], without: ['violence'] }],
  ['romance without sex', { topics: ['romance'], without: ['steamy'] }],
  ['fantasy besides Tolkien', { topics: ['fantasy'], without: ['J. R. R. Tolkien'] }],
  ['war novels without war or qqqq', { topics: ['war'], unknown: ['without qqqq', 'without war'] }],
  [
    '1000+ pages of epic fantasy',
    { kinds: ['long'], topics: ['epic fantasy'], unknown: ['1000 pages'] },
  ],
])('%s', (text, expected) => {
  expect(understood(text)).toEqual({ ...nothing, ...expected })
  expect(wish(text)?.isAsked || wish(text)?.isLikely).toBe(true)
})

const traits = (text: string) =>
  wish(text)?.wants.flatMap(({ evidence }) => evidence.flatMap(({ all }) => all))

test('a country is a literature with its authors, and a place where something is set', () => {
  expect(traits('books by nigerian authors')).toEqual([{ what: 'origin', name: 'Nigeria' }])
  expect(traits('novels set in nigeria')).not.toContainEqual({ what: 'origin', name: 'Nigeria' })
})

test.each([
  ['signs', '!'],
  ['a word that only texts have, which nobody asks for', 'lighthouses'],
  ['a word that nothing has', 'books about qqqq'],
  ['2,000 letters that negate nothing', 'no '.repeat(700)],
])('%s is no wish', (_, text) => expect(wish(text)?.isLikely ?? false).toBe(false))

test.each(['Tell the Wolves Qqqq Home', 'Fear and Loathing in Las Vegas', 'The Girl With No Past'])(
  '%s may be a title',
  (text) => expect(wish(text)?.isLikely ?? false).toBe(false),
)

test('what others are to be like is the longest name first, and titles that begin so are bare', () => {
  expect(likeWishesOf('funny books like Dune, but without war')).toEqual([
    { name: 'dune but without war', rest: 'funny books ', isBare: false },
    { name: 'dune but', rest: 'funny books without war', isBare: false },
    { name: 'dune', rest: 'funny books but without war', isBare: false },
  ])
  expect(likeWishesOf('Like Water')).toEqual([{ name: 'water', rest: ' ', isBare: true }])
  expect(likeWishesOf('If you liked Emma')[0]?.name).toBe('emma')
  expect(likeWishesOf('same vibe as emma')[0]?.name).toBe('emma')
  expect(likeWishesOf('what should I read after emma')[0]?.name).toBe('emma')
  expect(likeWishesOf('just finished emma, what next').at(-1)?.name).toBe('emma')
  for (const text of ['books like', 'Men Like Gods', '']) expect(likeWishesOf(text)).toEqual([])
})

import { expect, test } from 'vitest'
import { shortDescription } from './shortDescription.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

test.each([
  ['a short one with its markup', '<p>Of <b>this</b>.</p>', '<p>Of <b>this</b>.</p>'],
  ['a long one behind a word', words(200), `${words(80)}…`],
  ['markup as text', `<p>A.</p><p>T<b>w</b>o<br>${words(99)}</p>`, `A. Two ${words(78)}…`],
  ['much markup around little text', `<p>${'<b></b>'.repeat(99)}All of it.</p>`, 'All of it.'],
  ['escapes as they are', '&lt; '.repeat(90), `${'&lt; '.repeat(79)}&lt;…`],
  ['characters without spaces whole', '😀'.repeat(300), `${'😀'.repeat(199)}…`],
])('a description in a list is at most 400 characters: %s', (_what, html, expected) => {
  const short = shortDescription(html)
  expect(short.length).toBeLessThanOrEqual(400)
  expect(short).toBe(expected)
})

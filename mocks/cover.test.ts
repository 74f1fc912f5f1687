import { expect, test } from 'vitest'
import { buildBook } from './builders.ts'
import { drawFakeCover } from './cover.ts'

/** The lines of the title on the cover of a book. */
function drawnLines(title: string): string[] {
  const drawn = drawFakeCover(buildBook({ volumeInfo: { title } }))
  return Array.from(drawn.matchAll(/<tspan[^>]*>([^<]*)/g), ([, line = '']) => line)
}

test('a title stands in lines that end with whole words', () => {
  expect(drawnLines('The Girl with the Dragon Tattoo')).toEqual([
    'The Girl with',
    'the Dragon Tattoo',
  ])
})

test('a word that is wider than the cover is broken', () => {
  expect(drawnLines(`Of ${'a'.repeat(40)}`)).toEqual(['Of', 'a'.repeat(18), 'a'.repeat(18), 'aaaa'])
})

test('wide letters make shorter lines', () => {
  expect(drawnLines('m'.repeat(20))).toEqual(['m'.repeat(12), 'm'.repeat(8)])
  expect(drawnLines('書'.repeat(10))).toEqual(['書'.repeat(9), '書'])
})

test('a name that is wider than the cover ends before its edge', () => {
  const drawn = drawFakeCover(buildBook({ volumeInfo: { authors: ['n'.repeat(50)] } }))
  expect(drawn).toContain(`>${'n'.repeat(29)}<`)
})

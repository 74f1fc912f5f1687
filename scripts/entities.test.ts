import { characterEntities } from 'character-entities'
import { DecodingMode, EntityDecoder, htmlDecodeTree } from 'entities/decode'
import { expect, test } from 'vitest'
import { entityTree, isKept } from './entities.ts'

const names = Object.entries(characterEntities)
const fewer = Uint16Array.from(entityTree())

/** What a text that begins after its `&` is read as. */
function read(tree: Uint16Array, text: string, mode: DecodingMode): string {
  let decoded = ''
  let taken = 0
  const decoder = new EntityDecoder(tree, (unit, consumed) => {
    decoded += String.fromCharCode(unit)
    taken = consumed
  })
  decoder.startEntity(mode)
  const consumed = decoder.write(text, 0)
  if (consumed < 0) decoder.end()
  return decoded + `&${text}`.slice(taken)
}

/** What each of these texts is read as, by the text. */
function readAll(tree: Uint16Array, texts: readonly string[], mode: DecodingMode): object {
  return Object.fromEntries(texts.map((text) => [text, read(tree, text, mode)]))
}

test('the table of the package has the names that are known here', () => {
  const texts = names.map(([name]) => `${name};`)
  expect(readAll(htmlDecodeTree, texts, DecodingMode.Strict)).toEqual(
    Object.fromEntries(names.map(([name, text]) => [`${name};`, text])),
  )
})

test.each([
  ['in a text', DecodingMode.Legacy],
  ['in an attribute', DecodingMode.Attribute],
  ['in XML', DecodingMode.Strict],
])('%s what is kept is read as by the whole table, with and without what ends it', (_, mode) => {
  const kept = names.filter(([name, text]) => isKept(name, text))
  const texts = kept.flatMap(([name]) =>
    ['', ';', ' and', '0;', '='].map((after) => `${name}${after}`).concat(name.slice(0, -1)),
  )
  expect(readAll(fewer, texts, mode)).toEqual(readAll(htmlDecodeTree, texts, mode))
})

test('what is not kept stands as it was written', () => {
  const left = names.filter(([name, text]) => !isKept(name, text)).map(([name]) => `${name};`)
  expect(left.length).toBeGreaterThan(1000)
  expect(readAll(fewer, left, DecodingMode.Legacy)).toEqual(
    Object.fromEntries(left.map((text) => [text, `&${text}`])),
  )
})

test.each([
  ['eacute', 'é'],
  ['hellip', '…'],
  ['rsquo', '’'],
  ['comma', ','],
  ['apos', "'"],
  ['NewLine', '\n'],
  ['Zcaron', 'Ž'],
  ['shchcy', 'щ'],
  ['hearts', '♥'],
  ['starf', '★'],
  ['ne', '≠'],
  ['fflig', 'ﬀ'],
  ['notinE', '⋹̸'],
])('&%s; is %s', (name, text) => {
  expect(read(fewer, `${name};`, DecodingMode.Legacy)).toBe(text)
})

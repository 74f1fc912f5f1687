import { expect, test } from 'vitest'
import { isCategory } from '../contract/categories.ts'
import { readBundledRecords } from './bundled/bundledFiles.ts'
import { CONCEPTS, formsOf, type Trait } from './meanings.ts'
import table from './meanings.json' with { type: 'json' }
import origins from './origins.json' with { type: 'json' }
import { groupOf } from './subjects.ts'

const carried = new Set((await readBundledRecords()).flatMap(({ subjects }) => subjects))
const literatures = new Set([...Object.keys(origins.origins), ...Object.keys(origins.regions)])

function isKnown({ what, name }: Trait): boolean {
  if (what === 'origin') return literatures.has(name)
  return what === 'category' ? isCategory(name) : groupOf(name) !== undefined || carried.has(name)
}

test('everything that words mean is known, with a weight', () => {
  const evidence = CONCEPTS.flatMap(([, concept]) => concept.evidence)
  expect(evidence.length).toBeGreaterThan(1000)
  const traits = evidence.flatMap(({ all }) => all)
  expect([...new Set(traits.filter((one) => !isKnown(one)).map(({ name }) => name))]).toEqual([])
  expect(evidence.filter(({ weight }) => !(weight > 0 && weight <= 1))).toEqual([])
})

const listed = (texts: readonly string[]) => texts.flatMap((text) => text.split('; ').map(formsOf))

test('no phrase stands there twice, in any form of its words', () => {
  const phrases = [
    ...CONCEPTS.map(([phrase]) => phrase),
    ...new Set(listed([...Object.values(table.audiences), table.fillers])),
  ]
  const twice = phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)
  expect(twice).toEqual([])
  expect(phrases.filter((phrase) => phrase.split(' ').length > 6)).toEqual([])
})

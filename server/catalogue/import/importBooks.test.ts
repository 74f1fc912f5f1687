import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCsv } from '../../../books/formats/csvBooks.ts'
import { findInput, type Format } from '../../../books/formats/input.ts'
import { openLibrary } from '../../../books/formats/openLibrary.ts'
import { createTestCatalogue, type TestCatalogue } from '../../../test/catalogues.ts'
import { importBooks } from './importBooks.ts'

let made: TestCatalogue
beforeAll(async () => {
  made = await createTestCatalogue()
  await made.load([{ id: 'emma', title: 'Emma' }])
})
afterAll(() => made.close())

/** What is read in several pieces, as the first of a record each. */
const many = (recordOf: (number: number) => string) =>
  Array.from({ length: 4000 }, (_, number) => recordOf(number)).join('\n')

const dump = (number: number) =>
  [
    '/type/work',
    `/works/OL${number}W`,
    1,
    '2020-01-01',
    `{"title":"Book ${'x'.repeat(200)}"}`,
  ].join('\t')

const stopInMid = async <Raw>(format: Format<Raw>, text: string) => {
  const path = join(made.folder, 'input')
  writeFileSync(path, text)
  const stop = new AbortController()
  let last = 0
  const importing = importBooks({
    folder: made.folder,
    format,
    input: await findInput(path),
    source: 'test-stop',
    signal: stop.signal,
    onProgress: ({ done }) => {
      last = done
      stop.abort(new Error('stopped'))
    },
  })
  await expect(importing).rejects.toThrow('stopped')
  expect(made.catalogue.file().byId('emma')).toBeDefined()
  return last
}

test('an import that is stopped reads no further, and changes nothing', async () => {
  const table = `title,description\n${many((number) => `Book ${number},${'x'.repeat(200)}`)}`
  expect(await stopInMid(createCsv('t'), table)).toBeLessThan(0.5)
  expect(await stopInMid(openLibrary, many(dump))).toBeLessThan(0.5)
})

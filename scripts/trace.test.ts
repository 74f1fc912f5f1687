import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** docs/specification.md: the tests of every section and every decision of docs/product.md. */
const root = join(import.meta.dirname, '..')
const read = (page: string) => readFileSync(join(root, 'docs', page), 'utf8')

const [sections, decisions = ''] = read('product.md').split('## 10. Decisions')
/** `2.1`; or `5` where a section has no parts. */
const SECTIONS = [...(sections ?? '').matchAll(/^##+ (\d+(?:\.\d+)?)/gm)]
  .map(([, number = '']) => number)
  .filter((number, _index, all) => !all.includes(`${number}.1`))
const DECISIONS = [...decisions.matchAll(/^- \*\*Decision (\d+[bc]?)\.\*\*/gm)].map(
  ([, number = '']) => number,
)

const rows = read('specification.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, section = '', sentence = '', tests = ''] = line.split('|')
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    return { section: section.trim(), sentence, files }
  })

describe('docs/specification.md', () => {
  test('has every section of docs/product.md, and no other', () => {
    expect(SECTIONS.length).toBeGreaterThan(20)
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(SECTIONS)
  })

  test('names every decision', () => {
    expect(DECISIONS.length).toBeGreaterThan(60)
    const missing = DECISIONS.filter((decision) => {
      const named = new RegExp(`\\(decisions? (?:\\w+, |\\w+ and )*${decision}\\b`)
      return !rows.some(({ sentence }) => named.test(sentence))
    })
    expect(missing).toEqual([])
  })

  test('names test files that exist, for every sentence', () => {
    expect(rows.filter(({ files }) => files.length === 0)).toEqual([])
    const folders = '{src,server,books,covers,contract,mocks,scripts,test}/**/*.{ts,tsx}'
    const tests = new Set(globSync(folders, { cwd: root }).map((file) => basename(file)))
    const files = new Set(rows.flatMap((row) => row.files))
    expect([...files].filter((file) => !tests.has(file))).toEqual([])
  })
})

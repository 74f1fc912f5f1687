import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The trace of the specification (docs/specification.md): every requirement names the test files that
 * hold it, and every decision that is built is named.
 */
const root = join(import.meta.dirname, '..')
const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const NUMBERS = Array.from({ length: 52 }, (_, index) => String(index + 1))
const DECISIONS = [...NUMBERS, '14b', '15b', '36b', '43b']

const rows = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\|\s*\d+\.\d+/.test(line))
  .map((line) => {
    const [, id = '', requirement = '', tests = ''] = line.split(/(?<!\\)\|/)
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    return { id: id.trim(), requirement, files }
  })

describe('docs/specification.md', () => {
  test('numbers every requirement once, by its section', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids.map((id) => id.split('.')[0]))).toEqual(new Set(SECTIONS))
  })

  test('names a test file for every requirement', () => {
    expect(rows.filter(({ files }) => files.length === 0)).toEqual([])
  })

  test('names files that exist', () => {
    const files = new Set(rows.flatMap((row) => row.files))
    expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('names every decision', () => {
    const missing = DECISIONS.filter((decision) => {
      const named = new RegExp(`\\bdecisions? (?:\\w+, |\\w+ and )*${decision}\\b`)
      return !rows.some(({ requirement }) => named.test(requirement))
    })
    expect(missing).toEqual([])
  })
})

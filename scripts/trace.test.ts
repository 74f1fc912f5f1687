import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The trace of the specification (docs/specification.md): every requirement names the tests that hold
 * it. Fails when a requirement has no test, when a named test is gone, or when a decision is not traced.
 */
const root = join(import.meta.dirname, '..')
const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const DECISIONS = [...Array.from({ length: 52 }, (_, index) => String(index + 1)), '14b']

interface Row {
  id: string
  requirement: string
  references: { file: string; title: string }[]
}

function cells(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readRows(): Row[] {
  return readFileSync(join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\|\s*\d+\.\d+/.test(line))
    .map((line) => {
      const [id = '', requirement = '', tests = ''] = cells(line)
      const references = tests.split('<br>').flatMap((reference) => {
        const found = /^`([^`]+)` › (.+)$/.exec(reference.trim())
        return found?.[1] && found[2] ? [{ file: found[1], title: found[2].trim() }] : []
      })
      return { id, requirement, references }
    })
}

/** A test file's text with the escapes of its strings undone, so that titles read as they are printed. */
function sourceOf(file: string): string {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : ''
}

const rows = readRows()

describe('docs/specification.md', () => {
  test('numbers every requirement once, by its section', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids.map((id) => id.split('.')[0]))).toEqual(new Set(SECTIONS))
  })

  test.each(rows)('$id is held by a test that is there', ({ requirement, references }) => {
    expect(requirement).not.toBe('')
    expect(references).not.toEqual([])
    const gone = references.filter(({ file, title }) => {
      const source = sourceOf(file)
      return (
        !['test(', 'test.', 'describe('].some((call) => source.includes(call)) ||
        !source.includes(title)
      )
    })
    expect(gone).toEqual([])
  })

  test.each(DECISIONS)('decision %s is traced', (decision) => {
    const named = new RegExp(`\\bdecisions? (?:[\\db]+, |[\\db]+ and )*${decision}\\b`)
    expect(rows.filter(({ requirement }) => named.test(requirement))).not.toEqual([])
  })
})

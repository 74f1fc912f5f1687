import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Scenario } from './scenario.ts'
import { isScenarioName, scenarios } from './scenarios.ts'

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')

/** docs/product.md 8, and the words of the three failures that are only logged. */
const MESSAGES = [
  'An error occurred. Please try again.',
  'User not authenticated. Please log in.',
  'Error fetching books.',
  'User preferences not found or invalid.',
  'Failed to fetch user preferences.',
  'Failed to fetch books by favorite authors.',
  'Failed to save author.',
  'Failed to save favorite book.',
  'Error loading the book details.',
  'User not found. Please log in.',
  'Failed to load favorite books.',
  'Failed to update favorite books.',
  'Error: {message}',
  'Passwords do not match.',
  'Please log in to search for books.',
  'Error fetching data: ',
  'Profile fetch failed',
  'Image upload failed',
  'Profile preferences fetch failed',
]

/** The rows of the table of messages: what stands first as code in each of the first two cells. */
const ROWS = README.split('## Every message of the specification')[1]
  ?.split('\n## ')[0]
  ?.matchAll(/^\| `([^`]+)`[^|]*\| `(\w+)`/gm)
  .map(([, message = '', name = '']) => ({ message, name }))
  .toArray()

describe('the README for testers', () => {
  test('has every message of docs/product.md 8', () => {
    const reported = ROWS?.map(({ message }) => message)
    expect([...new Set(reported)]).toEqual(MESSAGES)
  })

  test.each(ROWS ?? [])('$message shows in the scenario $name', ({ message, name }) => {
    const scenario: Scenario | undefined = isScenarioName(name) ? scenarios[name] : undefined
    const words = message.replace('{message}', '')
    const isWhole = words === message && !words.endsWith(' ')
    const seen = scenario?.shows.map(({ text }) => text) ?? []
    expect(seen.some((text) => (isWhole ? text === words : text.startsWith(words)))).toBe(true)
  })

  test('names no scenario that there is not', () => {
    const inAddresses = README.matchAll(/\?scenario=([\w,]+)/g).flatMap(([, names = '']) =>
      names.split(','),
    )
    const played = README.matchAll(/play\(\[?'(\w+)'/g).map(([, name = '']) => name)
    const table = README.matchAll(/^\| [^|]+\| `(\w+)` /gm).map(([, name = '']) => name)
    // Two placeholders, and the name that a tester gives to a recording.
    const made = ['a', 'b', 'myVisit']
    const names = [...inAddresses, ...played, ...table].filter((name) => !made.includes(name))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !isScenarioName(name))).toEqual([])
  })

  test('names no script that there is not', () => {
    const source = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(source)
    const named = README.matchAll(/npm run ([\w:-]+)/g).map(([, name = '']) => name)
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isScenarioName } from './scenarios.ts'

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')

describe('the README for testers', () => {
  test('names no scenario that there is not', () => {
    const inAddresses = README.matchAll(/\?scenario=([\w,]+)/g).flatMap(([, names = '']) =>
      names.split(','),
    )
    const played = README.matchAll(/play\(\[?'(\w+)'/g).map(([, name = '']) => name)
    // The name that a tester gives to a recording.
    const names = [...inAddresses, ...played].filter((name) => name !== 'myVisit')
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !isScenarioName(name))).toEqual([])
  })

  test('names no script that there is not', () => {
    const source = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(source)
    const named = README.matchAll(/npm run ([\w:-]+)/g).map(([, name = '']) => name)
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allShown, type Scenario } from './scenario.ts'
import { isScenarioName, scenarios } from './scenarios.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/product.md'), 'utf8')
const section = page.split('## 8. Messages')[1]?.split('\n## ')[0] ?? ''

/** Each message of docs/product.md 8 with each scenario that is named for it. */
const ROWS = section
  .matchAll(/^- `([^`]+)` — (.+)$/gm)
  .flatMap(([, message = '', rest = '']) =>
    rest.matchAll(/[sS]cenario `(\w+)`/g).map(([, name = '']) => ({ message, name })),
  )
  .toArray()

test('docs/product.md 8 has every message of the specification', () => {
  expect(new Set(ROWS.map(({ message }) => message)).size).toBeGreaterThanOrEqual(21)
})

test.each(ROWS)('$message shows in the scenario $name', ({ message, name }) => {
  const scenario: Scenario | undefined = isScenarioName(name) ? scenarios[name] : undefined
  const [words = '', reason] = message.split('{message}')
  const isShown = (text: string) => (reason === undefined ? text === words : text.startsWith(words))
  const seen = scenario ? allShown(scenario) : []
  expect(seen.some(({ text }) => isShown(text))).toBe(true)
})

import { expect, test } from 'vitest'
import { Db } from './db.ts'
import { describeExpectation, describeStep, SCREENS, type Scenario } from './scenario.ts'
import { isScenarioName, SCENARIO_NAMES, scenarios } from './scenarios.ts'
import { startScenario } from './startScenario.ts'

// What each of them shows in the app is in test/e2e/scenarios.spec.ts.
test.each(SCENARIO_NAMES)('%s says what is seen', (name) => {
  const { title, screen, shows, note, path = '/', ...rest }: Scenario = scenarios[name]
  const { steps = [], then = [], lacks = [] } = rest
  expect(name).toMatch(/^[a-z][A-Za-z\d]*$/)
  expect(title).toMatch(/^\S.*[^.\s]$/)
  expect(SCREENS).toContain(screen)
  // Steps have an end that can be seen, and without steps there is no afterwards.
  const afterwards = [...then, ...lacks]
  expect(steps.length > 0 ? afterwards.length > 0 : shows.length > 0 && then.length === 0).toBe(
    true,
  )
  expect(note ?? 'said').not.toBe('')
  expect(path).toMatch(/^\//)
  for (const list of [shows, afterwards])
    expect(new Set(list.map(describeExpectation)).size).toBe(list.length)
  const texts = [...shows, ...afterwards].map(({ text }) => text)
  expect(texts.filter((text) => text !== text.trim() || text === '')).toEqual([])
  expect(steps.map(describeStep).filter((words) => words.endsWith('""'))).toEqual([])
  // It signs the reader in only where it says so.
  const { session, storage } = startScenario(new Db(), scenarios[name])
  expect(session !== undefined).toBe(rest.session === 'signedIn')
  const own = rest.storage?.['token']
  expect(storage['token']).toBe(own === undefined ? session?.token : own)
})

test('no two scenarios have one title, and no other name is known', () => {
  const titles = SCENARIO_NAMES.map((name) => scenarios[name].title)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  for (const text of ['', 'toString', '__proto__', 'HappyPath'])
    expect(isScenarioName(text)).toBe(false)
})

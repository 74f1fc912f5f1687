import { expect, test } from 'vitest'
import { playScenario, scenariosOf } from './test/playScenario.ts'

test.each(scenariosOf('Every page'))('%s shows what it says', async (name) => {
  expect(await playScenario(name)).toEqual([])
})

import { configure, getConfig } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getProfile } from '../../contract/profile.ts'
import { failing } from '../../mocks/responses.ts'
import type { Scenario } from '../../mocks/scenario.ts'
import { scenarios } from '../../mocks/scenarios.ts'
import { playScenario } from './playScenario.ts'

const { asyncUtilTimeout } = getConfig()
/** Plays the happy path with something changed about it. */
async function play(change: Partial<Scenario>): Promise<string[]> {
  const own = scenarios.happyPath
  const changed = vi.spyOn(scenarios, 'happyPath', 'get').mockReturnValue({ ...own, ...change })
  try {
    return await playScenario('happyPath')
  } finally {
    changed.mockRestore()
  }
}

describe('a scenario that says what is not true fails', () => {
  // What does not come is not waited for as long as what is late. (4000 ms would be shortened, as a slow response is.)
  beforeEach(() => configure({ asyncUtilTimeout: 5000 }))
  afterEach(() => configure({ asyncUtilTimeout }))

  test('where a sight does not come', async () => {
    const played = play({ shows: [{ as: 'alert', text: 'Error fetching books.' }] })
    await expect(played).rejects.toThrow('Not seen: the message "Error fetching books.".')
  })

  test('where a step finds no element', async () => {
    const played = play({ steps: [{ do: 'press', button: 'Explore Then' }] })
    await expect(played).rejects.toThrow('The page has no button "Explore Then".')
  })

  test('where something is there that should not be', async () => {
    const played = play({ lacks: [{ as: 'heading', text: 'Catchword' }] })
    await expect(played).rejects.toThrow('Seen, and should not be: the heading "Catchword".')
  })

  test('where its steps bring nothing new', async () => {
    const { note: _, ...rest } = scenarios.happyPath
    const changed = vi.spyOn(scenarios, 'happyPath', 'get').mockReturnValue({
      ...rest,
      shows: [{ as: 'heading', text: 'Catchword' }],
      steps: [{ do: 'press', button: 'Register instead' }],
    })
    await expect(playScenario('happyPath')).rejects.toThrow('Seen without any step: the heading')
    changed.mockRestore()
  })

  test('where the last sight that should stay does not', async () => {
    const played = play({
      shows: [
        { as: 'heading', text: 'Register' },
        { as: 'heading', text: 'Login' },
      ],
      steps: [{ do: 'press', button: 'Register instead' }],
    })
    await expect(played).rejects.toThrow('Gone in the end: the heading "Login".')
  })
})

test('a line of the console that the scenario does not speak of is handed back', async () => {
  const unexpected = await play({
    session: 'signedIn',
    shows: [{ as: 'text', text: 'Hello, Ada' }],
    ...failing(getProfile),
  })
  expect(unexpected).toEqual([expect.stringMatching(/^Profile fetch failed/)])
})

import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { buildUser } from './builders.ts'
import { Db } from './db.ts'
import {
  combineScenarios,
  describeExpectation,
  describeStep,
  SCREENS,
  type Scenario,
  type Expectation,
  type Step,
} from './scenario.ts'

const LOGIN: Scenario = {
  title: 'A login',
  screen: 'Sign-in',
  path: '/login',
  session: 'signedOut',
  steps: [{ do: 'press', button: 'Login' }],
  shows: [{ as: 'path', text: '/recommendations' }],
  lacks: [{ as: 'heading', text: 'Login' }],
  storage: { token: null, favorites: '[]' },
  failsRequests: true,
}

const OFFLINE: Scenario = {
  title: 'No network',
  screen: 'Every page',
  path: '/favorites',
  session: 'signedIn',
  steps: [{ do: 'follow', link: 'Dracula' }],
  shows: [{ as: 'alert', text: 'Failed to load favorite books.' }],
  storage: { favorites: null, user: 'reader-1' },
  network: 'offline',
  arrival: 'returning',
  google: 'newcomer',
}

const QUIET: Scenario = { title: 'Nothing', screen: 'Landing', shows: [] }

describe('scenarios laid over each other', () => {
  test('of one remain that one', () => {
    expect(combineScenarios([LOGIN])).toEqual(LOGIN)
  })

  test('have the titles, steps and expectations of all, in order', () => {
    const { title, steps, shows } = combineScenarios([LOGIN, QUIET, OFFLINE])
    expect(title).toBe('A login + Nothing + No network')
    expect(steps).toEqual([
      { do: 'press', button: 'Login' },
      { do: 'follow', link: 'Dracula' },
    ])
    expect(shows).toEqual([
      { as: 'path', text: '/recommendations' },
      { as: 'alert', text: 'Failed to load favorite books.' },
    ])
  })

  test('promise nothing about what is not on the page', () => {
    expect(combineScenarios([LOGIN, QUIET]).lacks).toEqual([])
  })

  test.each<[string, Scenario[], Partial<Scenario>]>([
    ['the later one', [LOGIN, OFFLINE], { path: '/favorites', session: 'signedIn' }],
    [
      'the later one, the other way round',
      [OFFLINE, LOGIN],
      { path: '/login', session: 'signedOut' },
    ],
    ['whichever says anything', [OFFLINE, QUIET], { path: '/favorites', network: 'offline' }],
    [
      'each where the others are silent',
      [LOGIN, OFFLINE],
      { failsRequests: true, google: 'newcomer' },
    ],
  ])('are as %s has it', (_who, together, expected) => {
    expect(combineScenarios(together)).toMatchObject(expected)
  })

  test('share the storage key by key, also where one takes a key away', () => {
    expect(combineScenarios([LOGIN, OFFLINE]).storage).toEqual({
      token: null,
      favorites: null,
      user: 'reader-1',
    })
    expect(combineScenarios([OFFLINE, LOGIN]).storage).toMatchObject({ favorites: '[]' })
  })

  test('ask the handlers of the later one first', () => {
    const first = http.get('http://localhost/first', () => HttpResponse.json({}))
    const second = http.get('http://localhost/second', () => HttpResponse.json({}))
    const { handlers } = combineScenarios([
      { ...LOGIN, handlers: () => [first] },
      QUIET,
      { ...OFFLINE, handlers: () => [second] },
    ])
    expect(handlers?.(new Db())).toEqual([second, first])
  })

  test('prepare the database one after the other', () => {
    const reader = buildUser()
    const { prepare } = combineScenarios([
      { ...LOGIN, prepare: (_db, reader) => void reader.favorites.push('first') },
      QUIET,
      { ...OFFLINE, prepare: (_db, reader) => void reader.favorites.push('second') },
    ])
    prepare?.(new Db(), reader)
    expect(reader.favorites).toEqual(['first', 'second'])
  })

  test('leave the single ones as they are', () => {
    const before = structuredClone(LOGIN)
    combineScenarios([LOGIN, OFFLINE])
    expect(LOGIN).toEqual(before)
  })
})

describe('in words', () => {
  test.each<[Step, string]>([
    [{ do: 'fill', field: 'Email', text: 'ada@example.org' }, 'fill Email with "ada@example.org"'],
    [{ do: 'press', button: 'Confirm' }, 'press "Confirm"'],
    [{ do: 'follow', link: 'Dracula' }, 'follow the link "Dracula"'],
    [{ do: 'choose', item: 'Ada' }, 'choose "Ada"'],
    [{ do: 'search', text: 'emma' }, 'search for "emma"'],
    [{ do: 'upload', field: 'Photo to upload', file: 'picture' }, 'choose me.png'],
    [{ do: 'upload', field: 'Library', file: 'library' }, 'choose goodreads_library_export.csv'],
  ])('the step %j', (step, words) => {
    expect(describeStep(step)).toBe(words)
  })

  test.each<[Expectation['as'], string]>([
    ['alert', 'the message "x"'],
    ['status', 'the status "x"'],
    ['heading', 'the heading "x"'],
    ['button', 'the button "x"'],
    ['link', 'the link "x"'],
    ['img', 'the picture "x"'],
    ['option', 'the result "x"'],
    ['text', 'the text "x"'],
    ['path', 'the page x'],
    ['log', 'in the console "x"'],
  ])('the expectation %s', (as, words) => {
    expect(describeExpectation({ as, text: 'x' })).toBe(words)
  })

  test('no two screens have one name', () => {
    expect(new Set(SCREENS).size).toBe(SCREENS.length)
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBook, getRecommendedBooks, getSimilarBooks } from '../contract/books.ts'
import { atOrigin } from './address.ts'
import { fakeBackend } from './node.ts'
import { serverError } from './problem.ts'
import { combineScenarios, type Scenario, type ScenarioResponse } from './scenario.ts'
import { after, every, failing, only, proxyFailing, slow, working } from './scenarioForm.ts'
import { scenarioHandlers } from './startScenario.ts'

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
  arrival: 'forged',
  google: 'newcomer',
}

const QUIET: Scenario = { title: 'Nothing', screen: 'Landing', shows: [] }

describe('scenarios laid over each other', () => {
  test('have all titles, steps and expectations in order, and else what the later one says', () => {
    const both = combineScenarios([LOGIN, QUIET, OFFLINE])
    expect(both).toMatchObject({
      title: 'A login + Nothing + No network',
      steps: [
        { do: 'press', button: 'Login' },
        { do: 'follow', link: 'Dracula' },
      ],
      shows: [
        { as: 'path', text: '/recommendations' },
        { as: 'alert', text: 'Failed to load favorite books.' },
      ],
      // They promise nothing about what is not on the page.
      lacks: [],
      path: '/favorites',
      session: 'signedIn',
      network: 'offline',
      failsRequests: true,
      google: 'newcomer',
    })
    expect(both.storage).toEqual({ token: null, favorites: null, user: 'reader-1' })
    expect(combineScenarios([OFFLINE, LOGIN])).toMatchObject({
      path: '/login',
      session: 'signedOut',
      storage: { favorites: '[]' },
    })
  })

  test.each<[what: string, earlier: ScenarioResponse, later: ScenarioResponse, both: boolean]>([
    ['one operation', failing(getBook), slow(getBook), false],
    ['two operations', failing(getBook), slow(getSimilarBooks), true],
    ['some requests, then all', only({ id: 'emma' }, failing(getBook)), slow(getBook), false],
    ['all requests, then some', failing(getBook), only({ id: 'emma' }, slow(getBook)), true],
    ['an operation, then a whole path', failing(getBook), every('/api', serverError), false],
  ])('have the later response to %s', (_what, earlier, later, both) => {
    const { responses } = combineScenarios([
      { ...LOGIN, responses: [earlier] },
      QUIET,
      { ...OFFLINE, responses: [later] },
    ])
    expect(responses).toEqual(both ? [later, earlier] : [later])
  })
})

const play = (...responses: ScenarioResponse[]): void =>
  fakeBackend.use(...scenarioHandlers(fakeBackend.db, { ...QUIET, responses }))
const get = async (path: string): Promise<number> => (await fetch(atOrigin(path))).status
const shelf = (preference: string) => get(`/api/recommendedBooks?preference=${preference}`)
const DRACULA = '/api/book/detail/dracula'
const SIMILAR = '/api/book/dracula/similar'

describe('responses', () => {
  beforeAll(() => fakeBackend.listen())
  afterEach(() => fakeBackend.reset())
  afterAll(() => fakeBackend.close())

  test('to one operation come in their order, and the last one again and again', async () => {
    play(failing(getBook), after(80, proxyFailing(getBook, 502)), working(getBook))
    expect(await get(DRACULA)).toBe(500)
    const began = performance.now()
    expect(await get('/api/book/detail/emma')).toBe(502)
    expect(performance.now() - began).toBeGreaterThanOrEqual(75)
    expect([await get(DRACULA), await get(DRACULA)]).toEqual([200, 200])
    expect(await get(SIMILAR)).toBe(200)
  })

  test('to some requests of an operation leave the others, and have an order of their own', async () => {
    play(
      only({ preference: 'Mystery' }, failing(getRecommendedBooks)),
      only({ preference: 'Travel' }, failing(getRecommendedBooks, 503)),
      only({ preference: 'Mystery' }, working(getRecommendedBooks)),
    )
    expect([await shelf('Poetry'), await shelf('Mystery')]).toEqual([200, 500])
    expect([await shelf('Travel'), await shelf('Mystery')]).toEqual([503, 200])
  })

  test('for fewer requests come before those for more, wherever they stand', async () => {
    play(
      every('/api', serverError),
      working(getSimilarBooks),
      only({ id: 'emma' }, proxyFailing(getSimilarBooks, 504)),
      proxyFailing(getBook, 404),
    )
    expect(await get('/api/book/emma/similar')).toBe(504)
    expect(await get(DRACULA)).toBe(404)
    expect(await get('/api/settings')).toBe(500)
  })
})

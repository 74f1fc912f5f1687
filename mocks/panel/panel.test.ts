// @vitest-environment jsdom
import { configure, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mocks } from '../mocks.ts'
import { SCENARIO_NAMES } from '../scenarios.ts'
import { mountPanel } from './mountPanel.tsx'

// A busy machine takes its time to look at the page.
configure({ asyncUtilTimeout: 8000 })

let unmount = () => {}

// What a tester sees and presses is in test/e2e/panel.spec.ts.
beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockReturnValue(undefined)
  }
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  Element.prototype.scrollIntoView = vi.fn<Element['scrollIntoView']>()
  document.body.innerHTML = '<main></main>'
})
afterEach(() => {
  unmount()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

/** Where a test puts what the product would show. */
function main(): HTMLElement {
  const element = document.querySelector('main')
  if (!element) throw new Error('The page has no main part.')
  return element
}

/** Opens a page at an address; `shadow` is where the panel is, if there is one. */
function mount(address: string, option: string | null) {
  window.history.replaceState(null, '', address)
  const mocks = new Mocks({
    setHandlers: () => {},
    stop: () => main().replaceChildren(),
    start: () => {},
  })
  unmount = mountPanel(mocks, option)
  return { mocks, shadow: document.body.lastElementChild?.shadowRoot }
}

/** The panel of a page that was opened at an address. */
async function open(address: string, option: string | null = 'on') {
  const { mocks, shadow } = mount(address, option)
  const aside = await waitFor(() => {
    const found = shadow?.querySelector('aside')
    if (!found) throw new Error('There is no panel.')
    return found
  })
  return { mocks, panel: within(aside), shadow, user: userEvent.setup() }
}

test('panel=off hides it for the tab, until panel=on', () => {
  expect(mount('/', 'off').shadow).toBeNull()
  expect(mount('/', null).shadow).toBeNull()
  expect(mount('/', 'on').shadow).toBeInstanceOf(ShadowRoot)
})

test('every scenario is in the list, under its screen', async () => {
  const { panel } = await open('/?scenario=favoritesFail')
  const all = panel.getByRole('region', { name: 'All scenarios' })
  const names = [...all.querySelectorAll('code')].map(({ textContent }) => textContent)
  expect(names.toSorted()).toEqual(SCENARIO_NAMES.toSorted())
  const favorites = within(all).getByRole('region', { name: 'Favorites' })
  const [played] = within(favorites).getAllByRole('button', { current: true })
  expect(played?.textContent).toContain('favoritesFail')
})

test('an expectation is checked once it was on the page, until the scenario begins again', async () => {
  const { panel, mocks } = await open('/?scenario=favoritesFail')
  const words = 'Failed to load favorite books.'
  const place = mocks.scenario.shows.findIndex(({ text }) => text === words)
  const item = () =>
    panel.getAllByText(/^(Seen|Not seen yet):/, { selector: 'li *' })[place]?.textContent
  expect(item()).toBe('Not seen yet: ')
  main().innerHTML = `<p role="alert">${words}<button>Try again</button></p>`
  await waitFor(() => expect(item()).toBe('Seen: '))
  main().replaceChildren()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(item()).toBe('Seen: ')
  mocks.play(['favoritesFail'])
  await waitFor(() => expect(item()).toBe('Not seen yet: '))
})

test('what comes after the steps is looked for once the last of them was done, by hand too', async () => {
  const { panel } = await open('/?scenario=favoritesUpdateFails')
  main().innerHTML = '<a href="#a">Dracula</a><button>Remove from favorites</button>'
  const item = () => panel.getByText(/^The link "Dracula"/).textContent
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(item()).toMatch(/Not seen yet/)
  within(main()).getByRole('link').click()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(item()).toMatch(/Not seen yet/)
  within(main()).getByRole('button').click()
  await waitFor(() => expect(item()).toMatch(/Seen: /))
})

test('a line of the console is an expectation too, and the console is left as it was', async () => {
  const { warn } = console
  const { panel } = await open('/?scenario=profileFails')
  // oxlint-disable-next-line no-console -- as the product would
  console.warn('Profile fetch failed', new Error('500'))
  await panel.findByText(/^Seen: in the console "Profile fetch failed/, {
    selector: '[role=status]',
  })
  unmount()
  expect(console).toHaveProperty('warn', warn)
})

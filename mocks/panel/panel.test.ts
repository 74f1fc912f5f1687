// @vitest-environment jsdom
import { configure, fireEvent, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mocks } from '../mocks.ts'
import { SCENARIO_NAMES } from '../scenarios.ts'
import { findScenarios } from './ScenarioList.tsx'
import { mountPanel } from './mountPanel.tsx'

// A busy machine takes its time to look at the page.
configure({ asyncUtilTimeout: 8000 })

let unmount = () => {}

// Latency, reset and links are in test/e2e/panel.spec.ts.
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

function press(code: string, init: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', {
    code,
    key: code,
    bubbles: true,
    composed: true,
    ...init,
  })
  const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
  focused?.dispatchEvent(event)
}

test('the shortcut opens it at its filter, and Escape closes it', async () => {
  const { panel, shadow } = await open('/?scenario=favoritesFail', null)
  press('KeyM', { ctrlKey: true, shiftKey: true })
  const filter = panel.getByRole<HTMLInputElement>('searchbox', { name: 'Filter' })
  expect(shadow?.activeElement).toBe(filter)
  press('Escape', { key: 'Escape' })
  expect(shadow?.activeElement).toBe(panel.getByRole('button', { name: /^Scenarios:/ }))
})

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

test('the filter finds scenarios by their messages; Next stays among them', async () => {
  const { mocks, panel, user } = await open('/?scenario=happyPath')
  // user-event cannot type into a shadow root.
  const filter = (value: string) =>
    fireEvent.change(panel.getByRole('searchbox'), { target: { value } })
  const found = findScenarios('failed TO update')
  expect(found.length).toBeGreaterThan(1)
  expect(found).toContain('favoritesUpdateFails')
  filter('failed TO update')
  panel.getByText(`${found.length} of ${SCENARIO_NAMES.length}`)

  const next = panel.getByRole('button', { name: 'Next' })
  for (const name of [...found, found[0]]) {
    await user.click(next)
    expect(mocks.state.names).toEqual([name])
  }
  press('KeyN', { altKey: true })
  expect(mocks.state.names).toEqual([found[1]])

  filter('xyzzy')
  panel.getByText(`0 of ${SCENARIO_NAMES.length}`)
  panel.getByText('No scenario has these words.')
  await user.click(next)
  expect(mocks.state.names).toEqual([found[1]])
})

test('an entry plays one scenario, adds it to what is played, or takes it out', async () => {
  const { mocks, panel, user } = await open('/?scenario=happyPath')
  await user.click(panel.getByText('favoritesFail', { selector: 'code' }))
  expect(mocks.state.names).toEqual(['favoritesFail'])
  expect(location.pathname).toBe('/favorites')
  await user.click(panel.getByRole('button', { name: 'Add profileFails' }))
  expect(mocks.state.names).toEqual(['favoritesFail', 'profileFails'])
  await user.click(panel.getByRole('button', { name: 'Take out favoritesFail' }))
  expect(mocks.state.names).toEqual(['profileFails'])
})

test('the steps are played as a reader would do them, each once its element is there', async () => {
  const { panel, user } = await open('/?scenario=preferencesSaveFails')
  main().innerHTML = '<button>Travel</button>'
  const pressed: string[] = []
  main().addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement) pressed.push(target.textContent)
  })
  await user.click(panel.getByRole('button', { name: 'Play the steps' }))
  await waitFor(() => expect(pressed).toEqual(['Travel']), { timeout: 5000 })
  main().innerHTML += '<button>Confirm</button>'
  await panel.findByText('All steps are done.', {}, { timeout: 5000 })
  expect(pressed).toEqual(['Travel', 'Confirm'])
})

test('an unknown name opens the panel with an alert, until something is chosen', async () => {
  const { mocks, panel, user } = await open('/?scenario=favoritesFial', null)
  expect(panel.getByRole('alert').textContent).toContain('No scenario is called favoritesFial')
  await user.click(panel.getByText('favoritesFail', { selector: 'code' }))
  expect(mocks.state.names).toEqual(['favoritesFail'])
  expect(panel.queryByRole('alert')).toBeNull()
})

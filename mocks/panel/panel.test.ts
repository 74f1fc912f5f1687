// @vitest-environment jsdom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Mocks } from '../mocks.ts'
import { SCENARIO_NAMES } from '../scenarios.ts'
import { mountPanel } from './mountPanel.tsx'
import { playSteps } from './playSteps.ts'

let unmount = () => {}
let started = 0

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockReturnValue(undefined)
  }
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  document.body.innerHTML = '<main></main>'
  started = 0
})
afterEach(() => {
  unmount()
  unmount = () => {}
  document.documentElement.style.cssText = ''
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

/** The page's own part, where a test puts what the product would show. */
function main(): HTMLElement {
  const element = document.querySelector('main')
  if (!element) throw new Error('The page has no main part.')
  return element
}

/** Opens an address with the panel, closed unless told otherwise. */
function open(address: string) {
  window.history.replaceState(null, '', address)
  const mocks = new Mocks({
    setHandlers: () => {},
    stop: () => main().replaceChildren(),
    start() {
      started += 1
    },
  })
  unmount = mountPanel(mocks)
  return mocks
}

/** The panel's own part of the page, in its shadow root. */
async function panel() {
  const shadow = await waitFor(() => {
    const root = document.body.lastElementChild?.shadowRoot
    if (!root?.querySelector('aside')) throw new Error('There is no panel.')
    return root
  })
  const aside = shadow.querySelector('aside')
  if (!aside) throw new Error('There is no panel.')
  return within(aside)
}

/** The panel of an address, open. */
async function opened(address: string) {
  const mocks = open(`${address}${address.includes('?') ? '&' : '?'}panel=on`)
  const inside = await panel()
  await inside.findByRole('heading', { name: 'Scenarios' })
  return { mocks, inside, user: userEvent.setup() }
}

function press(key: string, init: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, ...init })
  const focused = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement
  focused?.dispatchEvent(event)
}

const SHORTCUT = { code: 'KeyM', ctrlKey: true, shiftKey: true, cancelable: true }

test('the product neither finds the panel nor gets its style', async () => {
  open('/?scenario=searchFails')
  await panel()
  expect(within(document.body).queryByRole('button')).toBeNull()
  expect(document.querySelectorAll('style, link, aside, button')).toHaveLength(0)
})

test('closed, it says what is played and how much of it was seen', async () => {
  open('/?scenario=favoritesFail,profileFails')
  const inside = await panel()
  const button = await inside.findByRole('button', {
    name: /^Scenarios: Favorites cannot be fetched \+ The profile cannot be fetched 0 of \d seen$/,
  })
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('the shortcut opens it and goes to it, Escape closes it and goes back to the button', async () => {
  open('/?scenario=favoritesFail')
  const inside = await panel()
  await inside.findByRole('button')
  press('M', SHORTCUT)
  const heading = await inside.findByRole('heading', { name: 'Scenarios' })
  const shadow = heading.getRootNode()
  if (!(shadow instanceof ShadowRoot)) throw new Error('The panel stands in the page itself.')
  expect(shadow.activeElement).toBe(heading)
  expect(document.documentElement.hasAttribute('data-mocks-panel')).toBe(true)
  press('Escape')
  const button = await inside.findByRole('button', { name: /^Scenarios:/ })
  expect(shadow.activeElement).toBe(button)
  expect(document.documentElement.hasAttribute('data-mocks-panel')).toBe(false)
})

test('keys pressed in it stay in it', async () => {
  const { inside } = await opened('/?scenario=favoritesFail')
  const heard = vi.fn<() => void>()
  document.addEventListener('keydown', heard)
  fireEvent.keyDown(inside.getByRole('searchbox'), { key: 'a' })
  document.removeEventListener('keydown', heard)
  expect(heard).not.toHaveBeenCalled()
})

test('whether it is open is remembered for the tab', async () => {
  await opened('/?scenario=favoritesFail')
  unmount()
  open('/favorites')
  expect(await (await panel()).findByRole('heading', { name: 'Scenarios' })).toBeTruthy()
})

test('panel=off hides it for the tab, until panel=on', async () => {
  open('/?scenario=favoritesFail&panel=off')
  expect(document.body.children).toHaveLength(1)
  open('/favorites')
  expect(document.body.children).toHaveLength(1)
  expect(document.adoptedStyleSheets).toHaveLength(0)
  open('/favorites?panel=on')
  await panel()
})

test('every scenario stands in the list, under its screen', async () => {
  const { inside } = await opened('/?scenario=favoritesFail')
  const all = inside.getByRole('region', { name: 'All scenarios' })
  const names = [...all.querySelectorAll('code')].map(({ textContent }) => textContent)
  expect(names.toSorted()).toEqual(SCENARIO_NAMES.toSorted())
  expect(within(all).getByRole('status').textContent).toBe(`${SCENARIO_NAMES.length} scenarios`)
  const favorites = within(all).getByRole('region', { name: 'Favorites' })
  expect(within(favorites).getByRole('heading', { name: 'Favorites' })).toBeTruthy()
  const [chosen] = within(favorites).getAllByRole('button', { current: true })
  expect(chosen?.textContent).toContain('favoritesFail')
})

test('the filter finds a scenario by its message, and says how many there are', async () => {
  const { inside } = await opened('/?scenario=happyPath')
  const all = within(inside.getByRole('region', { name: 'All scenarios' }))
  const field = all.getByRole('searchbox', { name: 'Filter' })
  // user-event cannot type into a shadow root.
  const filter = (value: string) => fireEvent.change(field, { target: { value } })
  filter('to SAVE author')
  expect(all.getByText('saveAuthorFails', { selector: 'code' })).toBeTruthy()
  expect(all.queryByText('favoritesEmpty', { selector: 'code' })).toBeNull()
  expect(all.getByRole('status').textContent).toMatch(
    new RegExp(`^\\d+ of ${SCENARIO_NAMES.length} scenarios$`),
  )
  filter('xyzzy')
  expect(all.getByRole('status').textContent).toBe(`0 of ${SCENARIO_NAMES.length} scenarios`)
})

test('choosing plays one, adding lays it over what is played, taking out takes it away', async () => {
  const { mocks, inside, user } = await opened('/?scenario=happyPath')
  await user.click(inside.getByText('favoritesFail', { selector: 'code' }))
  expect(mocks.state.names).toEqual(['favoritesFail'])
  expect(started).toBe(1)
  expect(location.pathname + location.search).toBe('/favorites?scenario=favoritesFail')
  await user.click(inside.getByRole('button', { name: 'Add profileFails' }))
  expect(mocks.state.names).toEqual(['favoritesFail', 'profileFails'])
  const played = within(inside.getByRole('region', { name: 'Played' }))
  expect(played.getAllByText(/Fail/, { selector: 'code' }).map((e) => e.textContent)).toEqual([
    'favoritesFail',
    'profileFails',
  ])
  await user.click(played.getByRole('button', { name: 'Take out favoritesFail' }))
  expect(mocks.state.names).toEqual(['profileFails'])
  expect(started).toBe(3)
})

test('a sight is checked and read out once it is on the page, and stays checked', async () => {
  const { inside, mocks } = await opened('/?scenario=favoritesFail')
  const sight = () => inside.getByText(/Failed to load favorite books/, { selector: 'li' })
  expect(sight().textContent).toContain('Not seen yet')
  main().innerHTML = '<p role="alert">Failed to load favorite books.<button>Try again</button></p>'
  await waitFor(() => expect(sight().textContent).toMatch(/^Seen: /))
  const [live] = inside.getAllByRole('status')
  expect(live?.textContent).toMatch(/^Seen: the .*\. \d of \d seen\.$/)
  main().replaceChildren()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sight().textContent).toMatch(/^Seen: /)
  mocks.reset()
  await waitFor(() => expect(sight().textContent).toContain('Not seen yet'))
})

test('a line of the console is a sight too, and the console is left as it was', async () => {
  const { warn } = console
  const { inside } = await opened('/?scenario=profileFails')
  // oxlint-disable-next-line no-console -- as the product would
  console.warn('Profile fetch failed', new Error('500'))
  await waitFor(() => {
    const sight = inside.getByText(/Profile fetch failed/, { selector: 'li' })
    expect(sight.textContent).toMatch(/^Seen: /)
  })
  unmount()
  expect(console).toHaveProperty('warn', warn)
})

test('the steps are played as a reader would do them', async () => {
  const { inside, user } = await opened('/?scenario=preferencesSaveFails')
  main().innerHTML = '<button>Travel</button>'
  const pressed: string[] = []
  main().addEventListener('click', ({ target }) => {
    if (target instanceof HTMLElement) pressed.push(target.textContent)
  })
  await user.click(inside.getByRole('button', { name: 'Play the steps' }))
  await waitFor(() => expect(pressed).toEqual(['Travel']), { timeout: 5000 })
  // The next step waits for its button.
  main().innerHTML += '<button>Confirm</button>'
  await inside.findByText('All steps are done.', {}, { timeout: 5000 })
  expect(pressed).toEqual(['Travel', 'Confirm'])
})

test('there is nothing to play where a scenario has no steps', async () => {
  const { inside } = await opened('/?scenario=favoritesFail')
  expect(inside.queryByRole('button', { name: 'Play the steps' })).toBeNull()
})

test('a step that cannot be done is named, with what was missing', async () => {
  const playing = playSteps([{ do: 'press', button: 'Confirm' }], {
    signal: new AbortController().signal,
    onStep: () => {},
    patience: 150,
  })
  await expect(playing).rejects.toThrow(
    'Step 1 (press "Confirm") failed: The page has no button "Confirm".',
  )
})

test('playing ends where another scenario begins', async () => {
  const controller = new AbortController()
  const playing = playSteps([{ do: 'press', button: 'Confirm' }], {
    signal: controller.signal,
    onStep: () => {},
  })
  controller.abort()
  await expect(playing).rejects.toThrow(/abort/i)
})

test('the latency is chosen from a list or typed, and refused beyond its bounds', async () => {
  const { mocks, inside, user } = await opened('/?scenario=favoritesFail')
  const list = inside.getByRole('combobox', { name: 'Latency' })
  const field = inside.getByRole('spinbutton', { name: 'Latency in ms' })
  await user.selectOptions(list, '1000 ms')
  expect(mocks.state.latency).toBe(1000)
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type('')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  type('70')
  expect(mocks.state.latency).toBe(70)
  expect(list).toHaveProperty('value', 'other')
  type('70000')
  expect(mocks.state.latency).toBe(70)
  expect(inside.getByText('A whole number from 0 to 60000')).toBeTruthy()
  await user.selectOptions(list, 'none')
  expect(mocks.state.latency).toBe(0)
  expect(inside.queryByText('A whole number from 0 to 60000')).toBeNull()
})

test('a link is copied, or stands in a field where the clipboard is refused', async () => {
  const { mocks, inside, user } = await opened('/?scenario=favoritesFail')
  await user.click(inside.getByRole('button', { name: 'Copy link' }))
  await inside.findByText('Copied')
  expect(await navigator.clipboard.readText()).toBe(mocks.link())
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowed'))
  await user.click(inside.getByRole('button', { name: 'Copy link' }))
  expect(await inside.findByLabelText('Copy it by hand')).toHaveProperty('value', mocks.link())
  expect(inside.queryByText('Copied')).toBeNull()
})

test('an unknown name opens the panel with an alert, until something is chosen', async () => {
  const mocks = open('/?scenario=favoritesFial')
  const inside = await panel()
  const alert = await inside.findByRole('alert')
  expect(alert.textContent).toContain('No scenario is called favoritesFial')
  await userEvent.click(inside.getByText('favoritesFail', { selector: 'code' }))
  expect(mocks.state.names).toEqual(['favoritesFail'])
  expect(inside.queryByRole('alert')).toBeNull()
})

import { configure, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { toast } from '../lib/toasts.ts'
import { backend, quiet } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

/**
 * A part that does not come, as without network or after a new version was put up: what stands keeps
 * standing, and there is a way on. In the order of what a page fetches: a part that has come once is there.
 */

/** Which parts do not come at the moment. */
const missing = vi.hoisted(() => new Set<string>())

function fetched<T>(name: string, load: () => Promise<T>): Promise<T> {
  if (missing.has(name)) throw new TypeError(`Failed to fetch dynamically imported module: ${name}`)
  return load()
}

vi.mock('./Toasts.tsx', (load) => fetched('Toasts', load))
vi.mock('./ProfileMenu.tsx', (load) => fetched('ProfileMenu', load))
vi.mock('./ProfileMenuList.tsx', (load) => fetched('ProfileMenuList', load))
vi.mock('./AccountDialog.tsx', (load) => fetched('AccountDialog', load))

// A busy machine is late for a toast of two seconds; its clock is the subject of Toasts.test.tsx.
vi.mock('../constants.ts', async (load) => ({
  ...(await load<object>()),
  TOAST_MS: 600_000,
}))

configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 120_000 })

const SENTENCE = 'A part of this page could not be loaded. Please reload it.'

afterEach(() => missing.clear())

const menuButton = () => screen.findByRole('button', { name: 'Profile menu' })

function expectPage(): void {
  expect(screen.getByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
  expect(screen.queryByText('This page could not be shown')).not.toBeInTheDocument()
}

/** A toast says what is the matter, and goes with the press on the reload that it offers. */
async function expectOffer(user: UserEvent): Promise<void> {
  expect(await screen.findByText(SENTENCE)).toBeInTheDocument()
  await user.click(screen.getByText('Reload the page'))
  await waitFor(() => expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument())
}

/** Counts the reloads until the end of the test. */
function watchReloads(): () => number {
  let reloads = 0
  const own = window.location
  vi.stubGlobal('location', {
    href: own.href,
    pathname: own.pathname,
    reload: () => (reloads += 1),
  })
  onTestFinished(() => void vi.stubGlobal('location', own))
  return () => reloads
}

test('toasts are plain text where what draws them does not come', async () => {
  missing.add('Toasts')
  backend.addBook()
  const { user } = renderApp('/')
  let continued = 0
  toast({ message: 'One', kind: 'info' })
  toast({
    message: 'Two',
    kind: 'error',
    action: { label: 'Go on', onClick: () => (continued += 1) },
  })
  const alert = await screen.findByRole('alert')
  await waitFor(() => expect(alert).toHaveTextContent('OneTwoGo on'))
  expectPage()
  await user.click(within(alert).getByRole('button', { name: 'Go on' }))
  expect(continued).toBe(1)
  expect(alert).toBeEmptyDOMElement()
  toast({ message: 'Three', kind: 'success' })
  await waitFor(() => expect(alert).toHaveTextContent('Three'))
  await user.click(within(alert).getByRole('button', { name: 'Close' }))
  expect(alert).toBeEmptyDOMElement()
})

test('the menu behind the picture: a press tries again, and says so where it fails', async () => {
  for (const part of ['ProfileMenu', 'ProfileMenuList', 'AccountDialog']) missing.add(part)
  signIn({ name: 'Ada' })
  const { user } = renderApp('/')
  const button = await menuButton()
  expectPage()
  const reloads = watchReloads()
  await user.click(button)
  await expectOffer(user)
  expect(reloads()).toBe(1)

  missing.delete('ProfileMenu')
  await user.click(await menuButton())
  await waitFor(async () => expect(await menuButton()).toHaveAttribute('aria-haspopup', 'menu'))
  expect(await menuButton()).toHaveFocus()
  await quiet()

  // Its list comes with the first opening.
  await user.click(await menuButton())
  await expectOffer(user)
  expect(reloads()).toBe(2)
  expect(await menuButton()).toHaveAttribute('aria-expanded', 'false')
  missing.delete('ProfileMenuList')
  await user.click(await menuButton())
  const name = await screen.findByRole('menuitem', { name: 'Ada' })

  // The account's dialog comes with its item.
  await user.click(name)
  await expectOffer(user)
  expect(reloads()).toBe(3)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expectPage()
  missing.delete('AccountDialog')
  await user.click(await menuButton())
  await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  expect(await screen.findByRole('dialog', { name: 'Your account' })).toBeVisible()
  await quiet()
})

import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getProfile } from '../../contract/profile.ts'
import type { FakeUser } from '../../mocks/builders.ts'
import { Problem, problemResponse } from '../../mocks/problem.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stored } from '../test/readerStore.ts'
import { fill, renderApp, signIn, type TestReader } from '../test/renderApp.tsx'

// The first page of a file also loads its chunks, on a busy machine for a long time.
configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 90_000 })

const SERVER_SENTENCE = 'Something went wrong on our side. Please try again.'

type Opened = ReturnType<typeof renderApp> & { reader: TestReader; dialog: HTMLElement }

/** Signs Ada in and opens her dialog. */
async function open(url = '/', overrides: Partial<FakeUser> = {}): Promise<Opened> {
  const reader = signIn({ name: 'Ada', ...overrides })
  const app = renderApp(url)
  await app.user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await quiet()
  await app.user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your account' })
  return { ...app, reader, dialog }
}

/** Presses a button as soon as it can be pressed. */
async function press({ user, dialog }: Opened, name: string): Promise<void> {
  const button = await within(dialog).findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
}

const passwordField = (): HTMLElement => screen.getByLabelText('Your password')

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

test('without network a download says so in plain words, with a way out', async () => {
  const opened = await open()
  backend.goesOffline()
  await press(opened, 'Download your data')
  await press(opened, 'Download as JSON')
  const said = within(opened.dialog)
  expect(await said.findByText(/There is no connection to the server/)).toBeVisible()
  expect(said.getByRole('button', { name: 'Download as JSON' })).toBeVisible()
})

describe('the account dialog', () => {
  test('has the choice of the language, which every word of it follows, and no input is lost', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    await fill(opened.user, { 'Your password': 'correct' })
    const said = within(opened.dialog)
    expect(said.getByText('Language')).toBeVisible()
    await opened.user.selectOptions(said.getByLabelText('Language'), 'Deutsch')
    expect(await said.findByText('Sprache')).toBeVisible()
    expect(said.getByRole('button', { name: 'Hell' })).toBeVisible()
    expect(said.getByLabelText('Dein Passwort')).toHaveValue('correct')
    await opened.user.selectOptions(said.getByLabelText('Sprache'), 'English')
    expect(await said.findByRole('button', { name: 'Light' })).toBeVisible()
  })

  test('takes the focus in and gives it back to the menu when it is closed', async () => {
    const opened = await open()
    await waitFor(() => expect(opened.dialog.contains(document.activeElement)).toBe(true))
    await opened.user.keyboard('{Escape}')
    await gone()
    expect(screen.getByRole('button', { name: 'Profile menu' })).toHaveFocus()
  })

  test('closes by its button, and forgets what was typed', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    await fill(opened.user, { 'Your password': 'correct' })
    await press(opened, 'Close')
    await gone()
    await opened.user.click(screen.getByRole('button', { name: 'Profile menu' }))
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
    await screen.findByRole('button', { name: 'Delete your account' })
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument()
  })

  test('has at most one section open; a password that was typed goes with its section', async () => {
    const opened = await open()
    const { user, dialog } = opened
    const expanded = () =>
      within(dialog)
        .queryAllByRole('button', { expanded: true })
        .map(({ textContent }) => textContent)
    expect(expanded()).toEqual([])
    await press(opened, 'Delete your account')
    expect(expanded()).toEqual(['Delete your account'])
    await fill(user, { 'Your password': 'correct' })
    await press(opened, 'Download your data')
    expect(expanded()).toEqual(['Download your data'])
    await waitFor(() => expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument())
  })

  test('a link opens it at one of its sections, once', async () => {
    signIn({ name: 'Ada' })
    const { user } = renderApp('/profile#password')
    const dialog = await screen.findByRole('dialog', { name: 'Your account' })
    expect(await within(dialog).findByLabelText('Current password')).toBeVisible()
    expect(window.location.href).toMatch(/\/profile$/)
    await user.keyboard('{Escape}')
    await gone()
    await quiet()
  })

  test('a visitor whom such a link led to the guard gets there after the login', async () => {
    const reader = signIn({ name: 'Ada' })
    localStorage.clear()
    const { user } = renderApp('/profile#password')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus())
    await fill(user, { Email: reader.email, Password: reader.password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await user.click(await screen.findByRole('link', { name: 'Continue to Profile' }))
    const dialog = await screen.findByRole('dialog', { name: 'Your account' })
    expect(await within(dialog).findByLabelText('Current password')).toBeVisible()
    await quiet()
  })
})

const shownScheme = () => document.documentElement.getAttribute('data-scheme')

describe('the appearance', () => {
  test('changes at once, is stored, and goes back to the one of the device', async () => {
    const { user, dialog } = await open()
    const choices = within(within(dialog).getByRole('group', { name: 'Appearance' }))
    expect(choices.getByRole('button', { name: 'System' })).toHaveAttribute('aria-pressed', 'true')
    expect(shownScheme()).toBe('light')
    await user.click(choices.getByRole('button', { name: 'Dark' }))
    expect(choices.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
    expect(shownScheme()).toBe('dark')
    expect(localStorage.getItem('colorScheme')).toBe('dark')
    // Pressing it again changes nothing.
    await user.click(choices.getByRole('button', { name: 'Dark' }))
    expect(shownScheme()).toBe('dark')
    await user.click(choices.getByRole('button', { name: 'System' }))
    expect(shownScheme()).toBe('light')
  })
})

async function openDownloads(overrides: Partial<FakeUser> = {}): Promise<Opened> {
  const opened = await open('/', overrides)
  await press(opened, 'Download your data')
  return opened
}

describe('the downloads', () => {
  let saved: { name: string; blob: Blob }[] = []
  let createUrl: MockInstance<typeof URL.createObjectURL>
  let click: MockInstance<HTMLAnchorElement['click']>
  beforeEach(() => {
    saved = []
    const blobs = new Map<string, Blob>()
    createUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const url = `blob:${blobs.size}`
      if (blob instanceof Blob) blobs.set(url, blob)
      return url
    })
    click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      const blob = blobs.get(this.href)
      if (blob) saved.push({ name: this.download, blob })
    })
  })
  afterEach(() => {
    createUrl.mockReset().mockReturnValue('blob:preview')
    click.mockRestore()
  })

  test('JSON has everything, requested with the bearer', async () => {
    const opened = await openDownloads({ preferences: ['Poetry'] })
    await press(opened, 'Download as JSON')
    expect(await screen.findByText('Your data has been downloaded.')).toBeInTheDocument()
    const { reader } = opened
    const [request] = sentRequests('GET', `/api/user/${reader.id}/export?format=json`)
    expect(request?.authorization).toBe(`Bearer ${reader.token}`)
    expect(saved.map(({ name }) => name)).toEqual(['catchword-account.json'])
    expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toMatchObject({
      account: { id: reader.id, name: 'Ada', email: reader.email },
      preferences: ['Poetry'],
    })
  })

  test('CSV begins with the mark by which spreadsheets know the encoding', async () => {
    const opened = await openDownloads()
    await press(opened, 'Download as CSV')
    await screen.findByText('Your data has been downloaded.')
    expect(saved[0]?.name).toBe('catchword-account.csv')
    const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer(0))
    const mark = Array.from(new TextEncoder().encode('\uFEFF"Book '))
    expect(Array.from(bytes.slice(0, 9))).toEqual(mark)
  })

  test('nothing of it stays in the store when the dialog is closed', async () => {
    const opened = await openDownloads()
    await press(opened, 'Download as JSON')
    await screen.findByText('Your data has been downloaded.')
    await press(opened, 'Close')
    await gone()
    expect(JSON.stringify(opened.store.getState())).not.toContain('exportedAt')
  })

  test('a failure is shown in the dialog until the next try', async () => {
    const opened = await openDownloads()
    backend.fails(exportAccount)
    await press(opened, 'Download as JSON')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Your data could not be downloaded. ${SERVER_SENTENCE}`,
    )
    expect(saved).toEqual([])
    backend.recovers()
    await press(opened, 'Download as JSON')
    await screen.findByText('Your data has been downloaded.')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(saved).toHaveLength(1)
  })

  test('a page in place of the data is not saved', async () => {
    const opened = await openDownloads()
    backend.respondsHtml(exportAccount, 200)
    await press(opened, 'Download as CSV')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your data could not be downloaded. The server sent an unexpected response.',
    )
    expect(saved).toEqual([])
  })
})

async function confirm(opened: Opened): Promise<void> {
  await press(opened, 'Delete your account')
  await fill(opened.user, { 'Your password': opened.reader.password })
  await press(opened, 'Delete permanently')
}

describe('deleting the account', () => {
  test('needs its section, the password and a button', async () => {
    const opened = await open()
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument()
    await press(opened, 'Delete your account')
    await press(opened, 'Delete permanently')
    expect(passwordField()).toHaveFocus()
    expect(passwordField()).toHaveAccessibleDescription('Your password is required.')
    expect(sentRequests('DELETE')).toEqual([])
    await press(opened, 'Keep my account')
    await gone()
    expect(screen.getByRole('button', { name: 'Profile menu' })).toHaveFocus()
  })

  test('leaves nothing of the reader in this browser', async () => {
    localStorage.setItem('colorScheme', 'dark')
    const book = backend.addBook()
    localStorage.setItem('favorites', JSON.stringify([book]))
    const opened = await open('/favorites', { favorites: [book.id] })
    const { reader, store, user } = opened
    await press(opened, 'Delete your account')
    await fill(user, { 'Your password': reader.password })
    await press(opened, 'Delete permanently')

    expect(await screen.findByText('Your account has been deleted.')).toBeInTheDocument()
    expect(window.location.pathname).toBe('/')
    expect(screen.getByRole('heading', { level: 1, name: 'Catchword' })).toHaveFocus()
    expect(await screen.findByRole('link', { name: 'Login / Register' })).toBeInTheDocument()
    expect(screen.queryByText('User not found. Please log in.')).not.toBeInTheDocument()
    const [sent] = sentRequests('DELETE', `/api/user/${reader.id}`)
    expect(sent?.authorization).toBe(`Bearer ${reader.token}`)
    expect(await sent?.text()).toBe(JSON.stringify({ password: reader.password }))
    // The server has ended the sessions with the account; there is nothing left to log out from.
    expect(sentRequests('POST', '/api/user/logout')).toEqual([])
    await waitFor(() => expect(stored()).toEqual({ colorScheme: 'dark' }))
    expect(JSON.stringify(store.getState())).not.toContain(reader.id)
    expect(JSON.stringify(store.getState())).not.toContain(book.id)
  })

  test('a wrong password is reported beside the field, which keeps it; nobody is signed out', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    await fill(opened.user, { 'Your password': 'not this one' })
    await press(opened, 'Delete permanently')
    expect(await screen.findByText('That is not your password. Nothing was deleted.')).toBeVisible()
    expect(passwordField()).toHaveAccessibleDescription(/^That is not your password/)
    expect(passwordField()).toHaveValue('not this one')
    expect(passwordField()).toHaveFocus()
    expect(passwordField()).toBeInvalid()
    expect(localStorage.getItem('token')).toBe(opened.reader.token)
    expect(backend.account(opened.reader.id).name).toBe('Ada')
  })

  test('a failure keeps the password and everything else, and it can be tried again', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    await fill(opened.user, { 'Your password': opened.reader.password })
    backend.fails(deleteAccount)
    await press(opened, 'Delete permanently')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Your account could not be deleted. ${SERVER_SENTENCE}`,
    )
    expect(passwordField()).toHaveValue(opened.reader.password)
    const end = screen.getByRole('button', { name: 'Delete permanently' })
    expect(passwordField()).toHaveFocus()
    expect(end).toHaveAttribute('aria-disabled', 'false')
    expect(localStorage.getItem('token')).toBe(opened.reader.token)
    backend.recovers()
    await press(opened, 'Delete permanently')
    expect(await screen.findByText('Your account has been deleted.')).toBeInTheDocument()
  })

  test('a 401 at once says that the session is over, not that the account is gone', async () => {
    const opened = await open()
    backend.endSessions()
    await confirm(opened)
    expect(await screen.findByText('User not authenticated. Please log in.')).toBeInTheDocument()
    expect(screen.queryByText('Your account has been deleted.')).not.toBeInTheDocument()
    expect(backend.account(opened.reader.id).name).toBe('Ada')
  })

  test('is requested once, and the dialog stays until the server has answered', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    const release = backend.holds(deleteAccount)
    await opened.user.type(passwordField(), `${opened.reader.password}{Enter}{Enter}`)
    const waiting = await screen.findByRole('button', { name: 'Deleting…' })
    expect(waiting).toHaveAttribute('aria-disabled', 'true')
    waiting.focus()
    await opened.user.keyboard('{Enter}')
    await opened.user.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Keep my account' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
    release()
    await screen.findByText('Your account has been deleted.')
    expect(sentRequests('DELETE')).toHaveLength(1)
  })

  test('a reader without a password confirms by the second button alone', async () => {
    const opened = await open('/', { password: '' })
    await press(opened, 'Delete your account')
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument()
    await press(opened, 'Delete permanently')
    await screen.findByText('Your account has been deleted.')
    expect(await sentRequests('DELETE')[0]?.text()).toBe('{}')
  })

  test('the way out comes before the end, also in the order of Tab', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    await opened.user.tab()
    expect(passwordField()).toHaveFocus()
    await opened.user.tab()
    expect(screen.getByRole('button', { name: 'Show password' })).toHaveFocus()
    await opened.user.tab()
    expect(screen.getByRole('button', { name: 'Keep my account' })).toHaveFocus()
    await opened.user.tab()
    expect(screen.getByRole('button', { name: 'Delete permanently' })).toHaveFocus()
  })

  test('too long after the sign-in, it offers to log out instead', async () => {
    const opened = await open('/', { password: '' })
    const { id } = opened.reader
    const text = ERROR_TEXTS.signInTooOld
    backend.respondsInOrder(`/api/user/${id}`, () =>
      problemResponse(new Problem(403, 'sign_in_too_old', text)),
    )
    await press(opened, 'Delete your account')
    await press(opened, 'Delete permanently')
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`^${text}$`))
    expect(screen.queryByRole('button', { name: 'Delete permanently' })).not.toBeInTheDocument()
    await press(opened, 'Logout')
    expect(await screen.findByRole('link', { name: 'Login / Register' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(backend.account(id).name).toBe('Ada')
    await quiet()
  })

  test('asks for the password where the server does not say whether there is one', async () => {
    backend.responds(getProfile, { profileImage: null })
    const opened = await open()
    await press(opened, 'Delete your account')
    expect(passwordField()).toBeInTheDocument()
  })
})

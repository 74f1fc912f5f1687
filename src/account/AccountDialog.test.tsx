import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { deleteAccount, exportAccount } from '../../contract/account.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { getProfile } from '../../contract/profile.ts'
import type { FakeUser } from '../../mocks/builders.ts'
import { Problem, problemResponse } from '../../mocks/problem.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stored } from '../test/readerStore.ts'
import { fill, renderApp, signIn, type TestReader } from '../test/renderApp.tsx'

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

describe('the account dialog', () => {
  test('gives the focus back to the menu when it is closed, and forgets what was typed', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    await fill(opened.user, { 'Your password': 'correct' })
    await opened.user.keyboard('{Escape}')
    await gone()
    expect(screen.getByRole('button', { name: 'Profile menu' })).toHaveFocus()
    await opened.user.click(screen.getByRole('button', { name: 'Profile menu' }))
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
    await screen.findByRole('button', { name: 'Delete your account' })
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument()
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

  test('JSON has everything; CSV begins with the mark by which spreadsheets know the encoding', async () => {
    const opened = await openDownloads({ preferences: ['Poetry'] })
    await press(opened, 'Download as JSON')
    expect(await screen.findByText('Your data has been downloaded.')).toBeInTheDocument()
    await press(opened, 'Download as CSV')
    await waitFor(() =>
      expect(saved.map(({ name }) => name)).toEqual([
        'catchword-account.json',
        'catchword-account.csv',
      ]),
    )
    const { id, email } = opened.reader
    expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toMatchObject({
      account: { id, name: 'Ada', email },
      preferences: ['Poetry'],
    })
    const bytes = new Uint8Array((await saved[1]?.blob.arrayBuffer()) ?? new ArrayBuffer(0))
    const mark = Array.from(new TextEncoder().encode('\uFEFF"Book '))
    expect(Array.from(bytes.slice(0, 9))).toEqual(mark)
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
    const { reader, store } = opened
    await confirm(opened)
    expect(await screen.findByText('Your account has been deleted.')).toBeInTheDocument()
    expect(window.location.pathname).toBe('/')
    expect(screen.getByRole('heading', { level: 1, name: 'Catchword' })).toHaveFocus()
    expect(await screen.findByRole('link', { name: 'Login / Register' })).toBeInTheDocument()
    expect(screen.queryByText('User not found. Please log in.')).not.toBeInTheDocument()
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
    expect(localStorage.getItem('token')).toBe(opened.reader.token)
  })

  test('a failure keeps the password and everything else, and it can be tried again', async () => {
    const opened = await open()
    backend.fails(deleteAccount)
    await confirm(opened)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Your account could not be deleted. ${SERVER_SENTENCE}`,
    )
    expect(passwordField()).toHaveValue(opened.reader.password)
    expect(localStorage.getItem('token')).toBe(opened.reader.token)
    backend.recovers()
    await press(opened, 'Delete permanently')
    expect(await screen.findByText('Your account has been deleted.')).toBeInTheDocument()
  })

  test('is requested once, and the dialog stays until the server has answered', async () => {
    const opened = await open()
    await press(opened, 'Delete your account')
    const release = backend.holds(deleteAccount)
    await opened.user.type(passwordField(), `${opened.reader.password}{Enter}{Enter}`)
    await screen.findByRole('button', { name: 'Deleting…' })
    await opened.user.keyboard('{Escape}')
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

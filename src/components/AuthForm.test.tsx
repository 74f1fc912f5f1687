import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { BrowserRouter, StaticRouter } from 'react-router-dom'
import { describe, expect, onTestFinished, test } from 'vitest'
import { login, register } from '../../contract/session.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { App } from '../App.tsx'
import { toast } from '../lib/toast.tsx'
import { makeStore } from '../store/store.ts'
import { backend, quiet, scrolledIntoView, sentRequests } from '../test/backend.ts'
import { fill, renderApp, signIn } from '../test/renderApp.tsx'

const form = (name: 'Login' | 'Register') => screen.findByRole('region', { name })

const NEW_READER = {
  Name: 'Ada',
  Email: 'ada@example.org',
  Password: 'correct horse',
  'Confirm Password': 'correct horse',
}

function stored(): Record<string, string | null> {
  return Object.fromEntries(
    ['user', 'username', 'isLoggedIn'].map((key) => [key, localStorage.getItem(key)]),
  )
}

const checks = () => screen.queryAllByRole('img', { name: 'Passwords match' })

describe('the fields', () => {
  test('of Login: email and password, with what password managers need', async () => {
    renderApp('/login')
    const inputs = (await form('Login')).querySelectorAll('input')
    expect([...inputs].map((input) => [input.labels?.[0]?.textContent, input.type])).toEqual([
      ['Email', 'email'],
      ['Password', 'password'],
    ])
    expect([...inputs].map((input) => input.getAttribute('autocomplete'))).toEqual([
      'username',
      'current-password',
    ])
  })

  test('of Register: name and confirmation besides', async () => {
    renderApp('/register')
    const inputs = (await form('Register')).querySelectorAll('input')
    expect([...inputs].map((input) => [input.labels?.[0]?.textContent, input.type])).toEqual([
      ['Name', 'text'],
      ['Email', 'email'],
      ['Password', 'password'],
      ['Confirm Password', 'password'],
    ])
    expect([...inputs].map((input) => input.getAttribute('autocomplete'))).toEqual([
      'name',
      'username',
      'new-password',
      'new-password',
    ])
  })

  test('are required, each in words beside it; the focus goes to the first bad one', async () => {
    const { user } = renderApp('/register')
    await fill(user, { Name: 'Ada' })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(screen.getByLabelText('Name')).toBeValid()
    expect(screen.getByLabelText('Email')).toBeInvalid()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required.')
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required.')
    expect(screen.getByLabelText('Confirm Password')).toHaveAccessibleDescription(
      'Confirm Password is required.',
    )
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(sentRequests()).toEqual([])
  })

  test('take what the endpoints take: a password that is too long is rejected by the server, not cut', async () => {
    const { user } = renderApp('/register')
    const long = 'correct horse '.repeat(14)
    await fill(user, { ...NEW_READER, Password: long, 'Confirm Password': long })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    const [request] = await waitFor(() => {
      const sent = sentRequests('POST', /register/)
      expect(sent).toHaveLength(1)
      return sent
    })
    expect(JSON.parse((await request?.text()) ?? '')).toMatchObject({ password: long })
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
        'The password can have at most 128 characters.',
      ),
    )
  })

  test('a name of invisible characters is none', async () => {
    const { user } = renderApp('/register')
    await fill(user, { ...NEW_READER, Name: ' \u200b\ufeff' })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required.')
    expect(screen.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })

  test('an email in full-width letters is one, and a pasted password keeps all its spaces', async () => {
    const { user } = renderApp('/register')
    const password = ' correct  horse '
    await fill(user, {
      Name: 'Ada',
      Email: 'ａｄａ＠ｂü.ｅｘａｍｐｌｅ',
      Password: password,
      'Confirm Password': password,
    })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText(/^Welcome to Catchword, Ada!/)).toBeVisible()
    const [sent] = sentRequests('POST', '/api/user/register')
    expect(JSON.parse((await sent?.text()) ?? '')).toMatchObject({ password })
  })

  test('a password that is not repeated is required, without a toast', async () => {
    const { user } = renderApp('/register')
    const { 'Confirm Password': _, ...others } = NEW_READER
    await fill(user, others)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    const confirmation = screen.getByLabelText('Confirm Password')
    expect(confirmation).toHaveAccessibleDescription('Confirm Password is required.')
    expect(confirmation).toHaveFocus()
    await quiet()
    expect(screen.queryByText('Passwords do not match.')).not.toBeInTheDocument()
  })

  test('an email that is none is rejected beside the field, until it is corrected', async () => {
    const { user } = renderApp('/login')
    await fill(user, { Email: 'ada@example', Password: 'correct horse' })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    const field = screen.getByLabelText('Email')
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(field).toHaveAccessibleDescription('Enter a valid email address.')
    expect(field).toHaveFocus()
    expect(sentRequests('POST')).toEqual([])
    await user.clear(field)
    await fill(user, { Email: 'ada@example.org' })
    expect(field).toHaveAttribute('aria-invalid', 'false')
    expect(field).not.toHaveAccessibleDescription()
  })
})

describe('Passwords match', () => {
  test('stands beside both fields when both are equal and not empty', async () => {
    const { user } = renderApp('/register')
    await form('Register')
    expect(checks()).toHaveLength(0)
    await fill(user, { Password: 'abc', 'Confirm Password': 'ab' })
    expect(checks()).toHaveLength(0)
    await fill(user, { 'Confirm Password': 'c' })
    expect(checks()).toHaveLength(2)
    await fill(user, { 'Confirm Password': 'd' })
    expect(checks()).toHaveLength(0)
  })

  test('is for Register only', async () => {
    const { user } = renderApp('/register')
    await fill(user, { Password: 'abc', 'Confirm Password': 'abc' })
    expect(checks()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Log in instead' }))
    await form('Login')
    expect(checks()).toHaveLength(0)
  })

  test('different ones are a toast, and nothing is sent', async () => {
    const { user } = renderApp('/register')
    await fill(user, { ...NEW_READER, 'Confirm Password': 'another horse' })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    const toast = await screen.findByRole('alert')
    await waitFor(() => expect(toast).toBeVisible())
    expect(toast).toHaveTextContent('Passwords do not match.')
    expect(sentRequests()).toEqual([])
  })

  test.each([
    ['Confirm Password', 'correct horse'],
    ['Password', 'another horse'],
  ])(
    'different ones are reported beside the second too, until %s is corrected',
    async (label, text) => {
      const { user } = renderApp('/register')
      await fill(user, { ...NEW_READER, 'Confirm Password': 'another horse' })
      await user.click(screen.getByRole('button', { name: 'Register' }))
      const confirmation = screen.getByLabelText('Confirm Password')
      expect(confirmation).toBeInvalid()
      expect(confirmation).toHaveAccessibleDescription('Passwords do not match.')
      expect(confirmation).toHaveFocus()
      expect(screen.getByLabelText('Password')).toHaveAttribute('aria-invalid', 'false')
      await user.clear(screen.getByLabelText(label))
      await fill(user, { [label]: text })
      expect(confirmation).toHaveAttribute('aria-invalid', 'false')
      expect(confirmation).not.toHaveAccessibleDescription()
      expect(checks()).toHaveLength(2)
    },
  )
})

describe('The other mode', () => {
  test.each(['/', '/login'])('at %s begins in view', async (url) => {
    const { user } = renderApp(url)
    expect(scrolledIntoView()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Register instead' }))
    expect(screen.getByRole('heading', { name: 'Register' })).toHaveAttribute(
      'id',
      'auth-form-title',
    )
    expect(scrolledIntoView()).toEqual([{ id: 'auth-form-title', behavior: 'smooth' }])
  })

  test('leaves the focus where it is, also where a press gives a button none (Safari)', async () => {
    renderApp('/login')
    fireEvent.click(await screen.findByRole('button', { name: 'Register instead' }))
    expect(await screen.findByRole('heading', { name: 'Register' })).not.toHaveFocus()
    expect(document.body).toHaveFocus()
  })

  test('has no problems of the one before, and what was typed', async () => {
    const { user } = renderApp('/login')
    await fill(user, { Email: 'ada' })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(screen.getByLabelText('Email')).toBeInvalid()
    await user.click(screen.getByRole('button', { name: 'Register instead' }))
    await form('Register')
    expect(screen.getByLabelText('Email')).toHaveValue('ada')
    for (const label of Object.keys(NEW_READER)) {
      expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'false')
    }
  })
})

/** The prerendered page, filled in, then hydrated. */
async function hydrateFilled(fields: Record<string, string>): Promise<UserEvent> {
  window.history.replaceState(null, '', '/register')
  const store = makeStore()
  const serverState = store.getState()
  const app = <App store={store} serverState={serverState} />
  const container = document.createElement('div')
  document.body.append(container)
  onTestFinished(() => container.remove())
  container.innerHTML = renderToString(<StaticRouter location="/register">{app}</StaticRouter>)
  for (const [label, value] of Object.entries(fields)) {
    within(container).getByLabelText<HTMLInputElement>(label).value = value
  }
  render(<BrowserRouter useTransitions={false}>{app}</BrowserRouter>, {
    container,
    hydrate: true,
  })
  return userEvent.setup()
}

describe('fields that were filled in before hydration', () => {
  test('stay, get their green check, and survive the change of mode', async () => {
    const user = await hydrateFilled(NEW_READER)
    for (const [label, value] of Object.entries(NEW_READER)) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
    }
    expect(checks()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Log in instead' }))
    await form('Login')
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
    expect(screen.getByLabelText('Password')).toHaveValue('correct horse')
  })

  test('are what is sent', async () => {
    const user = await hydrateFilled(NEW_READER)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
    const [sent] = sentRequests('POST', '/api/user/register')
    expect(JSON.parse((await sent?.text()) ?? '')).toMatchObject({ email: 'ada@example.org' })
    await quiet()
  })
})

describe('Login', () => {
  test('stores the session, greets, and leads to the top of the recommendations', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    const { user } = renderApp('/login')
    await fill(user, { Email: ` ${reader.email} `, Password: reader.password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Continue to/ })).not.toBeInTheDocument()
    expect(window.location.pathname).toBe('/recommendations')
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
    const id = reader.id
    await waitFor(() =>
      expect(stored()).toEqual({
        user: JSON.stringify({ id, name: 'Ada' }),
        username: 'Ada',
        isLoggedIn: 'true',
      }),
    )
    expect(localStorage.getItem('token')).toMatch(/^[\w-]{43}$/)
    const [sent] = sentRequests('POST', '/api/user/login')
    expect(JSON.parse((await sent?.text()) ?? '')).toEqual({
      email: reader.email,
      password: reader.password,
    })
  })

  test('ends what a visitor was told, and leaves the word of a new version', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    const { user } = renderApp('/login')
    await form('Login')
    act(() => {
      toast({ message: 'News.', kind: 'info', persist: true })
      toast({ message: 'Please log in.', kind: 'info' })
    })
    await fill(user, { Email: reader.email, Password: reader.password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Please log in.')).not.toBeInTheDocument())
    expect(screen.getByText('News.')).toBeVisible()
  })

  test('on a page of its own is left out of the history: Back leads to before it', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    const reader = backend.addUser({ name: 'Ada' })
    const { user } = renderApp(`/book/${book.id}`)
    await user.click(await screen.findByRole('link', { name: 'Login / Register' }))
    await fill(user, { Email: reader.email, Password: reader.password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(window.location.pathname).toBe('/recommendations'))
    window.history.back()
    expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  })

  test('works by Enter, and waits for the response with the button disabled, which keeps the focus', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    const release = backend.holds(login)
    const { user } = renderApp('/')
    await fill(user, { Email: reader.email, Password: reader.password })
    await user.keyboard('{Enter}')
    const button = screen.getByRole('button', { name: 'Login' })
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    await user.keyboard('{Enter}')
    button.focus()
    await user.keyboard('{Enter}')
    expect(button).toHaveFocus()
    release()
    expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
    expect(sentRequests('POST', '/api/user/login')).toHaveLength(1)
  })

  test('a wrong password is an error in the words of the server; the form stays', async () => {
    const reader = backend.addUser()
    const { user } = renderApp('/login')
    await fill(user, { Email: reader.email, Password: 'wrong horse' })
    const button = screen.getByRole('button', { name: 'Login' })
    await user.click(button)
    // The toast is there before it has faded in.
    const toast = await screen.findByText('Error: Invalid email or password.')
    await waitFor(() => expect(toast).toBeVisible())
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
    expect(button).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveValue(reader.email)
    expect(window.location.pathname).toBe('/login')
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('a failure of the network is an error in its words', async () => {
    backend.unreachable(login)
    const { user } = renderApp('/login')
    await fill(user, { Email: 'ada@example.org', Password: 'correct horse' })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(
      await screen.findByText('Error: There is no connection to the server. Please try again.'),
    ).toBeVisible()
  })
})

describe('Register', () => {
  test("stores the session, says the server's words, and leads to the interests", async () => {
    const { user } = renderApp('/register')
    await fill(user, NEW_READER)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(
      await screen.findByText('Welcome to Catchword, Ada! Your account is ready.'),
    ).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
    expect(window.location.pathname).toBe('/categories')
    await waitFor(() => expect(stored()).toMatchObject({ username: 'Ada', isLoggedIn: 'true' }))
    const [sent] = sentRequests('POST', '/api/user/register')
    expect(JSON.parse((await sent?.text()) ?? '')).toEqual({
      name: 'Ada',
      email: 'ada@example.org',
      password: 'correct horse',
      confirmPassword: 'correct horse',
    })
  })

  test('is sent once, and its button keeps the focus meanwhile', async () => {
    const release = backend.holds(register)
    const { user } = renderApp('/register')
    await fill(user, NEW_READER)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    const button = screen.getByRole('button', { name: 'Register' })
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    await user.keyboard('{Enter}')
    expect(button).toHaveFocus()
    release()
    expect(await screen.findByText(/^Welcome to Catchword/)).toBeVisible()
    expect(sentRequests('POST', '/api/user/register')).toHaveLength(1)
  })

  test('on a page of its own is left out of the history: Back leads to before it', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    const { user } = renderApp(`/book/${book.id}`)
    await user.click(await screen.findByRole('link', { name: 'Login / Register' }))
    await user.click(await screen.findByRole('button', { name: 'Register instead' }))
    await fill(user, NEW_READER)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await waitFor(() => expect(window.location.pathname).toBe('/categories'))
    window.history.back()
    expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  })

  test('has words of its own where the server has none', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    backend.responds(register, { ...backend.session(reader), message: '' }, 201)
    const { user } = renderApp('/register')
    await fill(user, NEW_READER)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText('Registration successful!')).toBeVisible()
    await quiet()
  })

  test.each<[string, Record<string, string>, string]>([
    ['Email', { Email: 'taken@example.org' }, 'An account with this email already exists.'],
    [
      'Password',
      { Password: 'short', 'Confirm Password': 'short' },
      'The password needs at least 8 characters.',
    ],
    ['Name', { Name: 'n'.repeat(81) }, 'Name can have at most 80 characters.'],
  ])('a %s that the server rejects is marked with its reason', async (label, change, reason) => {
    backend.addUser({ email: 'taken@example.org' })
    const { user } = renderApp('/register')
    await fill(user, { ...NEW_READER, ...change })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText(`Error: ${reason}`)).toBeVisible()
    expect(window.location.pathname).toBe('/register')
    const field = screen.getByLabelText(label)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(reason)
    expect(field).toHaveFocus()
    await user.type(field, 'er')
    expect(field).toHaveAttribute('aria-invalid', 'false')
    expect(field).not.toHaveAccessibleDescription()
  })

  test('a rejection that is about no field stays in the form until something is changed', async () => {
    backend.fails(register)
    const { user } = renderApp('/register')
    await fill(user, NEW_READER)
    const button = screen.getByRole('button', { name: 'Register' })
    await user.click(button)
    expect(await screen.findByText(`Error: ${ERROR_TEXTS.internal}`)).toBeVisible()
    expect(screen.getByText(ERROR_TEXTS.internal)).toBeVisible()
    for (const label of Object.keys(NEW_READER)) {
      expect(screen.getByLabelText(label)).toHaveAttribute('aria-invalid', 'false')
    }
    await user.type(screen.getByLabelText('Name'), ' Lovelace')
    expect(screen.queryByText(ERROR_TEXTS.internal)).not.toBeInTheDocument()
    backend.recovers()
    await user.click(button)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Discover Your Interests' }),
    ).toBeVisible()
  })
})

describe('Google', () => {
  test.each(['/login', '/register', '/'])('is a link of the form at %s', async (url) => {
    renderApp(url)
    const region = await form(url === '/register' ? 'Register' : 'Login')
    const link = within(region).getByRole('link', { name: /Google/ })
    expect(link).toHaveAttribute('href', '/api/auth/google')
  })

  test('a server without it sends the reader back with a toast, a clean address, and a line that stays', async () => {
    renderApp('/login?authError=google_not_configured')
    const words = 'Google sign-in is not set up on this server.'
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    const login = await form('Login')
    expect(within(login).getByText(words)).toBeVisible()
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/login'))
  })

  test.each([
    ['google_denied', 'Google sign-in was cancelled. Try again, or log in with your password.'],
    ['google_busy', 'Google sign-in is not available at the moment. Please try again later.'],
    [
      'google_no_email',
      'Google gave us no email for you. Add one there, or register with a password.',
    ],
    [
      'google_unverified',
      'Google has not verified your email. Verify it there, or register with a password.',
    ],
    [
      'google_email_taken',
      'There is already an account with this email. Log in with your password.',
    ],
    [
      'google_other_account',
      'The account with this email uses a different Google account. Sign in with that one.',
    ],
    ['something_new', 'Signing in with Google did not work. Please try again.'],
    ['constructor', 'Signing in with Google did not work. Please try again.'],
  ])('says what %s means', async (code, text) => {
    renderApp(`/login?authError=${code}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/login'))
  })

  test('tells a reader who is signed in too, and leads on', async () => {
    signIn({ name: 'Ada' })
    renderApp('/login?authError=google_other_account')
    expect(
      await screen.findByText(
        'The account with this email uses a different Google account. Sign in with that one.',
      ),
    ).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Recommendations' })).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe('/recommendations')
  })
})

describe('a reader who goes on to another page while the login is under way', () => {
  test.each([
    ['/', 'Pride and Prejudice by Jane Austen', '/book/pride-and-prejudice'],
    ['/login', 'Catchword', '/'],
  ])('from %s is signed in and stays there', async (from, link, to) => {
    const { email, password } = backend.addUser({ name: 'Ada' })
    const release = backend.holds(login)
    const { user } = renderApp(from)
    await fill(user, { Email: email, Password: password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(sentRequests('POST', '/api/user/login')).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: link }))
    release()
    expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
    await quiet()
    expect(window.location.pathname).toBe(to)
  })

  test('also where the way led back and on to as deep a place in the history', async () => {
    const { email, password } = backend.addUser({ name: 'Ada' })
    const release = backend.holds(login)
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('link', { name: 'Login / Register' }))
    await fill(user, { Email: email, Password: password })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(sentRequests('POST', '/api/user/login')).toHaveLength(1))
    window.history.back()
    const book = await screen.findByRole('link', { name: 'Pride and Prejudice by Jane Austen' })
    await user.click(book)
    release()
    expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
    await quiet()
    expect(window.location.pathname).toBe('/book/pride-and-prejudice')
  })
})

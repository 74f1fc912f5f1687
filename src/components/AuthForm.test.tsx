import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { login, register } from '../../contract/session.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
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
  test.each([
    ['Login', ['Email', 'Password'], ['username', 'current-password']],
    [
      'Register',
      ['Name', 'Email', 'Password', 'Confirm Password'],
      ['name', 'username', 'new-password', 'new-password'],
    ],
  ] as const)('of %s: %s, as password managers know them', async (mode, labels, kinds) => {
    renderApp(`/${mode.toLowerCase()}`)
    const inputs = [...(await form(mode)).querySelectorAll('input')]
    expect(inputs.map((input) => input.labels?.[0]?.textContent)).toEqual(labels)
    expect(inputs.map((input) => input.getAttribute('autocomplete'))).toEqual(kinds)
  })

  test('are required, each in words beside it; the focus goes to the first bad one', async () => {
    const { user } = renderApp('/register')
    // A name of invisible characters is none.
    await fill(user, { Name: ' \u200b\ufeff', Email: 'ada@example.org' })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(screen.getByLabelText('Email')).toBeValid()
    for (const label of ['Name', 'Password', 'Confirm Password']) {
      const field = screen.getByLabelText(label)
      expect(field).toBeInvalid()
      expect(field).toHaveAccessibleDescription(`${label} is required.`)
    }
    expect(screen.getByLabelText('Name')).toHaveFocus()
    expect(sentRequests()).toEqual([])
  })

  test('an email that is none is rejected beside the field, until it is corrected', async () => {
    const { user } = renderApp('/login')
    await fill(user, { Email: 'ada@example', Password: 'correct horse' })
    await user.click(screen.getByRole('button', { name: 'Login' }))
    const field = screen.getByLabelText('Email')
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

  test('different ones are said in a toast and beside the second, until it is corrected', async () => {
    const { user } = renderApp('/register')
    await fill(user, { ...NEW_READER, 'Confirm Password': 'another horse' })
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Passwords do not match.')
    expect(sentRequests()).toEqual([])
    const confirmation = screen.getByLabelText('Confirm Password')
    expect(confirmation).toHaveAccessibleDescription('Passwords do not match.')
    expect(confirmation).toHaveFocus()
    await user.clear(confirmation)
    await fill(user, { 'Confirm Password': 'correct horse' })
    expect(confirmation).toHaveAttribute('aria-invalid', 'false')
    expect(checks()).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Log in instead' }))
    await form('Login')
    expect(checks()).toHaveLength(0)
  })
})

describe('The other mode', () => {
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
    expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'false')
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
    expect(await screen.findByText('Error: Invalid email or password.')).toBeVisible()
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
    expect(button).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveValue(reader.email)
    expect(window.location.pathname).toBe('/login')
    expect(localStorage.getItem('token')).toBeNull()
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
  })

  test.each<[string, Record<string, string>, string]>([
    ['Email', { Email: 'taken@example.org' }, 'An account with this email already exists.'],
    [
      'Password',
      { Password: 'short', 'Confirm Password': 'short' },
      'The password needs at least 8 characters.',
    ],
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
    await user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText(`Error: ${ERROR_TEXTS.internal}`)).toBeVisible()
    expect(screen.getByText(ERROR_TEXTS.internal)).toBeVisible()
    await user.type(screen.getByLabelText('Name'), ' Lovelace')
    expect(screen.queryByText(ERROR_TEXTS.internal)).not.toBeInTheDocument()
  })
})

describe('Google', () => {
  test('is a link of the form', async () => {
    renderApp('/')
    const link = within(await form('Login')).getByRole('link', { name: /Google/ })
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

test('whoever goes on to another page while the login is under way is signed in and stays there', async () => {
  const { email, password } = backend.addUser({ name: 'Ada' })
  const release = backend.holds(login)
  const { user } = renderApp('/login')
  await fill(user, { Email: email, Password: password })
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(sentRequests('POST', '/api/user/login')).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Catchword' }))
  release()
  expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
  await quiet()
  expect(window.location.pathname).toBe('/')
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sessionChangedInOtherTab } from './store/authSlice.ts'
import { backend } from './test/backend.ts'
import { fill, renderApp, signIn } from './test/renderApp.tsx'

const navbar = () => screen.queryByRole('navigation', { name: 'Main' })

describe('routes of docs/product.md 2.1', () => {
  test('/ is the landing page, with the form for a visitor', async () => {
    renderApp('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Login' })).toBeVisible()
    expect(navbar()).toBeVisible()
  })

  test.each([
    ['/login', 'Login'],
    ['/register', 'Register'],
  ])('%s is the form alone, without navbar, with the footer', async (url, title) => {
    renderApp(url)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(navbar()).not.toBeInTheDocument()
    expect(screen.getByRole('contentinfo')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Explore Now' })).not.toBeInTheDocument()
  })

  test.each(['/login/', '/register/', '/Login'])('%s is the form alone too', async (url) => {
    renderApp(url)
    const title = url === '/register/' ? 'Register' : 'Login'
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(navbar()).not.toBeInTheDocument()
  })

  test.each([
    ['/categories', 'Discover Your Interests'],
    ['/recommendations', 'Recommendations'],
    ['/favorites', 'Your Favorite Books'],
    ['/want-to-read', 'Books You Want to Read'],
    ['/import', 'Import your library'],
    ['/profile', 'Catchword'],
  ])('%s opens for a reader', async (url, heading) => {
    signIn()
    renderApp(url)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(navbar()).toBeVisible()
    expect(window.location.pathname).toBe(url)
  })

  test('/book/{id} is open to visitors', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Middlemarch' } })
    renderApp(`/book/${book.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Middlemarch' })).toBeVisible()
    expect(navbar()).toBeVisible()
  })

  test('a page that is opened from another begins at its top, with the focus on its main part', async () => {
    signIn()
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('link', { name: 'Categories' }))
    await screen.findByRole('heading', { level: 1, name: 'Discover Your Interests' })
    expect(screen.getByRole('main')).toHaveFocus()
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  })

  test('any other path is the last world, with a way home', async () => {
    const { user } = renderApp('/no/such/place')
    expect(
      await screen.findByRole('heading', { name: 'You have found the last world' }),
    ).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Go back to Home' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })
})

describe('/login and /register while signed in', () => {
  test.each(['/login', '/register'])(
    '%s leads to the recommendations, replacing history',
    async (url) => {
      signIn()
      const before = window.history.length
      renderApp(url)
      expect(await screen.findByRole('heading', { name: 'Recommendations' })).toBeInTheDocument()
      expect(window.location.pathname).toBe('/recommendations')
      expect(window.history).toHaveLength(before)
    },
  )
})

describe('/login and /register, while another tab signs in', () => {
  test.each(['/login', '/register'])('%s leads to the recommendations', async (url) => {
    const before = window.history.length
    const { store } = renderApp(url)
    await screen.findByRole('heading', { level: 1 })
    const { token, id, name } = signIn()
    act(() => void store.dispatch(sessionChangedInOtherTab({ token, user: { id, name } })))
    expect(await screen.findByRole('heading', { name: 'Recommendations' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/recommendations')
    expect(window.history).toHaveLength(before)
  })
})

describe('the toggle between the modes', () => {
  test('keeps the URL in step on /login and /register, and what was typed', async () => {
    const { user } = renderApp('/login')
    const before = window.history.length
    await fill(user, { Email: 'ada@example.org', Password: 'half a word' })
    await user.click(screen.getByRole('button', { name: 'Register instead' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Register' })).toBeVisible()
    expect(window.location.pathname).toBe('/register')
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
    expect(screen.getByLabelText('Password')).toHaveValue('half a word')

    await fill(user, { Name: 'Ada' })
    await user.click(screen.getByRole('button', { name: 'Log in instead' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    expect(window.location.pathname).toBe('/login')
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
    expect(window.history).toHaveLength(before)
  })

  test('leaves the URL alone on the landing page', async () => {
    const { user } = renderApp('/')
    const form = await screen.findByRole('region', { name: 'Login' })
    await fill(user, { Email: 'ada@example.org' })
    await user.click(within(form).getByRole('button', { name: 'Register instead' }))
    expect(await screen.findByRole('region', { name: 'Register' })).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  })
})

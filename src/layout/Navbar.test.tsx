import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getProfile } from '../../contract/profile.ts'
import { backend } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

function scrollPageTo(y: number): void {
  Object.defineProperty(window, 'pageYOffset', { configurable: true, value: y })
  fireEvent.scroll(window)
}

describe('the navbar', () => {
  test('has the name and the four links of docs/product.md 2.2, for visitors too', async () => {
    renderApp('/')
    const nav = await screen.findByRole('navigation', { name: 'Main' })
    const links = within(nav).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Categories', '/categories'],
      ['Favorites', '/favorites'],
      ['Recommendations', '/recommendations'],
    ])
    const banner = screen.getByRole('banner')
    const brand = within(banner).getByRole('link', { name: 'Catchword' })
    expect(brand).toHaveAttribute('href', '/')
    expect(brand.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
    expect(within(banner).getByRole('search')).toBeVisible()
  })

  test('welcomes a visitor and shows the way to the form', async () => {
    const { user } = renderApp('/')
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Profile menu' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Login / Register' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    expect(window.location.pathname).toBe('/login')
  })

  test("a visitor's profile icon ends in the guard", async () => {
    const { user } = renderApp('/')
    const icon = await screen.findByRole('link', { name: 'Profile' })
    expect(icon).toHaveAttribute('href', '/profile')
    await user.click(icon)
    expect(await screen.findByText('User not found. Please log in.')).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })

  test('greets a reader whose name is not known yet with Hello', async () => {
    signIn({ name: 'Ada' })
    localStorage.removeItem('username')
    const { id = '' }: { id?: string } = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify({ id }))
    const release = backend.holds(getProfile)
    renderApp('/')
    expect(await screen.findByText(/^Hello$/)).toBeVisible()
    release()
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
  })

  test('leads to each of its pages', async () => {
    signIn()
    const { user } = renderApp('/')
    const nav = await screen.findByRole('navigation', { name: 'Main' })
    const headings = [
      ['Categories', 'Discover Your Interests'],
      ['Favorites', 'Your Favorite Books'],
      ['Recommendations', 'Recommendations'],
      ['Home', 'Catchword'],
    ] as const
    for (const [name, heading] of headings) {
      await user.click(within(nav).getByRole('link', { name }))
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
      expect(within(nav).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    }
  })
})

describe('the footer', () => {
  test('has the year, the name and the credit', async () => {
    renderApp('/login')
    const footer = await screen.findByRole('contentinfo')
    expect(footer).toHaveTextContent(`© ${new Date().getFullYear()} Catchword`)
    const credit = within(footer).getByRole('link', { name: 'HackYourFuture cohort 48, group B' })
    const href = 'https://github.com/HackYourFuture/cohort48-project-group-B'
    expect(credit).toHaveAttribute('href', href)
    expect(credit).toHaveAttribute('rel', 'noopener noreferrer')
  })
})

describe('scroll to top', () => {
  test('is there past 300 px, not at 300, and scrolls up', async () => {
    const { user } = renderApp('/')
    await screen.findByRole('contentinfo')
    try {
      scrollPageTo(300)
      expect(screen.queryByRole('button', { name: 'Scroll to top' })).not.toBeInTheDocument()
      scrollPageTo(301)
      await user.click(await screen.findByRole('button', { name: 'Scroll to top' }))
      expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' })
      expect(screen.getByRole('main')).toHaveFocus()
      scrollPageTo(300)
      await waitFor(() =>
        expect(screen.queryByRole('button', { name: 'Scroll to top' })).not.toBeInTheDocument(),
      )
    } finally {
      scrollPageTo(0)
    }
  })
})

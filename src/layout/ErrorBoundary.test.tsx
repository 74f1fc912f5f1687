import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError } from '../lib/lazyWithReload.ts'
import { quiet } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** The title of the page that fails to render at the moment. */
const broken = vi.hoisted(() => ({ title: '' }))

function breaksAs(title: string): void {
  if (broken.title === title) throw new Error(`${title} is broken.`)
}

// What every screen calls as it renders: its title. The landing page names none.
vi.mock('../components/usePageTitle.ts', () => ({
  usePageTitle: (title = 'Landing') => breaksAs(title),
}))

const complaint = vi.spyOn(console, 'error')

beforeEach(() => {
  complaint.mockReturnValue()
})

afterEach(() => {
  broken.title = ''
  // React reports it on the console; that is what these tests are about.
  complaint.mockReset()
})

const alert = () => screen.findByText('This page could not be shown')

test.each([
  ['/', 'Landing'],
  ['/login', 'Login'],
])('a crash of %s leaves the footer and a way to reload', async (path, title) => {
  broken.title = title
  renderApp(path)
  expect(await alert()).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByRole('contentinfo')).toBeVisible()
  await quiet()
})

test('a crash leaves every other page', async () => {
  signIn({ name: 'Ada' })
  broken.title = 'Favorites'
  const { user } = renderApp('/favorites')
  await alert()
  broken.title = ''
  await user.click(screen.getByRole('link', { name: 'Categories' }))
  expect(await screen.findByText('Confirm')).toBeVisible()
  expect(screen.queryByText('This page could not be shown')).not.toBeInTheDocument()
  await quiet()
})

function MissingPage(): never {
  throw new ChunkLoadError('A chunk did not load.')
}

test('a chunk that cannot be loaded, as after a new version, says so', () => {
  render(
    <ErrorBoundary key="/favorites">
      <MissingPage />
    </ErrorBoundary>,
  )
  expect(screen.getByText('Part of this page could not be loaded. Please reload it.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})

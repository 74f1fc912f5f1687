import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { READER } from '../../mocks/scenarioState.ts'
import type { ScenarioName } from '../../mocks/scenarios.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { quiet } from '../test/backend.ts'
import { renderApp } from '../test/renderApp.tsx'
import { writeSession } from '../state/storedSession.ts'

/** Every text of the error catalogue (section 8), provoked by its named scenario. */

function play(name: ScenarioName, url: string): UserEvent {
  const session = fakeBackend.play(name)
  if (session) writeSession({ token: session.token, user: { id: READER.id, name: READER.name } })
  return renderApp(url).user
}

const firstHeart = async (user: UserEvent, name: string) => {
  const [heart] = await screen.findAllByRole('button', { name })
  if (!heart) throw new Error('There is no heart.')
  await user.click(heart)
}

/** What the alerts of the page say, without their buttons. */
const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent.replace(/(Try again|Close)$/, ''))

describe('each scenario says its message', () => {
  test("preferencesSaveFails: 'An error occurred. Please try again.'", async () => {
    const user = play('preferencesSaveFails', '/categories')
    const tiles = await screen.findByRole('list', { name: 'Interests' })
    const tile = await within(tiles).findByRole('button', { name: 'Travel' })
    await user.click(tile)
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(alerts()).toContain('An error occurred. Please try again.'))
  })

  test.each<[ScenarioName, string, string]>([
    ['sessionExpired', '/recommendations', 'User not authenticated. Please log in.'],
    ['recommendationsFail', '/recommendations', 'Error fetching books.'],
    ['preferencesWrongShape', '/recommendations', 'User preferences not found or invalid.'],
    ['preferencesFetchFails', '/recommendations', 'Failed to fetch user preferences.'],
    ['favoriteAuthorsFail', '/recommendations', 'Failed to fetch books by favorite authors.'],
    ['bookDetailFails', '/book/dracula', 'Error loading the book details.'],
    ['favoritesFail', '/favorites', 'Failed to load favorite books.'],
  ])('%s at %s: %j', async (name, url, text) => {
    play(name, url)
    await waitFor(() => expect(alerts()).toContain(text))
    await quiet()
  })

  test("saveAuthorFails: 'Failed to save author.'", async () => {
    const user = play('saveAuthorFails', '/recommendations')
    await firstHeart(user, 'Add to favorites')
    await waitFor(() => expect(alerts()).toContain('Failed to save author.'))
  })

  test("saveFavoriteFails: 'Failed to save favorite book.'", async () => {
    const user = play('saveFavoriteFails', '/recommendations')
    await firstHeart(user, 'Add to favorites')
    await waitFor(() => expect(alerts()).toContain('Failed to save favorite book.'))
  })

  test("favoritesUpdateFails: the alert 'Failed to update favorite books.'", async () => {
    const user = play('favoritesUpdateFails', '/favorites')
    await firstHeart(user, 'Remove from favorites')
    await waitFor(() => expect(alerts()).toContain('Failed to update favorite books.'))
  })

  test("searchFails: 'Error fetching data: ' and the server's words", async () => {
    const user = play('searchFails', '/')
    await user.type(await screen.findByRole('combobox'), 'emma{Enter}')
    await waitFor(() =>
      expect(alerts()).toContain(
        'Error fetching data: Something went wrong on our side. Please try again.',
      ),
    )
  })

  test("loginRejected: 'Error: ' and the server's words", async () => {
    const user = play('loginRejected', '/login')
    await user.type(await screen.findByLabelText('Email'), 'ada@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(alerts()).toContain('Error: Invalid email or password.'))
  })

  test("registerEmailTaken: 'Error: ' and the server's words", async () => {
    const user = play('registerEmailTaken', '/register')
    await user.type(await screen.findByLabelText('Name'), 'Ada')
    await user.type(screen.getByLabelText('Email'), 'ada@example.org')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.type(screen.getByLabelText('Confirm Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await waitFor(() =>
      expect(alerts()).toContain('Error: An account with this email already exists.'),
    )
  })
})

describe('the usual scenario says the rest', () => {
  test("happyPath at /favorites: 'User not found. Please log in.'", async () => {
    play('happyPath', '/favorites')
    await waitFor(() => expect(alerts()).toEqual(['User not found. Please log in.']))
  })

  test("happyPath: 'Please log in to search for books.'", async () => {
    const user = play('happyPath', '/')
    await user.type(await screen.findByRole('combobox'), 'emma{Enter}')
    await waitFor(() => expect(alerts()).toContain('Please log in to search for books.'))
  })

  test("happyPath at /book/dracula: a visitor's heart says 'User not authenticated. Please log in.'", async () => {
    const user = play('happyPath', '/book/dracula')
    await firstHeart(user, 'Add to favorites')
    await waitFor(() => expect(alerts()).toContain('User not authenticated. Please log in.'))
  })

  test("happyPath at /register: 'Passwords do not match.'", async () => {
    const user = play('happyPath', '/register')
    await user.type(await screen.findByLabelText('Name'), 'Ada')
    await user.type(screen.getByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.type(screen.getByLabelText('Confirm Password'), 'correct house')
    await user.click(screen.getByRole('button', { name: 'Register' }))
    await waitFor(() => expect(alerts()).toContain('Passwords do not match.'))
  })

  test("happyPath at /login: 'Welcome back, {name}!', then 'Preferences saved successfully!'", async () => {
    const user = play('happyPath', '/login')
    await user.type(await screen.findByLabelText('Email'), READER.email)
    await user.type(screen.getByLabelText('Password'), READER.password)
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(alerts()).toContain('Welcome back, Ada!'))
    await user.click(await screen.findByRole('link', { name: 'Discover your interests' }))
    await user.click(await screen.findByRole('button', { name: 'Travel' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(alerts()).toContain('Preferences saved successfully!'))
  })

  test.each<[ScenarioName, string, string]>([
    ['recommendationsEmpty', '/recommendations', 'No books available for this preference.'],
    ['recommendationsSlow', '/recommendations', 'Loading...'],
    ['favoritesEmpty', '/favorites', 'No favorite books yet \u{1F937}\u2640\uFE0F !'],
    ['favorites404', '/favorites', 'No favorite books yet \u{1F937}\u2640\uFE0F !'],
  ])('%s at %s: the status %j', async (name, url, text) => {
    play(name, url)
    await waitFor(() => {
      const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
      expect(said).toContain(text)
    })
  })

  test("searchEmpty: 'No books found.'", async () => {
    const user = play('searchEmpty', '/')
    await user.type(await screen.findByRole('combobox'), 'emma{Enter}')
    expect(await screen.findByText('No books found.')).toBeVisible()
  })

  test('bookBare: every fallback of the detail page', async () => {
    play('bookBare', '/book/bare')
    expect(await screen.findByText('No detailed description available.')).toBeVisible()
    expect(screen.getByText('Unknown')).toBeVisible()
    expect(screen.getAllByText('N/A')).toHaveLength(2)
  })
})

describe('what is only logged stays silent', () => {
  test.each<ScenarioName>(['profileFails', 'navbarPreferencesFail'])('%s', async (name) => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    play(name, '/')
    await waitFor(() => expect(logged).toHaveBeenCalled())
    await quiet()
    expect(screen.queryByRole('alert')).toBeNull()
    logged.mockRestore()
  })

  test('uploadFails', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const user = play('uploadFails', '/')
    await screen.findByRole('button', { name: 'Profile menu' })
    const picture = new File(['picture'], 'me.png', { type: 'image/png' })
    await user.upload(screen.getByLabelText('Photo to upload'), picture)
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith('Image upload failed', expect.anything()),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    logged.mockRestore()
  })
})

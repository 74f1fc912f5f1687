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

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getPreferences, savePreferences } from '../../../contract/preferences.ts'
import { backend, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

const INTERESTS = [
  'Fiction',
  'Non-Fiction',
  'Mystery',
  'Fantasy',
  'Romance',
  'Sci-Fi',
  'Thriller',
  'Food & Cooking',
  'Biography',
  'Self-Help',
  'Historical Fiction',
  'Young Adult',
  'Horror',
  'Graphic Novels',
  'Poetry',
  'Business',
  'Travel',
  'Health & Fitness',
  "Children's Books",
  'True Crime',
]

const tile = (name: string) => screen.findByRole('button', { name })
const confirmButton = () => screen.getByRole('button', { name: 'Confirm' })

async function pressed(): Promise<string[]> {
  await tile('Fiction')
  return screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent ?? '')
}

describe('the interest picker', () => {
  test('offers the interests in order, none chosen, Confirm disabled', async () => {
    signIn()
    renderApp('/categories')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Discover Your Interests' }),
    ).toBeVisible()
    await tile('Fiction')
    const tiles = within(screen.getByRole('list', { name: 'Interests' })).getAllByRole('button')
    expect(tiles.map((button) => button.textContent)).toEqual(INTERESTS)
    for (const button of tiles) expect(button).toHaveAttribute('aria-pressed', 'false')
    expect(confirmButton()).toBeDisabled()
  })

  test('has the saved interests chosen, and says Loading... as a status while they come', async () => {
    signIn({ preferences: ['Mystery', 'Travel'] })
    const release = backend.holds(getPreferences)
    renderApp('/categories')
    await screen.findByRole('heading', { name: 'Discover Your Interests' })
    const page = within(screen.getByRole('main'))
    expect(page.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/)
    expect(confirmButton()).toBeDisabled()
    release()
    expect(await pressed()).toEqual(['Mystery', 'Travel'])
    expect(screen.getByText(`2 of ${INTERESTS.length} chosen`)).toBeVisible()
  })
})

describe('Confirm', () => {
  test("replaces the saved list, in the specification's order, and leads on", async () => {
    const reader = signIn({ preferences: ['Travel', 'Mystery'] })
    const { user } = renderApp('/categories')
    await user.click(await tile('True Crime'))
    await user.click(await tile('Fiction'))
    await user.click(await tile('Mystery'))
    await user.click(confirmButton())
    expect(await screen.findByText('Preferences saved successfully!')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/recommendations'))
    expect(backend.account(reader.id).preferences).toEqual(['Fiction', 'Travel', 'True Crime'])
    // The shelves are those of the new list.
    expect(await screen.findByRole('region', { name: 'Best Fiction Books' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Best Mystery Books' })).not.toBeInTheDocument()
  })

  test('waits for its response with the button disabled, which keeps the focus', async () => {
    const reader = signIn({ preferences: ['Travel'] })
    const release = backend.holds(savePreferences)
    const { user } = renderApp('/categories')
    await tile('Travel')
    await user.click(confirmButton())
    await waitFor(() => expect(confirmButton()).toHaveAttribute('aria-disabled', 'true'))
    expect(confirmButton()).toHaveFocus()
    await user.keyboard('{Enter}')
    release()
    expect(await screen.findByText('Preferences saved successfully!')).toBeVisible()
    expect(sentRequests('PUT', `/api/user/${reader.id}`)).toHaveLength(1)
  })

  test('a failure is said in an alert; the choice stays and can be sent again', async () => {
    const reader = signIn()
    backend.fails(savePreferences)
    const { user } = renderApp('/categories')
    await user.click(await tile('Poetry'))
    await user.click(confirmButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error occurred. Please try again.',
    )
    expect(await pressed()).toEqual(['Poetry'])
    // Whoever chooses on has read it.
    await user.click(await tile('Travel'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    backend.recovers()
    await user.click(confirmButton())
    await waitFor(() =>
      expect(backend.account(reader.id).preferences).toEqual(['Poetry', 'Travel']),
    )
  })
})

describe('the saved interests', () => {
  test.each([
    ['Failed to fetch user preferences.', () => backend.fails(getPreferences)],
    [
      'User preferences not found or invalid.',
      () => backend.responds(getPreferences, { preferences: 'all' }),
    ],
  ])('that are unknown are never replaced, Confirm waits: %s', async (words, damage) => {
    const { id } = signIn({ preferences: ['Poetry', 'Travel'] })
    damage()
    const { user } = renderApp('/categories')
    await user.click(await tile('Business'))
    expect(confirmButton()).toBeDisabled()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(words)
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(confirmButton()).toBeEnabled())
    await user.click(confirmButton())
    await waitFor(() => expect(window.location.pathname).toBe('/recommendations'))
    expect(backend.account(id).preferences).toEqual(['Poetry', 'Business', 'Travel'])
  })
})

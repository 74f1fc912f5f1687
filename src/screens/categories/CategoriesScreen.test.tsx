import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getPreferences, savePreferences } from '../../../contract/preferences.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
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

  test('a tile toggles, and Confirm follows', async () => {
    signIn()
    const { user } = renderApp('/categories')
    await user.click(await tile('Poetry'))
    expect(await tile('Poetry')).toHaveAttribute('aria-pressed', 'true')
    expect(confirmButton()).toBeEnabled()
    await user.click(await tile('Poetry'))
    expect(await tile('Poetry')).toHaveAttribute('aria-pressed', 'false')
    expect(confirmButton()).toBeDisabled()
  })

  test('has the saved interests chosen, asked for with the bearer', async () => {
    const reader = signIn({ preferences: ['Travel', 'Mystery'] })
    renderApp('/categories')
    expect(await pressed()).toEqual(['Mystery', 'Travel'])
    expect(confirmButton()).toBeEnabled()
    const [requested] = sentRequests('GET', `/api/user/${reader.id}/preferences`)
    expect(requested?.authorization).toBe(`Bearer ${reader.token}`)
  })

  test('says Loading... as a status while they come', async () => {
    signIn({ preferences: ['Horror'] })
    const release = backend.holds(getPreferences)
    renderApp('/categories')
    await screen.findByRole('heading', { name: 'Discover Your Interests' })
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent(
      /^Loading\.\.\.$/,
    )
    expect(document.querySelectorAll('.MuiSkeleton-root')).toHaveLength(INTERESTS.length)
    expect(confirmButton()).toBeDisabled()
    expect(screen.queryByText(/chosen/)).not.toBeInTheDocument()
    release()
    expect(await pressed()).toEqual(['Horror'])
    expect(document.querySelectorAll('.MuiSkeleton-root')).toHaveLength(0)
    expect(screen.getByText(`1 of ${INTERESTS.length} chosen`)).toBeVisible()
  })

  test('accepts a bare list', async () => {
    signIn()
    backend.responds(getPreferences, ['Horror'])
    renderApp('/categories')
    expect(await pressed()).toEqual(['Horror'])
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
    const [sent, ...more] = sentRequests('PUT', `/api/user/${reader.id}`)
    expect(more).toEqual([])
    expect(sent?.authorization).toBe(`Bearer ${reader.token}`)
    expect(JSON.parse((await sent?.text()) ?? '')).toEqual({
      preferences: ['Fiction', 'Travel', 'True Crime'],
    })
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
    expect(window.location.pathname).toBe('/categories')
    // Whoever chooses on has read it.
    await user.click(await tile('Travel'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    backend.recovers()
    await user.click(confirmButton())
    expect(await screen.findByText('Preferences saved successfully!')).toBeVisible()
    expect(backend.account(reader.id).preferences).toEqual(['Poetry', 'Travel'])
  })
})

describe('the saved interests', () => {
  test('that cannot be fetched say so; Try again works', async () => {
    signIn({ preferences: ['Poetry'] })
    backend.fails(getPreferences)
    const { user } = renderApp('/categories')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to fetch user preferences.')
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await pressed()).toEqual(['Poetry']))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['cannot be fetched', () => backend.fails(getPreferences)],
    ['have a wrong shape', () => backend.responds(getPreferences, { preferences: 'all' })],
  ])('that %s are never replaced: Confirm waits for Try again', async (_how, damage) => {
    const { id } = signIn({ preferences: ['Poetry', 'Travel'] })
    damage()
    const { user } = renderApp('/categories')
    await user.click(await tile('Business'))
    expect(confirmButton()).toBeDisabled()
    await user.click(
      within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }),
    )
    await quiet()
    expect(confirmButton()).toBeDisabled()
    await user.click(confirmButton())
    await quiet()
    expect(backend.account(id).preferences).toEqual(['Poetry', 'Travel'])
    backend.recovers()
    await user.click(
      within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }),
    )
    await waitFor(() => expect(confirmButton()).toBeEnabled())
    await user.click(confirmButton())
    await waitFor(() => expect(window.location.pathname).toBe('/recommendations'))
    expect(backend.account(id).preferences).toEqual(['Poetry', 'Business', 'Travel'])
  })

  test('fetched later keep what was chosen and what was taken out meanwhile', async () => {
    signIn({ preferences: ['Poetry', 'Travel'] })
    backend.fails(getPreferences)
    const { user } = renderApp('/categories')
    const alert = await screen.findByRole('alert')
    await user.click(await tile('Business'))
    await user.click(await tile('Travel'))
    await user.click(await tile('Travel'))
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await pressed()).toEqual(['Poetry', 'Business']))
  })

  test('in a wrong shape are said to be invalid; Try again works', async () => {
    signIn({ preferences: ['Poetry'] })
    backend.responds(getPreferences, { preferences: 'all' })
    const { user } = renderApp('/categories')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('User preferences not found or invalid.')
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await pressed()).toEqual(['Poetry']))
    await quiet()
  })
})

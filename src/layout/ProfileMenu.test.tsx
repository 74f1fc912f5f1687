import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getNavbarPreferences } from '../../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { atOrigin } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stubForms } from '../test/nodeForms.ts'
import { stored } from '../test/readerStore.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

const menuButton = () => screen.findByRole('button', { name: 'Profile menu' })

function pictureIn(button: HTMLElement): string | null | undefined {
  return button.querySelector('img')?.getAttribute('src')
}

async function choose(user: ReturnType<typeof renderApp>['user']): Promise<HTMLElement> {
  const button = await menuButton()
  await quiet()
  const picker = screen.getByLabelText('Photo to upload')
  const opened = vi.fn<() => void>()
  picker.addEventListener('click', opened, { once: true })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Upload Photo' }))
  expect(opened).toHaveBeenCalledOnce()
  await user.upload(picker, new File([PNG], 'me.png', { type: 'image/png' }))
  return button
}

describe('the profile picture', () => {
  test('is the default until the profile answers, then the one of the profile', async () => {
    signIn({ picture: 'ada.webp' })
    const release = backend.holds(getProfile)
    renderApp('/')
    const button = await menuButton()
    expect(pictureIn(button)).toBe('/default-avatar.svg')
    release()
    await waitFor(() => expect(pictureIn(button)).toBe('/media/ada.webp'))
    expect(sentRequests('GET', '/api/profile')).toHaveLength(1)
  })

  test('and the interests fail silently: only logged', async () => {
    signIn()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    backend.fails(getProfile)
    backend.fails(getNavbarPreferences)
    renderApp('/')
    const button = await menuButton()
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith('Profile fetch failed', expect.anything()),
    )
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith('Profile preferences fetch failed', expect.anything()),
    )
    expect(pictureIn(button)).toBe('/default-avatar.svg')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    warn.mockRestore()
  })
})

describe('the profile menu', () => {
  test('opens on a click of the picture with its items', async () => {
    signIn({ name: 'Ada' })
    const { user } = renderApp('/')
    const button = await menuButton()
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    await user.click(button)
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    expect(items.map((item) => item.textContent.trim())).toEqual([
      'Upload Photo',
      'Ada',
      'Want to read',
      'Import your library',
      'Logout',
    ])
  })

  test('closes on a click outside and on Escape', async () => {
    signIn()
    const { user } = renderApp('/')
    const button = await menuButton()
    await user.click(button)
    const popup = (await screen.findByRole('menu')).closest('[role="navigation"]')
    const outside = popup?.firstElementChild
    if (!outside) throw new Error('There is nothing outside the menu.')
    await user.click(outside)
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(button).toHaveAttribute('aria-expanded', 'false')

    await user.click(button)
    await screen.findByRole('menu')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(button).toHaveFocus()
  })
})

describe('Logout', () => {
  test('leads to / without the toast of the guard, and leaves nothing behind', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'The Secret Garden' } })
    signIn({ favorites: [book.id], preferences: ['Poetry'] })
    const { user, store } = renderApp('/favorites')
    await screen.findByRole('link', { name: 'The Secret Garden' })
    await waitFor(() => expect(localStorage.getItem('favorites')).toContain(book.id))
    await user.click(await menuButton())
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(window.location.pathname).toBe('/')
    await quiet()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(sentRequests('POST', '/api/user/logout')).toHaveLength(1)
    await waitFor(() => expect(stored()).toEqual({}))
    // Every cached response is forgotten.
    expect(JSON.stringify(store.getState())).not.toContain('The Secret Garden')
  })
})

describe('Upload Photo', () => {
  let unstub: () => void
  beforeEach(async () => {
    unstub = await stubForms()
  })
  afterEach(() => unstub())

  test('shows the chosen file at once and keeps showing it', async () => {
    signIn({ picture: 'ada.webp' })
    const { promise: used, resolve: take } = Promise.withResolvers<undefined>()
    let form = ''
    fakeBackend.use(
      http.post(atOrigin('/api/profile/upload'), async ({ request }) => {
        form = new TextDecoder('latin1').decode(await request.arrayBuffer())
        await used
        return HttpResponse.json({ profileImageUrl: '/media/new.webp' })
      }),
    )
    const { user } = renderApp('/')
    const button = await choose(user)
    expect(pictureIn(button)).toBe('blob:preview')
    take(undefined)
    await quiet()
    expect(pictureIn(button)).toBe('blob:preview')
    expect(form).toContain('name="profileImage"; filename="me.png"')
  })

  test('rolls back to the former picture where the upload fails, without a message', async () => {
    signIn({ picture: 'ada.webp' })
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    backend.fails(uploadProfileImage)
    const { user } = renderApp('/')
    const button = await choose(user)
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith(
        'Image upload failed',
        expect.objectContaining({ status: 500 }),
      ),
    )
    await waitFor(() => expect(pictureIn(button)).toBe('/media/ada.webp'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    warn.mockRestore()
    // A browser tells of no change where the same file is chosen that the field holds.
    expect(screen.getByLabelText<HTMLInputElement>('Photo to upload').files).toHaveLength(0)
  })
})

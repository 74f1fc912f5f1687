import { configure, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { File as NodeFile } from 'node:buffer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getNavbarPreferences } from '../../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { atOrigin } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stored } from '../test/readerStore.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

// The first page of a file also loads its chunks, on a busy machine for a long time.
configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 90_000 })

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

  test.each(['https://elsewhere.example/a.png', 'data:image/png;base64,AAAA'])(
    'may be %s',
    async (profileImage) => {
      signIn()
      backend.responds(getProfile, { profileImage })
      renderApp('/')
      const button = await menuButton()
      await waitFor(() => expect(pictureIn(button)).toBe(profileImage))
    },
  )

  test('is not requested by a visitor', async () => {
    renderApp('/')
    await screen.findByRole('link', { name: 'Login / Register' })
    await quiet()
    expect(sentRequests('GET', '/api/profile')).toEqual([])
  })

  test('and the interests fail silently: only logged', async () => {
    const reader = signIn()
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
    const [request] = sentRequests('GET', `/api/users/${reader.id}/preferences`)
    expect(request?.authorization).toBe(`Bearer ${reader.token}`)
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

  test('leads to the books to read, with the focus on their page', async () => {
    signIn()
    const { user } = renderApp('/')
    await user.click(await menuButton())
    await user.click(await screen.findByRole('menuitem', { name: 'Want to read' }))
    await screen.findByRole('heading', { level: 1, name: 'Books You Want to Read' })
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(screen.getByRole('main')).toHaveFocus()
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

  test('closes as the focus leaves it by Tab, and on selection', async () => {
    signIn({ name: 'Ada' })
    const { user } = renderApp('/')
    const button = await menuButton()
    await user.click(button)
    await screen.findByRole('menu')
    await user.keyboard('{Tab}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())

    await user.click(button)
    await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  })

  test('the name opens the account dialog, on whatever page', async () => {
    signIn({ name: 'Ada' })
    const { user } = renderApp('/favorites')
    await user.click(await menuButton())
    await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
    const dialog = await screen.findByRole('dialog', { name: 'Your account' })
    expect(within(dialog).getByText('Ada')).toBeInTheDocument()
    expect(window.location.pathname).toBe('/favorites')
  })
})

describe('Logout', () => {
  test('leads to / without the toast of the guard, and leaves nothing behind', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'The Secret Garden' } })
    const reader = signIn({ favorites: [book.id], preferences: ['Poetry'] })
    const { user, store } = renderApp('/favorites')
    await screen.findByRole('link', { name: 'The Secret Garden' })
    await waitFor(() => expect(localStorage.getItem('favorites')).toContain(book.id))
    await user.click(await menuButton())
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(window.location.pathname).toBe('/')
    await quiet()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    const [request] = sentRequests('POST', '/api/user/logout')
    expect(request?.authorization).toBe(`Bearer ${reader.token}`)
    await waitFor(() => expect(stored()).toEqual({}))
    // Every cached response is forgotten.
    expect(JSON.stringify(store.getState())).not.toContain('The Secret Garden')
  })
})

describe('Upload Photo', () => {
  // jsdom's files and forms lose their bytes on the way through Node's fetch; Node's own do not.
  const { File: JsdomFile, FormData: JsdomFormData } = globalThis
  beforeEach(async () => {
    const form = await new Response(new URLSearchParams()).formData()
    vi.stubGlobal('FormData', form.constructor)
    vi.stubGlobal('File', NodeFile)
  })
  afterEach(() => {
    vi.stubGlobal('FormData', JsdomFormData)
    vi.stubGlobal('File', JsdomFile)
  })

  test('shows the chosen file at once and keeps showing it', async () => {
    const reader = signIn({ picture: 'ada.webp' })
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
    const [upload] = sentRequests('POST', '/api/profile/upload')
    expect(upload?.authorization).toBe(`Bearer ${reader.token}`)
    expect(form).toContain('name="profileImage"; filename="me.png"')
    expect(form).toContain(new TextDecoder('latin1').decode(PNG))
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
  })

  test('takes the same file again after a failure', async () => {
    signIn()
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    backend.fails(uploadProfileImage)
    const { user } = renderApp('/')
    await choose(user)
    const failed = ['Image upload failed', expect.anything()]
    await waitFor(() => expect(warn).toHaveBeenCalledWith(...failed))
    warn.mockRestore()
    backend.recovers()
    // A browser tells of no change where the same file is chosen that the field holds.
    const picker: HTMLInputElement = screen.getByLabelText('Photo to upload')
    expect(picker.files).toHaveLength(0)
    await user.upload(picker, new File([PNG], 'me.png', { type: 'image/png' }))
    await waitFor(() => expect(sentRequests('POST', '/api/profile/upload')).toHaveLength(2))
  })

  test('releases the chosen file when the reader logs out', async () => {
    signIn()
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    revoke.mockClear()
    const { user } = renderApp('/')
    const button = await choose(user)
    await quiet()
    expect(revoke).not.toHaveBeenCalledWith('blob:preview')
    // The form of the landing page reads its fields with the browser's own.
    vi.stubGlobal('FormData', JsdomFormData)
    await user.click(button)
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await screen.findByRole('link', { name: 'Login / Register' })
    expect(revoke).toHaveBeenCalledWith('blob:preview')
  })
})

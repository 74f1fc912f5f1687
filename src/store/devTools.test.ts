// First: Redux Toolkit looks for the extension as it loads.
import { shown } from '../test/devToolsExtension.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp } from '../test/renderApp.tsx'
import { maskPrivate } from './devTools.ts'

test(
  'a whole session shows Redux DevTools its requests, and nothing private',
  { timeout: 60_000 },
  async () => {
    const reader = backend.addUser({
      name: 'Zqx Lovelace',
      email: 'zqx@example.org',
      password: 'zqx battery staple',
      preferences: ['Poetry'],
    })
    backend.clearBooks()
    const book = backend.addBook({ volumeInfo: { categories: ['Poetry'] } })
    backend.responds(getProfile, {
      id: reader.id,
      name: reader.name,
      profileImage: 'data:image/png;base64,zqx',
    })
    const { user } = renderApp('/login')
    const fillIn = async (label: string, text: string) => {
      await user.clear(await screen.findByLabelText(label))
      await user.click(screen.getByLabelText(label))
      await user.paste(text)
    }
    await fillIn('Email', reader.email)
    await fillIn('Password', 'zqx wrong')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText(/^Error: /)).toBeVisible()
    await fillIn('Password', reader.password)
    await user.click(screen.getByRole('button', { name: 'Login' }))

    expect(await screen.findByRole('region', { name: 'Best Poetry Books' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Add to favorites' }))
    await quiet()
    const [{ authorization } = { authorization: null }] = sentRequests('GET', '/api/profile')
    const token = authorization?.replace('Bearer ', '') ?? ''
    expect(token).toHaveLength(43)

    backend.responds(uploadProfileImage, { profileImageUrl: '/media/zqx.png' })
    await user.upload(
      screen.getByLabelText('Photo to upload'),
      new File(['x'], 'zqx.png', { type: 'image/png' }),
    )
    await quiet()
    await user.click(screen.getByRole('button', { name: 'Profile menu' }))
    await user.click(await screen.findByRole('menuitem', { name: reader.name }))
    await user.click(await screen.findByRole('button', { name: 'Download your data' }))
    await user.click(await screen.findByRole('button', { name: 'Download as JSON' }))
    await screen.findByText('Your data has been downloaded.')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Profile menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await screen.findByText('Welcome to Catchword')
    await quiet()

    // The actions say which endpoint they belong to.
    expect(shown.types.filter((type) => /login|upload|exportAccount|logOut/.test(type))).toEqual([
      'booksApi/executeMutation/pending (login)',
      'booksApi/executeMutation/rejected (login)',
      'booksApi/executeMutation/pending (login)',
      'booksApi/executeMutation/fulfilled (login)',
      'booksApi/executeMutation/pending (uploadProfileImage)',
      'booksApi/executeMutation/fulfilled (uploadProfileImage)',
      'booksApi/executeMutation/pending (exportAccount)',
      'booksApi/executeMutation/fulfilled (exportAccount)',
      'booksApi/executeMutation/pending (logOut)',
      'booksApi/executeMutation/fulfilled (logOut)',
    ])
    expect(shown.text).toContain(book.volumeInfo.title)
    expect(shown.text).toContain(reader.id)
    expect(shown.text).not.toContain(token)
    // But for the ids of requests, which are random and may hold any three letters.
    const reported = shown.text.replaceAll(/\b[\w-]{21}\b/g, '')
    expect(reported.match(/.{0,80}(?:zqx|data:image).{0,80}/gi)).toBeNull()
  },
)

test('the mask keeps the shape, the ids and what is empty', () => {
  const state = {
    token: 'abc',
    currentPassword: 'abc',
    user: { id: 'u', name: 'Ada' },
    isLoggedIn: true,
    email: '',
    list: [{ authorization: 'Bearer abc' }],
    file: new File(['x'], 'ada.png'),
    volumeInfo: { title: 'Ada', authors: ['Ada'] },
  }
  expect(maskPrivate(state)).toEqual({
    token: '•••',
    currentPassword: '•••',
    user: { id: 'u', name: '•••' },
    isLoggedIn: true,
    email: '',
    list: [{ authorization: '•••' }],
    file: '[File]',
    volumeInfo: { title: 'Ada', authors: ['Ada'] },
  })
})

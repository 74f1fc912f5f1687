// First: Redux Toolkit looks for the extension as it loads.
import { devToolsWindow } from '../test/devToolsExtension.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { addFavoriteBook } from '../../contract/favorites.ts'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { login } from '../../contract/session.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp } from '../test/renderApp.tsx'
import { openDevTools } from './devTools.ts'
import { MASK, createMask } from './devToolsMask.ts'
import { writeSession } from './storedSession.ts'

// All of it in one page, by hand.
describe('a whole session', { timeout: 60_000 }, () => {
  // Every secret holds the mark; what a text in JSON would escape stands in some of them.
  test.each(['zqx', 'z$&q(.x"\\'])('leaves nothing of %s in DevTools', async (mark) => {
    const inFile = mark.replaceAll(/["\\]/g, '')
    let posted = ''
    const leave = () => {
      posted += devToolsWindow().posted()
    }
    const who = {
      name: `Ada ${mark} Lovelace`,
      email: 'ada.zqx@example.org',
      password: `pass ${mark} word`,
    }
    const echo = { error: `No ${who.email}, ${who.password}`, message: `Sorry, ${who.name}!` }
    backend.clearBooks()
    const book = backend.addBook({ volumeInfo: { title: 'Kim', categories: ['Poetry'] } })

    const { user } = renderApp('/register', openDevTools)
    const fillIn = async (label: string, text: string) => {
      await user.click(await screen.findByLabelText(label))
      await user.paste(text)
    }
    await fillIn('Name', who.name)
    await fillIn('Email', who.email)
    await fillIn('Password', who.password)
    await fillIn('Confirm Password', who.password)
    await user.click(screen.getByRole('button', { name: 'Register' }))
    const menu = await screen.findByRole('button', { name: 'Profile menu' })
    await quiet()
    const bearer = sentRequests('GET', '/api/profile')[0]?.authorization ?? ''
    expect(bearer).toMatch(/^Bearer ./)

    // A picture by its file, as a data URL and as a path.
    backend.answers(uploadProfileImage, { profileImageUrl: `/media/${inFile}.png` })
    backend.answers(getProfile, {
      id: 'someone',
      name: who.name,
      profileImage: `data:image/png;base64,${inFile}`,
    })
    await user.upload(
      screen.getByLabelText('Photo to upload'),
      new File(['x'], `${inFile}.png`, { type: 'image/png' }),
    )
    await waitFor(() => expect(devToolsWindow().log()).toContain('uploadProfileImage succeeded'))
    await quiet()

    // A heart that the server refuses in words that name the reader.
    backend.answers(addFavoriteBook, echo, 500)
    await user.click(screen.getByRole('button', { name: 'Poetry' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await user.click(await screen.findByRole('button', { name: 'Add to favorites' }))
    expect(await screen.findByText('Failed to save favorite book.')).toBeVisible()
    // Everything held about the reader, as one text.
    await user.click(menu)
    await user.click(await screen.findByRole('menuitem', { name: who.name }))
    await user.click(await screen.findByRole('button', { name: 'Download as JSON' }))
    await screen.findByText('Your data is among your downloads.')
    expect(devToolsWindow().log()).toContain('exportAccount succeeded')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(menu)
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await screen.findByText('Welcome to Catchword')
    await quiet()

    // Logins that fail in JSON, in HTML, in a bare text and on the way.
    await fillIn('Email', who.email)
    await fillIn('Password', who.password)
    for (const fail of [
      () => backend.answers(login, echo, 401),
      () => backend.answersHtml(login, 502),
      () => backend.answers(login, `${echo.error} ${echo.message}`),
      () => backend.unreachable(login),
    ]) {
      fail()
      const before = sentRequests('POST', '/api/user/login').length
      await user.click(screen.getByRole('button', { name: 'Login' }))
      await waitFor(() => expect(sentRequests('POST', '/api/user/login')).toHaveLength(before + 1))
      await quiet()
      const button = screen.getByRole('button', { name: 'Login' })
      await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
    }
    leave()

    // Another tab signs in as somebody else.
    writeSession({ token: `token ${mark}`, user: { id: 'u', name: who.name } })
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }))
    await waitFor(() => expect(devToolsWindow().log()).toContain('session/sessionChangedElsewhere'))
    await quiet()
    leave()

    // And somebody comes back from a sign-in elsewhere.
    const address = new URLSearchParams({
      token: `arrived ${mark}`,
      userId: 'v',
      isNewUser: 'false',
      name: who.name,
    })
    renderApp(`/?${address.toString()}`, openDevTools)
    await waitFor(() => expect(devToolsWindow().log()).toContain('session/sessionArrived'))
    await quiet()
    leave()

    expect(posted.length).toBeGreaterThan(10_000)
    expect(posted).toContain('login failed: 401')
    expect(posted).toContain(`addFavoriteFromRecommendations(\\"${book.id}\\") failed: 500`)
    expect(posted).not.toContain(bearer.replace('Bearer ', ''))
    expect(posted).not.toContain(mark)
    expect(posted).not.toContain(JSON.stringify(mark).slice(1, -1))
    // But for the ids of calls, which are random and may hold any three letters.
    const told = posted.replaceAll(/\b[\w-]{21}\b/g, '')
    expect(told).not.toMatch(/zqx|blob:|data:image/i)
  })
})

describe('the mask', () => {
  test('hides by key, and keeps the shape, the ids and what is empty', () => {
    const state = {
      token: 'abc',
      user: { id: 'u', name: 'Ada' },
      setAside: null,
      isLoggedIn: true,
      count: 3,
      email: '',
      list: [{ Authorization: 'Bearer abc' }],
    }
    expect(createMask()(state)).toEqual({
      token: MASK,
      user: { id: 'u', name: MASK },
      setAside: null,
      isLoggedIn: true,
      count: 3,
      email: '',
      list: [{ Authorization: MASK }],
    })
  })

  test('leaves books alone: their titles, and the links of their PDFs', () => {
    const book = {
      volumeInfo: { title: 'Emma', authors: ['Jane Austen'] },
      accessInfo: { pdf: { acsTokenLink: 'https://example.org/emma.pdf' } },
    }
    const mask = createMask()
    mask({ name: 'Emma' })
    mask({ username: 'Bo' })
    expect(mask(book)).toEqual(book)
    expect(mask({ error: { data: { message: 'Emma and Bo may not.' } } })).toEqual({
      error: { data: { message: `${MASK} and ${MASK} may not.` } },
    })
  })

  test('strikes secrets it has seen out of every text, in what was masked before too', () => {
    const mask = createMask()
    const late = { note: 'It was hunter22.' }
    expect(mask(late)).toEqual(late)
    mask({ password: 'hunter22' })
    expect(mask(late)).toEqual({ note: `It was ${MASK}.` })
    expect(mask('Write to ada@example.org')).toBe(`Write to ${MASK}`)
  })

  test('keeps the names of exceptions', () => {
    expect(createMask()({ error: { name: 'AbortError', message: 'Aborted' } })).toEqual({
      error: { name: 'AbortError', message: 'Aborted' },
    })
  })

  test('turns files, forms and other objects into a mask', () => {
    const file = new File(['x'], 'ada.png')
    expect(createMask()({ file, form: new FormData(), at: new Date(0) })).toEqual({
      file: MASK,
      form: MASK,
      at: MASK,
    })
  })

  test('is the same object for the same part of a state', () => {
    const mask = createMask()
    const state = { auth: { user: { name: 'Ada' } } }
    mask(state)
    expect(mask(state)).toBe(mask(state))
  })
})

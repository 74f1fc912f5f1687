// First: Redux Toolkit looks for the extension as it loads.
import { shown } from '../test/devToolsExtension.ts'
import { expect, test } from 'vitest'
import { getProfile, uploadProfileImage } from '../../contract/profile.ts'
import { booksApi } from '../api/booksApi.ts'
import { backend } from '../test/backend.ts'
import { openStore } from '../test/readerStore.ts'
import { maskPrivate } from './devTools.ts'
import { logOut } from './session.ts'
import { setMark } from './setMark.ts'

test('a whole session shows Redux DevTools its requests, and nothing private', async () => {
  const { id, email, password } = backend.addUser({
    name: 'Zqx Lovelace',
    email: 'zqx@example.org',
    password: 'zqx battery staple',
  })
  const book = backend.addBook()
  backend.responds(getProfile, { id, name: 'Zqx', profileImage: 'data:image/png;base64,zqx' })
  backend.responds(uploadProfileImage, { profileImageUrl: '/media/zqx.png' })
  const { endpoints } = booksApi
  const { dispatch } = await openStore()
  await dispatch(endpoints.login.initiate({ email, password: 'zqx wrong' }))
  const { data: session } = await dispatch(endpoints.login.initiate({ email, password }))
  expect(session?.token).toHaveLength(43)
  await dispatch(endpoints.getProfile.initiate())
  await dispatch(setMark(book, 'favorite', 'detail'))
  await dispatch(endpoints.uploadProfileImage.initiate(new File(['x'], 'zqx.png')))
  await dispatch(endpoints.exportAccount.initiate({ userId: id, format: 'json' }))
  await dispatch(logOut())

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
  expect(shown.text).toContain(id)
  expect(shown.text).not.toContain(session?.token)
  // But for the ids of requests, which are random and may hold any three letters.
  const reported = shown.text.replaceAll(/\b[\w-]{21}\b/g, '')
  expect(reported.match(/.{0,80}(?:zqx|data:image).{0,80}/gi)).toBeNull()
})

test('the mask keeps the shape, the ids and what is empty', () => {
  const state = {
    token: 'abc',
    user: { id: 'u', name: 'Ada' },
    email: '',
    list: [{ authorization: 'Bearer abc' }],
    file: new File(['x'], 'ada.png'),
    volumeInfo: { title: 'Ada', authors: ['Ada'] },
  }
  expect(maskPrivate(state)).toEqual({
    token: '•••',
    user: { id: 'u', name: '•••' },
    email: '',
    list: [{ authorization: '•••' }],
    file: '[File]',
    volumeInfo: { title: 'Ada', authors: ['Ada'] },
  })
})

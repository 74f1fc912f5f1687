import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { atOrigin } from '../address.ts'
import { fakeBackend } from '../node.ts'
import { READER } from '../reader.ts'

beforeAll(() => fakeBackend.listen())
afterEach(() => fakeBackend.reset())
afterAll(() => fakeBackend.close())

const ME = `/api/user/${READER.id}`
const TOKEN = `recorded-${READER.id}-`.padEnd(43, '0')

async function ask(call: string, sent?: unknown): Promise<unknown> {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(atOrigin(path), {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  expect(response.ok).toBe(true)
  return response.json()
}

async function titles(call: string): Promise<string[]> {
  const response = await fetch(atOrigin(call))
  const books: Book[] = await response.json()
  return books.map(({ volumeInfo }) => volumeInfo.title)
}

test('replays the evening that was recorded: registering, two interests, their shelves, a heart', async () => {
  const { session, path } = fakeBackend.play('recordedFirstEvening')
  expect({ session, path }).toEqual({ session: undefined, path: '/register' })

  const password = 'whatever is typed'
  const account = { name: 'Grace', email: 'grace@example.org', password, confirmPassword: password }
  expect(await ask('POST /api/user/register', account)).toEqual({
    token: TOKEN,
    id: READER.id,
    name: READER.name,
    message: 'Welcome to Catchword, Ada! Your account is ready.',
  })

  expect(await ask(`GET ${ME}/preferences`)).toEqual({ preferences: [] })
  const preferences = ['Mystery', 'Poetry']
  expect(await ask(`PUT ${ME}`, { preferences })).toEqual({
    message: 'Preferences saved successfully!',
    preferences,
  })
  expect(await ask(`GET ${ME}/preferences`)).toEqual({ preferences })

  expect(await titles('/api/recommendedBooks?preference=Mystery&startIndex=1')).toEqual([
    'The Big Sleep',
    'The Name of the Rose',
    'The Maltese Falcon',
    'The Talented Mr. Ripley',
    'Do Androids Dream of Electric Sheep?',
    'Holes',
    'The Curious Incident of the Dog in the Night-Time',
    'The Moonstone',
    'The Woman in White',
    'We Have Always Lived in the Castle',
  ])
  expect(await titles('/api/recommendedBooks?preference=Poetry&startIndex=10')).toHaveLength(10)

  expect(await titles(`${ME}/favoriteBooks`)).toEqual([])
  expect(await ask(`POST ${ME}/favoriteBook`, { bookId: 'the-big-sleep' })).toEqual({
    message: 'Added to favorites.',
  })
  expect(await ask(`PUT ${ME}/favoriteAuthors`, { author: 'Raymond Chandler' })).toEqual({
    message: 'Author saved.',
  })
  expect(await titles(`${ME}/favoriteBooks`)).toEqual(['The Big Sleep'])
})

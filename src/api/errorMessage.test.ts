import { expect, test } from 'vitest'
import { errorCode, errorMessage, errorStatus } from './errorMessage.ts'

const both = { message: 'The message.', error: 'The error.' }
const OFFLINE = 'There is no connection to the server. Please try again.'
const UNREADABLE = 'The server sent a response that could not be read. Please try again.'
const GONE = 'The server cannot be reached at the moment. Please try again later.'
const SLOW = 'The server took too long to respond. Please try again.'
const failed = (status: number) => `The server responded with error ${status}. Please try again.`

test.each([
  ['both fields', { status: 400, data: both }, 'The message.'],
  ['an empty message', { status: 400, data: { message: ' ', error: 'Only this.' } }, 'Only this.'],
  ['fields that hold no text', { status: 404, data: { message: 4, error: {} } }, failed(404)],
  ['a text as the body', { status: 500, data: 'Oops' }, failed(500)],
  ['a network that is down', { status: 'FETCH_ERROR', error: 'Failed to fetch' }, OFFLINE],
  ['no JSON', { status: 'PARSING_ERROR', originalStatus: 200, error: 'SyntaxError' }, UNREADABLE],
  ['a server that takes too long', { status: 'TIMEOUT_ERROR', error: 'AbortError' }, SLOW],
  ['an invalid response', { status: 'CUSTOM_ERROR', error: 'Not today.' }, 'Not today.'],
  ['an exception of the browser', { name: 'TypeError', message: 'Load failed' }, UNREADABLE],
  ['nothing', undefined, UNREADABLE],
])('%s', (_what, error, text) => {
  expect(errorMessage(error)).toBe(text)
})

test.each([
  [403, failed(403)],
  [408, SLOW],
  [413, 'This is too large for the server to accept.'],
  [429, 'Too many requests. Please try again later.'],
  [500, failed(500)],
  [502, GONE],
  [504, SLOW],
  [521, GONE],
])('a proxy’s %i page is told in our words: %s', (originalStatus, text) => {
  const unread = { status: 'PARSING_ERROR', originalStatus, data: '<h1>Bad</h1>', error: 'Bad' }
  expect(errorMessage(unread)).toBe(text)
  expect(errorMessage({ status: originalStatus, data: null }, 'error')).toBe(text)
  expect(errorStatus(unread)).toBe(originalStatus)
})

test('search reads the error field first', () => {
  expect(errorMessage({ status: 500, data: both }, 'error')).toBe('The error.')
  expect(errorMessage({ status: 500, data: { message: 'This.' } }, 'error')).toBe('This.')
})

test('errorCode is the code in the body', () => {
  expect(errorCode({ status: 403, data: { code: 'wrong_password' } })).toBe('wrong_password')
  expect(errorCode({ status: 403, data: 'No.' })).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { errorCode, errorMessage, errorStatus } from './errorMessage.ts'

const OFFLINE = 'There is no connection to the server. Please try again.'
const both = { message: 'The message.', error: 'The error.' }

describe('errorMessage', () => {
  test.each([
    ['a status with both fields', { status: 400, data: both }, 'The message.'],
    ['a status with error only', { status: 400, data: { error: 'Only this.' } }, 'Only this.'],
    [
      'an empty message',
      { status: 400, data: { message: ' ', error: 'Only this.' } },
      'Only this.',
    ],
    [
      'fields that hold no text',
      { status: 404, data: { message: 4, error: {} } },
      'The server responded with error 404. Please try again.',
    ],
    [
      'a status without a body',
      { status: 503, data: null },
      'The server cannot be reached at the moment. Please try again later.',
    ],
    [
      'a text as the body',
      { status: 500, data: 'Oops' },
      'The server responded with error 500. Please try again.',
    ],
    [
      'a network that is down',
      { status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' },
      OFFLINE,
    ],
    [
      'a response that is no JSON',
      {
        status: 'PARSING_ERROR',
        originalStatus: 200,
        data: '<h1>Welcome</h1>',
        error: "SyntaxError: Unexpected token '<'",
      },
      'The server sent a response that could not be read. Please try again.',
    ],
    [
      'a server that takes too long',
      { status: 'TIMEOUT_ERROR', error: 'AbortError: signal timed out' },
      'The server took too long to respond. Please try again.',
    ],
    ['an invalid response', { status: 'CUSTOM_ERROR', error: 'Not today.' }, 'Not today.'],
    [
      'an exception of the browser',
      { name: 'TypeError', message: 'Load failed' },
      'The server sent a response that could not be read. Please try again.',
    ],
    ['nothing', undefined, 'The server sent a response that could not be read. Please try again.'],
  ])('%s', (_what, error, text) => {
    expect(errorMessage(error)).toBe(text)
  })

  const GONE = 'The server cannot be reached at the moment. Please try again later.'
  const SLOW = 'The server took too long to respond. Please try again.'
  test.each([
    [
      403,
      '<title>Request rejected</title>',
      'The server responded with error 403. Please try again.',
    ],
    [408, '<h1>408 Request Time-out</h1>', SLOW],
    [413, '<h1>413 Request Entity Too Large</h1>', 'This is too large for the server to accept.'],
    [429, '<h1>429 Too Many Requests</h1>', 'Too many requests. Please try again later.'],
    [
      500,
      '<h1>500 Internal Server Error</h1>',
      'The server responded with error 500. Please try again.',
    ],
    [502, 'Bad Gateway', GONE],
    [503, 'upstream connect error or disconnect/reset before headers', GONE],
    [504, '<h1>504 Gateway Time-out</h1>', SLOW],
    [521, 'error code: 521', GONE],
    [524, 'error code: 524', SLOW],
  ])('a proxy’s %i page is told in our words: %s', (originalStatus, data, text) => {
    const unread = { status: 'PARSING_ERROR', originalStatus, data, error: 'SyntaxError: Bad' }
    expect(errorMessage(unread)).toBe(text)
    expect(errorMessage({ status: originalStatus, data: null }, 'error')).toBe(text)
  })

  test('search reads the error field first', () => {
    expect(errorMessage({ status: 500, data: both }, 'error')).toBe('The error.')
    expect(errorMessage({ status: 500, data: { message: 'Only this.' } }, 'error')).toBe(
      'Only this.',
    )
    expect(errorMessage({ status: 'FETCH_ERROR', error: 'TypeError: fetch failed' }, 'error')).toBe(
      OFFLINE,
    )
  })
})

describe('errorStatus', () => {
  test.each([
    [{ status: 401, data: null }, 401],
    [{ status: 'PARSING_ERROR', originalStatus: 401, data: '', error: '' }, 401],
    [{ status: 'FETCH_ERROR', error: '' }, undefined],
    [{ status: 'TIMEOUT_ERROR', error: '' }, undefined],
    [{ status: 'CUSTOM_ERROR', error: '' }, undefined],
    [{ name: 'Error', message: '' }, undefined],
    [undefined, undefined],
    ['401', undefined],
  ])('%j is %s', (error, status) => {
    expect(errorStatus(error)).toBe(status)
  })
})

test('errorCode is the code in the body', () => {
  expect(errorCode({ status: 403, data: { code: 'wrong_password' } })).toBe('wrong_password')
  expect(errorCode({ status: 403, data: 'No.' })).toBeUndefined()
  expect(errorCode(undefined)).toBeUndefined()
})

import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { getProfile } from '../../contract/profile.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { sendCall, type CallArgs } from './sendCall.ts'

const URL = '/api/profile'

function send(call: Partial<CallArgs> = {}, signal = new AbortController().signal) {
  return sendCall({ url: URL, ...call }, { signal })
}

test.each([
  ['JSON', () => HttpResponse.json({ name: 'Ann' }), { name: 'Ann' }],
  ['nothing', () => new HttpResponse(null), null],
])('an answer of %s is read', async (_what, answer, data) => {
  backend.answersInTurn(URL, answer)
  const { meta, ...result } = await send()
  expect(result).toEqual({ data })
  expect(meta?.response?.status).toBe(200)
  expect(meta?.request.url).toBe(window.location.origin + URL)
  expect(sentRequests()).toHaveLength(1)
})

test('a failure tells its status and what was said', async () => {
  backend.answers(getProfile, { message: 'No.' }, 403)
  expect((await send()).error).toEqual({ status: 403, data: { message: 'No.' } })
})

test('validateStatus says what is an answer', async () => {
  backend.answers(getProfile, [], 404)
  expect((await send({ validateStatus: ({ status }) => status === 404 })).data).toEqual([])
})

test.each([200, 401])('an answer of %i that is no JSON tells its status', async (status) => {
  backend.answersHtml(getProfile, status)
  expect((await send()).error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: status })
})

test('no answer is an error of its own', async () => {
  backend.unreachable(getProfile)
  const { error, meta } = await send()
  expect(error).toMatchObject({ status: 'FETCH_ERROR' })
  expect(meta?.response).toBeUndefined()
})

test('one that takes too long is ended, and told apart from one that is given up', async () => {
  backend.holds(getProfile)
  expect((await send({ timeout: 20 })).error).toMatchObject({ status: 'TIMEOUT_ERROR' })
  const givenUp = new AbortController()
  const answer = send({}, givenUp.signal)
  givenUp.abort()
  expect((await answer).error).toMatchObject({ status: 'FETCH_ERROR' })
})

test('a body goes as JSON', async () => {
  backend.answersInTurn(URL, () => HttpResponse.json({}))
  const { meta } = await send({ method: 'POST', body: { a: 1 } })
  expect(meta?.request.method).toBe('POST')
  expect(meta?.request.headers.get('content-type')).toBe('application/json')
  expect(await sentRequests()[0]?.text()).toBe('{"a":1}')
})

test('a form goes as a form', async () => {
  backend.answersInTurn(URL, () => HttpResponse.json({}))
  const body = new FormData()
  body.append('name', 'Ann')
  const { meta } = await send({ method: 'POST', body })
  expect(meta?.request.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
})

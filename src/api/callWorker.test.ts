import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { backend, sentRequests } from '../test/backend.ts'

test('the worker says that it is there, sends what it is asked for and tells what came of it', async () => {
  const said = vi.fn()
  vi.stubGlobal('postMessage', said)
  await import('./callWorker.ts')
  expect(said).toHaveBeenCalledExactlyOnceWith([0, { data: null }])
  const url = '/api/user/1/favoriteBook'
  backend.answersInTurn(
    url,
    () => HttpResponse.json({ message: 'Saved.' }),
    () => HttpResponse.json({}, { status: 503, headers: { 'retry-after': '2' } }),
  )
  const ask = (id: number) =>
    window.dispatchEvent(
      new MessageEvent('message', { data: [id, { url, method: 'POST', isUnused: true }] }),
    )
  ask(1)
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith([1, { data: undefined }]))
  ask(2)
  const refused = { error: { status: 503, data: undefined }, retryAfter: '2' }
  await vi.waitFor(() => expect(said).toHaveBeenLastCalledWith([2, refused]))
  expect(sentRequests().map(({ method }) => method)).toEqual(['POST', 'POST'])
})

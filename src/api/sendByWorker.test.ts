import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { backend, sentRequests } from '../test/backend.ts'
import type { Answered, Asked } from './callWorker.ts'
import { createSendByWorker } from './sendByWorker.ts'
import type { CallArgs } from './sendCall.ts'

const HEART: CallArgs = { url: '/api/user/1/favoriteBook', method: 'POST', isUnused: true }

/** A worker that answers when it is told to. */
class FakeWorker extends EventTarget {
  static readonly started: FakeWorker[] = []
  readonly asked: Asked[] = []
  readonly options: WorkerOptions

  constructor(_address: string, options: WorkerOptions) {
    super()
    this.options = options
    FakeWorker.started.push(this)
  }

  postMessage(asked: Asked): void {
    this.asked.push(asked)
  }

  says(...data: Answered): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  fails(): void {
    this.dispatchEvent(new Event('error'))
  }
}

const READY: Answered = [0, { data: null }]
const api = new AbortController()

beforeEach(() => {
  FakeWorker.started.length = 0
  vi.stubGlobal('Worker', FakeWorker)
  backend.answersInTurn(HEART.url, () => HttpResponse.json({ message: 'Saved.' }))
})

/** What sends calls, with its worker there, and the call that asked for it answered. */
async function withWorker() {
  const send = createSendByWorker()
  await send(HEART, api)
  const [worker] = FakeWorker.started
  if (!worker) throw new Error('No worker was started.')
  worker.says(...READY)
  return { send, worker, sentBefore: sentRequests().length }
}

test('the first call goes by itself, and asks for the worker once', async () => {
  const send = createSendByWorker()
  expect(FakeWorker.started).toEqual([])
  expect(await Promise.all([send(HEART, api), send(HEART, api)])).toMatchObject([{}, {}])
  expect(sentRequests()).toHaveLength(2)
  expect(FakeWorker.started).toHaveLength(1)
  expect(FakeWorker.started[0]?.options).toEqual({ type: 'module' })
  expect(FakeWorker.started[0]?.asked).toEqual([])
})

test('once it is there it sends, and each call has its own answer', async () => {
  const { send, worker, sentBefore } = await withWorker()
  const second = { ...HEART, method: 'DELETE' }
  const answers = [send(HEART, api), send(second, api)]
  expect(worker.asked).toEqual([
    [1, HEART],
    [2, second],
  ])
  const refused = { error: { status: 503, data: null }, retryAfter: '2' }
  worker.says(2, refused)
  worker.says(1, { data: undefined })
  expect(await Promise.all(answers)).toEqual([{ data: undefined }, refused])
  expect(sentRequests()).toHaveLength(sentBefore)
})

test.each<[what: string, call: CallArgs]>([
  ['whose answer is used', { url: HEART.url, method: 'POST' }],
  ['that outlives the page', { ...HEART, keepalive: true }],
])('one %s goes by itself', async (_what, call) => {
  const { send, worker, sentBefore } = await withWorker()
  await send(call, api)
  expect(worker.asked).toEqual([])
  expect(sentRequests()).toHaveLength(sentBefore + 1)
})

describe('a worker that fails', () => {
  test('leaves nothing unsent, and is not asked again', async () => {
    const { send, worker, sentBefore } = await withWorker()
    const answer = send(HEART, api)
    worker.fails()
    expect((await answer).error).toBeUndefined()
    expect(sentRequests()).toHaveLength(sentBefore + 1)
    expect((await send(HEART, api)).error).toBeUndefined()
    expect(sentRequests()).toHaveLength(sentBefore + 2)
    expect(worker.asked).toHaveLength(1)
    expect(FakeWorker.started).toHaveLength(1)
  })

  test('before it was there is as if there were none', async () => {
    const send = createSendByWorker()
    await send(HEART, api)
    FakeWorker.started[0]?.fails()
    const sent = sentRequests().length
    expect((await send(HEART, api)).error).toBeUndefined()
    expect(sentRequests()).toHaveLength(sent + 1)
  })
})

import { trustedWorker } from '../lib/workers.ts'
import type { Answered, Asked } from './callWorker.ts'
// oxlint-disable-next-line import/default -- Vite's address of the built worker; the module itself has no default
import address from './callWorker.ts?worker&url'
import { sendCall, type CallAnswer, type CallArgs } from './sendCall.ts'

/** A call that the worker has under way. */
interface UnderWay {
  call: CallArgs
  end: (answer: CallAnswer | Promise<CallAnswer>) => void
}

/** Sends a call and tells what came of it; never rejects. */
type Send = (call: CallArgs) => Promise<CallAnswer>

/** In this thread. Nobody gives up a call of which nothing is used. */
const sendHere: Send = (call) => sendCall(call, new AbortController())

/** Starts the worker; `onReady` is told what sends by it, once it is there. */
function startWorker(onReady: (send: Send) => void): void {
  const worker = new Worker(trustedWorker(address), { type: 'module' })
  const underWay = new Map<number, UnderWay>()
  let last = 0
  worker.addEventListener('message', ({ data: [id, answer] }: MessageEvent<Answered>) => {
    underWay.get(id)?.end(answer)
    underWay.delete(id)
    if (id > 0) return
    onReady(
      (call) =>
        new Promise((end) => {
          last += 1
          underWay.set(last, { call, end })
          worker.postMessage([last, call] satisfies Asked, [])
        }),
    )
  })
  worker.addEventListener('error', () => {
    onReady(sendHere)
    // What it did with them nobody knows; each may be sent twice (decision 36).
    for (const { call, end } of underWay.values()) end(sendHere(call))
    underWay.clear()
  })
}

/**
 * Sends calls as `sendCall` does, but those of whose answer nothing is used, a heart's for the most part, by a worker:
 * to send one and to read what comes takes a page longer than to draw the heart (decision page 0038). The first asks
 * for the worker, and goes the other way as long as it is not there. What outlives the page is the page's.
 */
export function createSendByWorker(): typeof sendCall {
  let send: Send | undefined
  return (call, api) => {
    if (!call.isUnused || call.keepalive) return sendCall(call, api)
    if (send) return send(call)
    send = sendHere
    startWorker((ready) => {
      send = ready
    })
    return sendHere(call)
  }
}

import { sendCall, type CallAnswer, type CallArgs } from './sendCall.ts'

/**
 * The worker that sends the calls of which a page uses no answer (decision page 0038), each once and in the order in
 * which they are asked for.
 */

/** What the page asks for, by a number of its own, from 1 on. */
export type Asked = readonly [id: number, call: CallArgs]

/** What came of it, without the request and the answer themselves, which cannot leave this thread. */
export type Answered = readonly [id: number, answer: CallAnswer]

async function send([id, call]: Asked): Promise<void> {
  // Nobody gives up a call of which nothing is used; how long it may take is known here as well.
  const answer = await sendCall(call, new AbortController())
  delete answer.meta
  postMessage([id, answer] satisfies Answered)
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => void send(data))
// It is there.
postMessage([0, { data: null }] satisfies Answered)

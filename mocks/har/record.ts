import type { Entry, Har } from 'har-format'
import { matchRequestUrl, type JsonBodyType } from 'msw'
import { Value } from 'typebox/value'
import { exportAccount } from '../../contract/account.ts'
import type { Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { login, register } from '../../contract/session.ts'
import { bodyText, collectPrivate, createMask, findLeak, parseJson } from './mask.ts'
import { requestKey, type RecordedResponse, type Recording } from './recording.ts'

/** Why a file cannot become a scenario, in one plain line for the tester. */
export class HarError extends Error {}

interface ApiEntry {
  entry: Entry
  operation: Operation
}

function readEntries(source: string): Entry[] {
  let har: Partial<Har> | null
  try {
    har = JSON.parse(source)
  } catch {
    throw new HarError('This is no JSON, so it is no HAR file.')
  }
  const entries = har?.log?.entries
  if (!Array.isArray(entries)) throw new HarError('This is JSON, but no HAR file.')
  return entries.toSorted(
    (one, other) => Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime),
  )
}

/** The export of an account is left out: everything in it is the reader's. */
function operationOf({ method, url }: Entry['request']): Operation | undefined {
  const address = new URL(url)
  return OPERATIONS.find(
    (operation) =>
      operation !== exportAccount &&
      operation.method === method &&
      matchRequestUrl(address, address.origin + operation.url).matches,
  )
}

/** A response as it is stored, or none where the file has no body of it. */
function toRecorded(
  { entry: { request, response }, operation }: ApiEntry,
  mask: (text: string) => string,
): RecordedResponse[] {
  // The browser had the body of a 304 already, and some exporters write it.
  const status = response.status === 304 ? 200 : Math.max(0, response.status)
  const schema = operation.schema.response[status]
  const value = parseJson(bodyText(response))
  const isTaken = schema !== undefined && value !== undefined
  if (!isTaken && status !== 0 && status < 400) return []
  const key = requestKey(request.method, request.url)
  if (!isTaken) return [{ request: mask(key), status }]
  // Fields that the contract does not have may hold anything.
  const known = JSON.stringify(Value.Clean(schema, value))
  const body: JsonBodyType = JSON.parse(known, (_name, inner: unknown) =>
    typeof inner === 'string' ? mask(inner) : inner,
  )
  return [{ request: mask(key), status, body }]
}

function isSignIn(operation: Operation): boolean {
  return operation === login || operation === register
}

/**
 * Makes a recorded session of a HAR file: the responses of the API in their order, with the reader of the scenarios
 * in the place of the recorded one (decision page 0015).
 * @throws HarError where there is nothing to replay, or where something private would be left
 */
export function recordHar(source: string, title: string): Recording {
  const entries = readEntries(source)
  const all = entries.flatMap((entry) => {
    const operation = operationOf(entry.request)
    return operation ? [{ entry, operation }] : []
  })
  const origin = all[0] && new URL(all[0].entry.request.url).origin
  const calls = all.filter(({ entry }) => new URL(entry.request.url).origin === origin)
  const privates = collectPrivate(entries)
  const mask = createMask(privates)
  const responses = calls.flatMap((call) => toRecorded(call, mask))
  if (responses.length === 0) {
    throw new HarError(
      'This HAR file has no response of the API with a body: export it with content.',
    )
  }
  const pages = entries
    .filter(({ response }) => response.content.mimeType.includes('html'))
    .map(({ request }) => new URL(request.url))
    .filter((page) => page.origin === origin)
  const telling = calls.find(
    ({ operation }) => isSignIn(operation) || operation.access !== 'public',
  )
  const recording: Recording = {
    title,
    path: pages[0]?.pathname ?? '/',
    lastPath: pages.at(-1)?.pathname ?? '/',
    isSignedIn: telling !== undefined && !isSignIn(telling.operation),
    responses,
  }
  const leak = findLeak(JSON.stringify(recording), privates)
  if (leak !== undefined) {
    throw new HarError(`Nothing is written: "${leak}" would be left. Record again without it.`)
  }
  return recording
}

/** `mocks/recorded/index.ts` with one more recording. */
export function addToIndex(index: string, name: string): string {
  return index
    .replace('\n\n/**', `\nimport ${name} from './${name}.json' with { type: 'json' }$&`)
    .replace('\n} as const', `\n  ${name}: replay(${name}),$&`)
}

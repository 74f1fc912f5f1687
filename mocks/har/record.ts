import { matchRequestUrl, type JsonBodyType } from 'msw'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { exportAccount } from '../../contract/account.ts'
import type { Operation } from '../../contract/operation.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { login, register } from '../../contract/session.ts'
import { parseJson } from '../parseJson.ts'
import { bodyOf, collectPrivate, createMask, Entry, findLeak } from './mask.ts'
import { requestKey, type RecordedResponse, type Recording } from './recording.ts'

const Har = Type.Object({ log: Type.Object({ entries: Type.Array(Entry) }) })

/** Why a file cannot become a scenario, in one plain line for the tester. */
export class HarError extends Error {}

function readEntries(source: string): Entry[] {
  const har = parseJson(Har, source)
  if (har === undefined) throw new HarError('This is no HAR file.')
  return har.log.entries.toSorted(
    (one, other) => Date.parse(one.startedDateTime) - Date.parse(other.startedDateTime),
  )
}

const originOf = ({ request }: Entry): string => new URL(request.url).origin

/** The export of an account is left out: everything in it is the reader's. */
function operationOf({ request }: Entry): Operation | undefined {
  const url = new URL(request.url)
  return OPERATIONS.find(
    (operation) =>
      operation !== exportAccount &&
      operation.method === request.method &&
      matchRequestUrl(url, url.origin + operation.url).matches,
  )
}

/** A response as it is stored, or none where the file has no body of it. */
function toRecorded(
  { request, response }: Entry,
  { schema }: Operation,
  mask: (text: string) => string,
): RecordedResponse[] {
  // The browser had the body of a 304 already, and some exporters write it.
  const status = response.status === 304 ? 200 : Math.max(0, response.status)
  const key = mask(requestKey(request.method, request.url))
  const shape = schema.response[status]
  const value = bodyOf(response)
  if (shape === undefined || value === undefined) {
    return status === 0 || status >= 400 ? [{ request: key, status }] : []
  }
  // Fields that the contract does not have may hold anything.
  const text = JSON.stringify(Value.Clean(shape, value))
  const body: JsonBodyType = JSON.parse(text, (_name, inner: unknown) =>
    typeof inner === 'string' ? mask(inner) : inner,
  )
  return [{ request: key, status, body }]
}

/**
 * Makes a recorded session of a HAR file: the responses of the API in their order, with the reader of the scenarios
 * in the place of the recorded one (decision page 0015).
 * @throws HarError where there is nothing to replay, or where something private would be left
 */
export function recordHar(source: string, title: string): Recording {
  const entries = readEntries(source)
  const firstOfApi = entries.find((entry) => operationOf(entry) !== undefined)
  const own = entries.filter((entry) => firstOfApi && originOf(entry) === originOf(firstOfApi))
  const privates = collectPrivate(entries)
  const mask = createMask(privates)
  const calls = own.flatMap((entry) => {
    const operation = operationOf(entry)
    return operation ? [{ entry, operation }] : []
  })
  const responses = calls.flatMap(({ entry, operation }) => toRecorded(entry, operation, mask))
  if (responses.length === 0) {
    throw new HarError(
      'This HAR file has no response of the API with a body: export it with content.',
    )
  }
  const page = own.find(({ response }) => response.content.mimeType.includes('html'))
  const signIns: readonly Operation[] = [login, register]
  const first = calls
    .map(({ operation }) => operation)
    .find((operation) => signIns.includes(operation) || operation.access !== 'public')
  const recording: Recording = {
    title,
    path: page ? new URL(page.request.url).pathname : '/',
    isSignedIn: first !== undefined && !signIns.includes(first),
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

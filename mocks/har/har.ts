import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

/** Why a file cannot become a scenario, in one plain line for the tester. */
export class HarError extends Error {}

/** The largest HAR that is read, in bytes. */
export const HAR_MAX_BYTES = 100 * 1024 * 1024

// Exporters write null where HAR 1.2 would leave a field out.
const text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]))
const pairs = Type.Optional(
  Type.Array(Type.Object({ name: Type.String(), value: text }, { description: 'name and value' })),
)

const HarEntry = Type.Object({
  startedDateTime: text,
  time: number,
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    headers: pairs,
    postData: Type.Optional(Type.Union([Type.Object({ mimeType: text, text }), Type.Null()])),
  }),
  response: Type.Object({
    status: Type.Number(),
    headers: pairs,
    content: Type.Optional(
      Type.Union([
        Type.Object({ size: number, mimeType: text, text, encoding: text }),
        Type.Null(),
      ]),
    ),
  }),
  timings: Type.Optional(Type.Union([Type.Object({ wait: number }), Type.Null()])),
})
/** One request and its response: the fields of HAR 1.2 that a replay needs. */
export type HarEntry = Static<typeof HarEntry>

const HarLog = Type.Object({
  log: Type.Object({
    version: Type.String({ pattern: '^1\\.\\d+$' }),
    creator: Type.Optional(Type.Object({ name: text, version: text })),
    pages: Type.Optional(Type.Array(Type.Object({ title: text }))),
    entries: Type.Array(Type.Unknown()),
  }),
})

/** A HAR that was read and found to be one. */
export interface HarFile {
  /** The whole file, for those who must look at every corner of it. */
  raw: unknown
  /** What wrote it, such as `Playwright 1.65.1`. */
  creator: string
  /** The titles of its pages: what Chrome writes there is their address. */
  pageTitles: readonly string[]
  /** The oldest first. */
  entries: readonly HarEntry[]
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source.replace(/^\uFEFF/, ''))
  } catch {
    throw new HarError('This is no JSON, so it is no HAR file.')
  }
}

function readEntry(entry: unknown, index: number): HarEntry {
  if (Value.Check(HarEntry, entry)) return entry
  const [issue] = Value.Errors(HarEntry, entry)
  const where = issue?.instancePath === '' ? 'it' : issue?.instancePath
  throw new HarError(
    `Entry ${index + 1} is not as HAR 1.2 has it: ${where} ${issue?.message ?? 'is of another kind'}.`,
  )
}

function startOf({ startedDateTime }: HarEntry): number {
  return Date.parse(startedDateTime ?? '')
}

/**
 * Reads a HAR file as Chrome, Edge, Firefox, Safari and Playwright export it.
 * @throws HarError where it is no JSON, no HAR 1.x, or empty.
 */
export function readHar(source: string): HarFile {
  const raw = parse(source)
  if (!Value.Check(HarLog, raw)) {
    throw new HarError(
      'This is JSON, but no HAR 1.2 file: it has no log with a version and entries.',
    )
  }
  const { creator, pages, entries } = raw.log
  if (entries.length === 0)
    throw new HarError('This HAR file has no entries: nothing was recorded.')
  const read = entries.map(readEntry)
  const isDated = read.every((entry) => Number.isFinite(startOf(entry)))
  return {
    raw,
    creator: [creator?.name, creator?.version].filter(Boolean).join(' ') || 'an unnamed program',
    pageTitles: pages?.map(({ title }) => title ?? '') ?? [],
    entries: isDated ? read.toSorted((one, other) => startOf(one) - startOf(other)) : read,
  }
}

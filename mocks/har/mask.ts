import { Type, type Static } from 'typebox'
import { parseJson } from '../parseJson.ts'
import { READER } from '../builders.ts'
import { RECORDED_TOKEN } from './recording.ts'

const MASKED = 'masked'
const DEFAULT_PICTURE = '/default-avatar.svg'

/** The JSON fields that hold something of the reader's, and what stands in its place. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  token: RECORDED_TOKEN,
  id: READER.id,
  name: READER.name,
  email: READER.email,
  password: MASKED,
  confirmPassword: MASKED,
  currentPassword: MASKED,
  profileImage: DEFAULT_PICTURE,
  profileImageUrl: DEFAULT_PICTURE,
}

/** An object with one of these is about the reader; the `id` of a book and the `name` of a series stay. */
const READER_FIELDS = new Set(['token', 'email', 'password', 'profileImage', 'profileImageUrl'])

/** What may be in no recording, whoever it belongs to. */
const SUSPICIOUS = [
  /[^\s"@]+@[^\s"@]+\.[a-z]{2,}/iu,
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{24,}/,
  /(?<!\w)[\da-f]{32,}/i,
]

const Text = Type.String()
const Content = { text: Type.Optional(Text), encoding: Type.Optional(Text) }

/** What is used of a request and its response in a HAR file. */
export const Entry = Type.Object({
  startedDateTime: Text,
  request: Type.Object({ method: Text, url: Text, postData: Type.Optional(Type.Object(Content)) }),
  response: Type.Object({
    status: Type.Number(),
    content: Type.Object({ ...Content, mimeType: Text }),
  }),
})
export type Entry = Static<typeof Entry>

const parse = (text = ''): unknown => parseJson(Type.Unknown(), text)

/** The JSON of a response's body; `undefined` where it has none. */
export function bodyOf({ content }: Entry['response']): unknown {
  const { text = '', encoding } = content
  return parse(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text)
}

/**
 * Everything of the reader's in a HAR, of every site, and what stands in its place: the fields above in the JSON of
 * requests and responses, and ids in paths. Nothing of headers and cookies is recorded.
 */
export function collectPrivate(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()

  function add(value: string, placeholder: string): void {
    if (value.trim() !== '') found.set(value.trim().toLowerCase(), placeholder)
  }

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const fields: [string, unknown][] = Object.entries(value)
    const isReader = fields.some(([name]) => READER_FIELDS.has(name))
    for (const [name, inner] of fields) {
      const placeholder = isReader ? PLACEHOLDERS[name] : undefined
      if (typeof inner === 'string' && placeholder !== undefined) add(inner, placeholder)
      else collect(inner)
    }
  }

  for (const { request, response } of entries) {
    collect(parse(request.postData?.text))
    collect(bodyOf(response))
    const [, id = ''] = /\/api\/users?\/([^/?]+)\//.exec(request.url) ?? []
    add(decodeURIComponent(id), READER.id)
  }
  return found
}

/** Finds these texts where they are no part of a longer word, in any letter case. */
function patternOf(texts: Iterable<string>): RegExp {
  const longestFirst = [...texts].toSorted((one, other) => other.length - one.length)
  const escaped = longestFirst.map((text) =>
    text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`),
  )
  // Without any text, a pattern that nothing matches.
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${escaped.join('|') || '(?!)'})(?![\\p{L}\\p{N}])`,
    'giu',
  )
}

/** Replaces what is private in a text by its stand-ins. */
export function createMask(privates: ReadonlyMap<string, string>): (text: string) => string {
  const pattern = patternOf(privates.keys())
  return (text) => text.replaceAll(pattern, (found) => privates.get(found.toLowerCase()) ?? MASKED)
}

/** The first thing in a text that is private, or looks like a token, an email address or a UUID. */
export function findLeak(text: string, privates: ReadonlyMap<string, string>): string | undefined {
  const placeholders = patternOf(Object.values(PLACEHOLDERS))
  const rest = text.replaceAll(placeholders, '')
  const patterns = [patternOf(privates.keys()), ...SUSPICIOUS]
  return patterns.map((pattern) => pattern.exec(rest)?.[0]).find((leak) => leak !== undefined)
}

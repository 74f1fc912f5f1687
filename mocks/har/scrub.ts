import { Type } from 'typebox'
import { Book, SearchResult } from '../../contract/books.ts'
import { CATEGORIES, isCategory } from '../../contract/categories.ts'
import { Acknowledged, ErrorBody } from '../../contract/common.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { Preferences, savePreferences } from '../../contract/preferences.ts'
import { Profile, UploadAnswer } from '../../contract/profile.ts'
import { LoginAnswer, RegisterAnswer } from '../../contract/session.ts'
import { isRecord } from './json.ts'
import { standIn, type StandIn } from './readers.ts'
import { AnyBook, rebuilt } from './recording.ts'
import type { Secrets } from './secrets.ts'

/** What the product shows for a reader without a picture. */
const DEFAULT_PICTURE = '/default-avatar.svg'

const SCRUBBED = 'scrubbed'
const TEXT_MAX = 500
const DEPTH_MAX = 16

const EMAIL = /[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]{1,255}/gu
const DATA_URL = /data:[a-z]+\/[^\s"')]+/giu
const ADDRESS_QUERY = /(https?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/giu
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/giu
const IPV4 = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g
const IPV6 =
  /\b(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4})+\b|\b[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*::[0-9a-f:]*/giu
/** What no word is: tokens, hashes, file names made of chance. */
const OPAQUE = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/giu

/** The readers of a recording, in the order in which they come up. */
export interface Readers {
  ids: readonly string[]
  /** The names of each, by the place of the id. */
  names: readonly (readonly string[])[]
}

/** How often a scrubber had to act, beyond the secrets. */
interface ScrubCounts {
  pictures: number
  /** Texts of unknown kind that were taken out of unknown answers. */
  unknownTexts: number
}

/** Takes out of answers whatever belongs to the reader. */
export interface Scrubber {
  counts: ScrubCounts
  /** A reader's id as it is written: the stand-in's; other texts stay. */
  id(id: string): string
  /** Whether a word is a secret, an id, a name, or a part of a name. */
  isPrivate(word: string): boolean
  /** A sentence for the reader. */
  sentence(text: string): string
  /** The body of an answer, rebuilt by the contract where the operation is known. */
  body(operationId: string | undefined, status: number, value: unknown): unknown
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}

/** Finds a text where it is not a part of a longer word. */
function asWord(text: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, flags)
}

const SENTENCES: ReadonlySet<string> = new Set(Object.values(ERROR_TEXTS))

// What is read where a host keeps the contract loosely, as the product reads it (decisions 30, 31).
const BareList = Type.Array(Type.Enum([...CATEGORIES]))
const AnyBooks = Type.Array(AnyBook)
const AnyError = Type.Partial(ErrorBody)
const AnyProfile = Type.Partial(Profile)
const SearchAnswer = Type.Object({ data: Type.Array(SearchResult) })
const AnySearchAnswer = Type.Object({ data: AnyBooks })
const PreferencesAnswer = savePreferences.schema.response[200]

// Hosts that say more of a network than of a book.
const PRIVATE_HOST = /^(localhost|[\d.]+|\[.*\]|[^.]+|.*\.(local|internal|lan|home|test))$/i
const SECRET_PARAMETER = /token|user|secret|key|auth|pass|mail|session|code|state|sig/i

/** A public link of a book, without what might name somebody; `undefined` where nothing is left. */
function scrubLink(link: string | undefined): string | undefined {
  const url = link === undefined ? null : URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  url.username = ''
  url.password = ''
  url.hash = ''
  if (PRIVATE_HOST.test(url.hostname)) url.host = 'example.org'
  const telling = Array.from(url.searchParams.keys()).filter((name) => SECRET_PARAMETER.test(name))
  for (const name of telling) url.searchParams.delete(name)
  return url.href
}

function scrubBook(book: AnyBook): AnyBook {
  const { id, imageLinks, volumeInfo, accessInfo, saleInfo } = book
  // Covers are drawn by the fake, whoever drew the recorded ones.
  const cover = { thumbnail: `/covers/${id}` }
  const acsTokenLink = scrubLink(accessInfo?.pdf?.acsTokenLink)
  const webReaderLink = scrubLink(accessInfo?.webReaderLink)
  const buyLink = scrubLink(saleInfo?.buyLink)
  const { isAvailable } = accessInfo?.pdf ?? {}
  return {
    ...book,
    ...(imageLinks?.thumbnail && { imageLinks: cover }),
    ...(volumeInfo && {
      volumeInfo: { ...volumeInfo, ...(volumeInfo.imageLinks && { imageLinks: cover }) },
    }),
    ...(accessInfo && {
      accessInfo: {
        ...(accessInfo.pdf && {
          pdf: {
            ...(isAvailable !== undefined && { isAvailable }),
            ...(acsTokenLink && { acsTokenLink }),
          },
        }),
        ...(webReaderLink && { webReaderLink }),
      },
    }),
    ...(saleInfo && { saleInfo: { ...(buyLink && { buyLink }) } }),
  }
}

/** Makes the scrubber of one recording. */
export function createScrubber(readers: Readers, secrets: Secrets): Scrubber {
  const counts: ScrubCounts = { pictures: 0, unknownTexts: 0 }
  const standIns = new Map<string, StandIn>(readers.ids.map((id, place) => [id, standIn(place)]))
  const first = standIn(0)
  // Longest first, so that none is left in part. The shortest are no longer than a word's syllable.
  const known = [...secrets.keys()]
    .filter((secret) => secret.length >= 4)
    .toSorted((one, other) => other.length - one.length)
  const names = readers.names.flatMap((group, place) =>
    group.flatMap((name) => {
      const parts = name.split(/\s+/).filter((part) => part.length > 1 && part !== name)
      return [
        { pattern: asWord(name, 'giu'), length: name.length, name: standIn(place).name },
        ...parts.map((part) => ({
          pattern: asWord(part, 'gu'),
          length: part.length,
          name: standIn(place).name,
        })),
      ]
    }),
  )
  names.sort((one, other) => other.length - one.length)

  const nameWords = new Set(
    readers.names
      .flat()
      .flatMap((name) => [name, ...name.split(/\s+/)].map((word) => word.toLowerCase())),
  )

  function isPrivate(word: string): boolean {
    return secrets.has(word) || standIns.has(word) || nameWords.has(word.toLowerCase())
  }

  function id(text: string): string {
    return standIns.get(text)?.id ?? text
  }

  function sentence(whole: string): string {
    if (SENTENCES.has(whole)) return whole
    let text = whole.slice(0, TEXT_MAX)
    for (const secret of known) text = text.replaceAll(secret, SCRUBBED)
    for (const [readerId, { id }] of standIns) text = text.replaceAll(asWord(readerId, 'gu'), id)
    text = text
      .replaceAll(DATA_URL, DEFAULT_PICTURE)
      .replaceAll(ADDRESS_QUERY, '$1')
      .replaceAll(EMAIL, first.email)
    for (const { pattern, name } of names) text = text.replaceAll(pattern, name)
    return text
      .replaceAll(UUID, SCRUBBED)
      .replaceAll(IPV4, '192.0.2.1')
      .replaceAll(IPV6, '2001:db8:0:0:0:0:0:1')
      .replaceAll(OPAQUE, SCRUBBED)
  }

  function person(readerId: string): StandIn {
    return standIns.get(readerId) ?? first
  }

  function picture(address: string | null): string | null {
    if (address === null) return null
    counts.pictures += 1
    return DEFAULT_PICTURE
  }

  /** An answer that the contract does not know: its shape stays, its words do not. */
  function unknown(value: unknown, depth = 0): unknown {
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return 0
    if (typeof value === 'string') {
      if (isCategory(value) || SENTENCES.has(value)) return value
      counts.unknownTexts += 1
      return SCRUBBED
    }
    if (depth === DEPTH_MAX) return null
    if (Array.isArray(value)) return value.map((item) => unknown(item, depth + 1))
    if (!isRecord(value)) return null
    const fields = Object.entries(value).filter(([name]) => isPlainField(name))
    return Object.fromEntries(fields.map(([name, inner]) => [name, unknown(inner, depth + 1)]))
  }

  /** Whether a field's name is a word of a program, and nothing that belongs to the reader. */
  function isPlainField(name: string): boolean {
    return /^[a-z][A-Za-z]{0,31}$/.test(name) && !isPrivate(name)
  }

  function failure(value: unknown): unknown {
    const error = rebuilt(AnyError, value)
    if (!error) return unknown(value)
    const { type, title, instance, code, errors, ...others } = error
    return {
      ...(type !== undefined && {
        type: /^\/problems\/[a-z_]{1,40}$/.test(type) ? type : 'about:blank',
      }),
      ...(title !== undefined && { title: sentence(title) }),
      ...(others.status !== undefined && { status: others.status }),
      ...(others.detail !== undefined && { detail: sentence(others.detail) }),
      ...(instance !== undefined && { instance: 'urn:request:recorded' }),
      ...(others.error !== undefined && { error: sentence(others.error) }),
      ...(others.message !== undefined && { message: sentence(others.message) }),
      ...(code !== undefined && { code: /^[a-z_]{1,40}$/.test(code) ? code : SCRUBBED }),
      ...(errors && {
        errors: errors.map(({ field, rule }) => ({
          field: /^[A-Za-z]{0,40}$/.test(field) ? field : SCRUBBED,
          rule: /^[A-Za-z]{1,40}$/.test(rule) ? rule : SCRUBBED,
        })),
      }),
    }
  }

  function session(value: unknown): unknown {
    const registered = rebuilt(RegisterAnswer, value)
    const answer = registered ?? rebuilt(LoginAnswer, value)
    if (!answer) return unknown(value)
    const { token, id, name } = person(answer.id)
    return { token, id, name, ...(registered && { message: sentence(registered.message) }) }
  }

  function profile(value: unknown): unknown {
    const answer = rebuilt(AnyProfile, value)
    if (!answer) return unknown(value)
    const { id, name } = person(answer.id ?? '')
    return {
      ...(answer.profileImage !== undefined && { profileImage: picture(answer.profileImage) }),
      ...(answer.id !== undefined && { id }),
      ...(answer.name !== undefined && { name }),
    }
  }

  function upload(value: unknown): unknown {
    const answer = rebuilt(UploadAnswer, value)
    return answer ? { profileImageUrl: picture(answer.profileImageUrl) } : unknown(value)
  }

  function acknowledged(value: unknown): unknown {
    const saved = rebuilt(PreferencesAnswer, value)
    if (saved) return { message: sentence(saved.message), preferences: saved.preferences }
    const answer = rebuilt(Acknowledged, value)
    return answer ? { message: sentence(answer.message) } : unknown(value)
  }

  function preferences(value: unknown): unknown {
    return rebuilt(Preferences, value) ?? rebuilt(BareList, value) ?? unknown(value)
  }

  function book(value: unknown): unknown {
    const answer = rebuilt(Book, value) ?? rebuilt(AnyBook, value)
    return answer ? scrubBook(answer) : unknown(value)
  }

  function bookList(value: unknown): unknown {
    return Array.isArray(value) ? value.map(book) : unknown(value)
  }

  function searchAnswer(value: unknown): unknown {
    const answer = rebuilt(SearchAnswer, value) ?? rebuilt(AnySearchAnswer, value)
    return answer ? { data: answer.data.map(scrubBook) } : unknown(value)
  }

  const byOperation: Readonly<Record<string, (value: unknown) => unknown>> = {
    login: session,
    register: session,
    logout: acknowledged,
    savePreferences: acknowledged,
    getPreferences: preferences,
    getNavbarPreferences: preferences,
    getRecommendedBooks: bookList,
    getFavoriteAuthors: bookList,
    addFavoriteAuthor: acknowledged,
    addFavoriteBook: acknowledged,
    addFavoriteBookFromDetail: acknowledged,
    getFavoriteBooks: bookList,
    removeFavoriteBook: acknowledged,
    getBook: book,
    searchBooks: searchAnswer,
    getProfile: profile,
    uploadProfileImage: upload,
  }

  return {
    counts,
    id,
    isPrivate,
    sentence,
    body(operationId, status, value) {
      if (operationId === undefined) return unknown(value)
      return status >= 400 ? failure(value) : (byOperation[operationId] ?? unknown)(value)
    },
  }
}

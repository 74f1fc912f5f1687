import type { FastifyReply, FastifyRequest } from 'fastify'
import { CATEGORIES, type Category } from '../../contract/categories.ts'
import { isId } from '../../contract/id.ts'
import { START_INDEX_MAX, START_INDEX_MIN } from '../../contract/startIndex.ts'
import { SESSION_LIFETIME_MS } from '../accounts/sessions.ts'
import type { Config } from '../config.ts'

/**
 * What a reader's browser keeps of their shelves, to be shown when their recommendations are opened
 * (decision page 0035): the cookie of the session does not open these in the store.
 */
export interface ShelfHints {
  /** Kept with an answer to whoever has shown that these are theirs. */
  keepPreferences(reply: FastifyReply, userId: string, preferences: readonly Category[]): void
  /** The books by favorite authors, by their ids; the first of them are kept. */
  keepByAuthors(reply: FastifyReply, userId: string, bookIds: readonly string[]): void
  /** What the browser shows of this reader's; `undefined` for what it does not, or shows of somebody else. */
  read(request: FastifyRequest, userId: string): ShelfHint
  expire(reply: FastifyReply): void
}

export interface ShelfHint {
  /** In the reader's order. */
  preferences: Category[] | undefined
  byAuthors: string[] | undefined
  /** Where the shelves that the browser has asked for begin (decision 33), each 1 to 10. */
  startIndexes: Partial<Record<Category, number>>
}

/** They are shown to this page alone. */
export const SHELVES_PATH = '/recommendations'

const PREFERENCES = 'preferences'
const BY_AUTHORS = 'byAuthors'
/** Set by the page itself (src/api/startIndexes.ts). */
const START_INDEXES = 'startIndexes'

/** As many as are seen first; a cookie holds 4 KiB. */
const BOOKS_MOST = 12

/** A place in the list of interests. */
const PLACE = /^\d{1,2}$/

/** In no id, and needs no escape in a cookie. */
const SEPARATOR = '.'

const isStartIndex = (value: unknown): value is number =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  value >= START_INDEX_MIN &&
  value <= START_INDEX_MAX

function readStartIndexes(text: string | undefined): Partial<Record<Category, number>> {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
  const found: Partial<Record<Category, number>> = {}
  for (const category of CATEGORIES) {
    const index: unknown = Object(stored)[category]
    if (isStartIndex(index)) found[category] = index
  }
  return found
}

/** What a cookie says of this reader. */
function partsOf(request: FastifyRequest, name: string, userId: string): string[] | undefined {
  const [owner, ...parts] = (request.cookies[name] ?? '').split(SEPARATOR)
  return owner === userId ? parts : undefined
}

/** How a browser keeps what its reader's shelves are drawn from. */
export function createShelfHints({ secure }: Pick<Config, 'secure'>): ShelfHints {
  const options = { path: SHELVES_PATH, httpOnly: true, sameSite: 'strict', secure } as const

  const keep = (
    reply: FastifyReply,
    name: string,
    userId: string,
    parts: readonly (string | number)[],
  ): void => {
    void reply.setCookie(name, [userId, ...parts].join(SEPARATOR), {
      ...options,
      maxAge: SESSION_LIFETIME_MS / 1000,
    })
  }

  return {
    keepPreferences(reply, userId, preferences) {
      const places = preferences.map((preference) => CATEGORIES.indexOf(preference))
      keep(reply, PREFERENCES, userId, places)
    },
    keepByAuthors(reply, userId, bookIds) {
      keep(reply, BY_AUTHORS, userId, bookIds.slice(0, BOOKS_MOST))
    },
    read(request, userId) {
      const places = partsOf(request, PREFERENCES, userId)
      const preferences = places?.flatMap((place) =>
        PLACE.test(place) ? (CATEGORIES[Number(place)] ?? []) : [],
      )
      const bookIds = partsOf(request, BY_AUTHORS, userId)
      return {
        preferences: preferences && [...new Set(preferences)],
        byAuthors: bookIds?.filter(isId).slice(0, BOOKS_MOST),
        startIndexes: readStartIndexes(request.cookies[START_INDEXES]),
      }
    },
    expire(reply) {
      for (const name of [PREFERENCES, BY_AUTHORS]) {
        void reply.setCookie(name, '', { ...options, maxAge: 0 })
      }
    },
  }
}

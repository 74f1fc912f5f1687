import { setImmediate as nextTick } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import type { LibraryChange } from '../../../contract/library.ts'
import {
  LIBRARY_LIST_MAX,
  LIBRARY_LISTS,
  perList,
  type LibraryList,
} from '../../../contract/uploads.ts'
import { sameAuthorKey } from '../../../books/sameAuthor.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import { createGate } from '../../lib/gate.ts'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import { listAuthors, removeLoneAuthors } from './favorites.ts'
import { addToList, inPieces, KEPT_TABLES, keptBook, listIds, removeKept } from './keptBooks.ts'

/** Hearts and marks under way have later times than an import that begins. */
const BEFORE_OTHERS_MS = 1000

const TIMED = [...KEPT_TABLES, 'favoriteAuthors'] as const

/** What is to be added, the first of a list as its newest. */
export interface NewLibrary {
  program: string | null
  lists: Partial<Record<LibraryList, readonly string[]>>
  /** The record of a book of the catalogue. */
  find: (bookId: string) => CatalogueBook | undefined
  now: number
  /** How many favorite authors there can be. */
  authorsMax: number
  /** How many books a list can have; by default what the product allows. */
  max?: Readonly<Record<LibraryList, number>>
}

/** A time that nothing of the reader has yet: by it an import is known, also to recommendations. */
async function freeTime(db: Kysely<Tables>, userId: string, now: number): Promise<number> {
  const isTaken = (time: number) =>
    Promise.all(
      TIMED.map((table) =>
        db
          .selectFrom(table)
          .select('seq')
          .where('userId', '=', userId)
          .where('addedAt', '=', time)
          .limit(1)
          .executeTakeFirst(),
      ),
    )
  let time = now - BEFORE_OTHERS_MS
  while ((await isTaken(time)).some(Boolean)) time -= 1
  return time
}

/** How many books are in a list, or those of them that have this time. */
export async function countOf(
  db: Kysely<Tables>,
  userId: string,
  list: LibraryList,
  addedAt?: number,
) {
  const isMark = list !== 'favorites'
  const count = db
    .selectFrom(isMark ? 'marks' : 'favorites')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .$if(isMark, (books) => books.where(sql<string>`mark`, '=', list))
    .$if(addedAt !== undefined, (books) => books.where('addedAt', '=', addedAt ?? 0))
  return (await count.executeTakeFirstOrThrow()).total
}

/** Adds the first authors of books to the favorite authors, as hearts do; resolves with the new ones. */
export async function addAuthors(
  trx: Transaction<Tables>,
  userId: string,
  newestFirst: readonly Book[],
  { addedAt, max }: { addedAt: number; max: number },
): Promise<string[]> {
  const names = newestFirst.flatMap(({ volumeInfo }) => volumeInfo.authors[0] ?? [])
  const byKey = new Map(names.map((name) => [sameAuthorKey(name), name]))
  const before = new Set((await listAuthors(trx, userId)).map(sameAuthorKey))
  for (const key of before) byKey.delete(key)
  const authors = [...byKey.values()].slice(0, Math.max(0, max - before.size))
  const rows = authors.toReversed().map((author) => ({ userId, author, addedAt }))
  if (rows.length > 0) await trx.insertInto('favoriteAuthors').values(rows).execute()
  return authors
}

/** Removes what has this time, but authors with a favorite left. */
async function takeBack(db: Kysely<Tables>, userId: string, addedAt: number): Promise<void> {
  for (const table of KEPT_TABLES) await removeKept(db, table, userId, addedAt)
  await changeReader(db, userId, async (trx) => {
    const authors = trx.selectFrom('favoriteAuthors').select('author')
    const added = authors.where('userId', '=', userId).where('addedAt', '=', addedAt)
    const names = (await added.execute()).map(({ author }) => author)
    await removeLoneAuthors(trx, userId, names)
    const record = trx.deleteFrom('imports').where('userId', '=', userId)
    await record.where('addedAt', '=', addedAt).execute()
  })
}

/** Readers' libraries from other programs: added at once, and taken back. */
export function createLibraryRepository(db: Kysely<Tables>) {
  /** The last import after a time. */
  const find = (userId: string, since: number) =>
    db
      .selectFrom('imports')
      .select(['program', 'addedAt'])
      .where('userId', '=', userId)
      .where('addedAt', '>', since)
      .executeTakeFirst()

  const gates = new Map<string, ReturnType<typeof createGate>>()
  /** Imports of a reader and their undoing one after the other: each is many transactions, and the last is noted. */
  async function inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const gate = gates.get(userId) ?? createGate({ atOnce: 1, waiting: Infinity })
    gates.set(userId, gate)
    try {
      return await gate(work)
    } finally {
      if (gate.load().running === 0) gates.delete(userId)
    }
  }

  async function addWhole(
    userId: string,
    { program, lists, find, now, authorsMax, max = LIBRARY_LIST_MAX }: NewLibrary,
  ): Promise<LibraryChange> {
    const addedAt = await freeTime(db, userId, now)
    const known = new Set(
      (await Promise.all(KEPT_TABLES.map((table) => listIds(db, table, userId)))).flat(),
    )
    const addPiece = async (
      trx: Transaction<Tables>,
      list: LibraryList,
      ids: readonly string[],
    ): Promise<Book[]> => {
      // Another request may have added some meanwhile.
      const present = await Promise.all(
        KEPT_TABLES.map((table) =>
          trx
            .selectFrom(table)
            .select('bookId')
            .where('userId', '=', userId)
            .where('bookId', 'in', ids)
            .execute(),
        ),
      )
      const before = new Set(present.flat().map(({ bookId }) => bookId))
      const found = ids.flatMap((id) => (before.has(id) ? [] : (find(id) ?? [])))
      const room = max[list] - (await countOf(trx, userId, list))
      const fitting = found.slice(0, Math.max(0, room))
      if (fitting.length === 0) return []
      const rows = fitting.map((book) => keptBook(userId, book, addedAt))
      await addToList(trx, list, rows)
      const record = trx.insertInto('imports').values({ userId, program, addedAt })
      await record
        .onConflict((on) => on.column('userId').doUpdateSet({ program, addedAt }))
        .execute()
      return fitting.map(({ book }) => book)
    }
    const added = perList((): Book[] => [])
    try {
      for (const list of LIBRARY_LISTS) {
        const fresh = [...new Set(lists[list])].filter((id) => !known.has(id))
        const room = max[list] - (await countOf(db, userId, list))
        for (const id of fresh) known.add(id)
        // The first is the newest.
        for (const ids of inPieces(fresh.slice(0, Math.max(0, room)).toReversed())) {
          added[list].push(...(await changeReader(db, userId, (trx) => addPiece(trx, list, ids))))
          await nextTick()
        }
        added[list].reverse()
      }
      const authors = await changeReader(db, userId, (trx) =>
        addAuthors(trx, userId, added.favorites, { addedAt, max: authorsMax }),
      )
      return { ...perList((list) => added[list].map(({ id }) => id)), authors }
    } catch (error) {
      await takeBack(db, userId, addedAt)
      throw error
    }
  }

  return {
    /**
     * Adds books that have neither heart nor mark, as long as there is room, and the first authors of favorites;
     * resolves with what was added. Each piece is a transaction of its own, as in `removeKept`; after one that fails,
     * those before go.
     */
    add: (userId: string, library: NewLibrary): Promise<LibraryChange> =>
      inTurn(userId, () => addWhole(userId, library)),

    /** What is left of the last import after a time; `undefined` where nothing is. */
    async last(userId: string, since: number) {
      const last = await find(userId, since)
      if (!last) return undefined
      const left = await Promise.all(
        LIBRARY_LISTS.map((list) => countOf(db, userId, list, last.addedAt)),
      )
      const [favorites = 0, wantToRead = 0, read = 0, notForMe = 0] = left
      const counts = { favorites, wantToRead, read, notForMe }
      return left.some(Boolean) ? { ...last, ...counts } : undefined
    },

    /** Takes back what is left of the last import after a time; absent is no error. */
    undo: (userId: string, since: number): Promise<void> =>
      inTurn(userId, async () => {
        const last = await find(userId, since)
        if (last) await takeBack(db, userId, last.addedAt)
      }),
  }
}

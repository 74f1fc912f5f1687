import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { addLibrary, getLastImport, previewLibrary, removeLibrary } from '../../contract/library.ts'
import { AUTHORS_MAX } from '../../contract/limits.ts'
import {
  LIBRARY_FIELD,
  LIBRARY_LIST_MAX,
  LIBRARY_LISTS,
  LIBRARY_MAX_BYTES,
  perList,
  type LibraryList,
} from '../../contract/uploads.ts'
import { createPauses, WorkTooLong } from '../../books/pauses.ts'
import { DAY_MS, KIB_BYTES, MINUTE_MS } from '../../contract/units.ts'
import { LibraryRejected } from '../../books/library/libraryTable.ts'
import {
  matchLibrary,
  type LibraryShelf,
  type ReaderBooks,
} from '../../books/library/matchLibrary.ts'
import { readLibrary } from '../../books/library/readLibrary.ts'
import { HttpProblem } from '../plugins/errors.ts'
import { TAKES_UPLOADS } from '../plugins/connections.ts'
import type { Api, Services } from './services.ts'
import { createUploads, type Upload } from './upload.ts'

/** The largest body that names thousands of books. */
export const LISTS_BODY_MAX_BYTES = 1536 * KIB_BYTES

/** How long an import can be undone, in ms. */
const KEPT_MS = DAY_MS

const LIBRARY: Upload = {
  field: LIBRARY_FIELD,
  maxBytes: LIBRARY_MAX_BYTES,
  busy: ERROR_TEXTS.libraryBusy,
  missing: ERROR_TEXTS.libraryMissing,
  tooLarge: ERROR_TEXTS.libraryTooLarge,
}

/** The CPU time that a file may take, in ms: several times that of a whole library on a slow machine. */
const CPU_MAX_MS = MINUTE_MS

async function accepted<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (caught) {
    const error =
      caught instanceof WorkTooLong ? new LibraryRejected(ERROR_TEXTS.libraryTooSlow) : caught
    if (!(error instanceof LibraryRejected)) throw error
    throw new HttpProblem(error.isBinary ? 415 : 400, 'library_rejected', error)
  }
}

/** A reader's library: what of it the catalogue has, adding that to the reader's books, and taking it back. */
export function registerLibraryRoutes(api: Api, { store, local, now }: Services): void {
  const takeLibrary = createUploads(LIBRARY)
  // The file may be replaced while a library is matched.
  const shelf: LibraryShelf = {
    byIds: (ids) => local.file().library.byIds(ids),
    byIsbns: (isbns) => local.file().library.byIsbns(isbns),
    byWorkTitles: (texts) => local.file().library.byWorkTitles(texts),
    byTitles: (keys) => local.file().library.byTitles(keys),
    byAuthors: (keys) => local.file().library.byAuthors(keys),
  }

  const booksOf = async (userId: string): Promise<ReaderBooks> => {
    const lists = {
      favorites: await store.favorites.ids(userId),
      ...(await store.marks.ids(userId)),
    }
    const works = local.file().worksOf(LIBRARY_LISTS.flatMap((list) => lists[list]))
    const room = (list: LibraryList) => Math.max(0, LIBRARY_LIST_MAX[list] - lists[list].length)
    return {
      byWork: new Map(
        LIBRARY_LISTS.flatMap((list) =>
          lists[list].map((id) => [works.get(id) ?? id, { id, list }] as const),
        ),
      ),
      room: perList(room),
    }
  }

  api.route({
    ...previewLibrary,
    config: TAKES_UPLOADS,
    handler: async (request, reply) => {
      const { id } = request.params
      const ending = new AbortController()
      const { signal } = ending
      // `request.signal` is aborted as soon as a body has been read.
      reply.raw.once('close', () =>
        ending.abort(new HttpProblem(400, 'invalid_request', ERROR_TEXTS.cancelled)),
      )
      const match = async (content: Buffer) => {
        const present = await booksOf(id)
        const pause = createPauses(5, { budget: CPU_MAX_MS, signal })
        return matchLibrary(await readLibrary(content, pause), shelf, present, pause)
      }
      return takeLibrary(request, id, (content) => accepted(() => match(content)))
    },
  })

  api.route({
    ...addLibrary,
    bodyLimit: LISTS_BODY_MAX_BYTES,
    handler: async ({ params: { id }, body: { program, ...lists } }) => {
      const existing = local.file().worksOf(LIBRARY_LISTS.flatMap((list) => lists[list] ?? []))
      const there = (list: LibraryList) =>
        (lists[list] ?? []).filter((bookId) => existing.has(bookId))
      return store.libraries.add(id, {
        program,
        lists: perList(there),
        find: (bookId) => local.file().byId(bookId),
        now: now(),
        authorsMax: AUTHORS_MAX,
      })
    },
  })

  api.route({
    ...getLastImport,
    handler: async ({ params: { id } }) => {
      const last = await store.libraries.last(id, now() - KEPT_MS)
      return { import: last ? { ...last, addedAt: new Date(last.addedAt).toISOString() } : null }
    },
  })

  api.route({
    ...removeLibrary,
    handler: async ({ params: { id } }) => {
      await store.libraries.undo(id, now() - KEPT_MS)
      return { message: 'The import has been taken back.' }
    },
  })
}

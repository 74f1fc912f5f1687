import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { addLibrary, previewLibrary, removeLibrary } from '../../contract/library.ts'
import { LIBRARY_FIELD, LIBRARY_MAX_BYTES } from '../../contract/uploads.ts'
import { AUTHORS_MAX, FAVORITES_MAX } from '../../contract/limits.ts'
import { createPauses, WorkTooLong } from '../../books/pauses.ts'
import { KIB_BYTES, MINUTE_MS } from '../../contract/units.ts'
import { LibraryRejected } from '../../books/library/libraryTable.ts'
import {
  matchLibrary,
  type LibraryShelf,
  type ReaderFavorites,
} from '../../books/library/matchLibrary.ts'
import { readLibrary } from '../../books/library/readLibrary.ts'
import { HttpProblem } from '../plugins/errors.ts'
import { UPLOADS } from '../plugins/connections.ts'
import type { Api, Services } from './services.ts'
import { createUploads, type Upload } from './upload.ts'

const BODY_MAX_BYTES = 512 * KIB_BYTES

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
    throw new HttpProblem(error.isBinary ? 415 : 400, 'library_rejected', error.message)
  }
}

/** A reader's library: what of it the catalogue has, adding that to the favorites, and taking it back. */
export function registerLibraryRoutes(api: Api, { store: { favorites }, local }: Services): void {
  const takeLibrary = createUploads(LIBRARY)
  // The file may be replaced while a library is matched.
  const shelf: LibraryShelf = {
    byIsbns: (isbns) => local.reader().library.byIsbns(isbns),
    byWorkTitles: (texts) => local.reader().library.byWorkTitles(texts),
    byTitles: (keys) => local.reader().library.byTitles(keys),
    byAuthors: (keys) => local.reader().library.byAuthors(keys),
  }

  const favoritesOf = async (userId: string): Promise<ReaderFavorites> => {
    const ids = await favorites.ids(userId)
    const works = local.reader().worksOf(ids)
    const byWork = new Map(ids.map((id) => [works.get(id) ?? id, id]))
    return { byWork, room: Math.max(0, FAVORITES_MAX - ids.length) }
  }

  api.route({
    ...previewLibrary,
    config: UPLOADS,
    handler: async (request, reply) => {
      const { id } = request.params
      const ending = new AbortController()
      const { signal } = ending
      // `request.signal` is aborted as soon as a body has been read.
      reply.raw.once('close', () =>
        ending.abort(new HttpProblem(400, 'invalid_request', 'Cancelled.')),
      )
      const match = async (content: Buffer) => {
        const present = await favoritesOf(id)
        const pause = createPauses(5, { budget: CPU_MAX_MS, signal })
        return matchLibrary(await readLibrary(content, pause), shelf, present, pause)
      }
      return takeLibrary(request, id, (content) => accepted(() => match(content)))
    },
  })

  api.route({
    ...addLibrary,
    bodyLimit: BODY_MAX_BYTES,
    handler: async ({ params: { id }, body: { bookIds } }) => {
      const existing = local.reader().worksOf(bookIds)
      return favorites.addMany(
        id,
        bookIds.filter((bookId) => existing.has(bookId)),
        (bookId) => local.reader().byId(bookId),
        { addedAt: Date.now(), max: FAVORITES_MAX, authorsMax: AUTHORS_MAX },
      )
    },
  })

  api.route({
    ...removeLibrary,
    bodyLimit: BODY_MAX_BYTES,
    handler: async ({ params: { id }, body: { bookIds, authors } }) => {
      await favorites.removeMany(id, bookIds, authors)
      return { message: 'Removed from favorites.' }
    },
  })
}

import { AUTHORS_MAX } from '../../contract/limits.ts'
import { removeBooks, restoreBooks } from '../../contract/lists.ts'
import { LIBRARY_LIST_MAX } from '../../contract/uploads.ts'
import { LISTS_BODY_MAX_BYTES } from './library.ts'
import type { Api, Services } from './services.ts'

/** Many books of a reader's list at once; removing and giving back are idempotent, so a client can repeat them. */
export function registerListRoutes(api: Api, { store, findBook, now }: Services): void {
  api.route({
    ...removeBooks,
    bodyLimit: LISTS_BODY_MAX_BYTES,
    handler: async ({ params: { id, list }, body: { bookIds } }) => {
      await store.lists.remove(id, list, bookIds)
      return { message: 'Removed.' }
    },
  })

  api.route({
    ...restoreBooks,
    bodyLimit: LISTS_BODY_MAX_BYTES,
    handler: async ({ params: { id, list }, body: { bookIds } }) => {
      const room = { addedAt: now(), max: LIBRARY_LIST_MAX[list], authorsMax: AUTHORS_MAX }
      return { bookIds: await store.lists.restore(id, list, { bookIds, find: findBook, ...room }) }
    },
  })
}

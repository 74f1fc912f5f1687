import type { FastifyTypeProviderDefault } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { MARKS_MAX } from '../../contract/limits.ts'
import { MARKS } from '../../contract/markNames.ts'
import {
  getMarkedBooks,
  getMarks,
  marksReached,
  moveWanted,
  removeMark,
  setMark,
  type Mark,
} from '../../contract/marks.ts'
import { HttpProblem, notFound } from '../plugins/errors.ts'
import type { Api, Services } from './services.ts'

/** The marks of a reader beside the heart; setting and removing are idempotent, so a client can repeat them. */
export function registerMarkRoutes(
  api: Api,
  { store, keptBooks, findBook, local, ownTurn }: Services,
): void {
  api.route({
    ...getMarks,
    handler: async ({ params: { id } }) => {
      const marks = await store.marks.inOrder(id)
      await ownTurn()
      return { ...marks, works: local.file().sharedWorksOf(MARKS.flatMap((mark) => marks[mark])) }
    },
  })

  // Without the type of its response, which is sent piece by piece.
  api.withTypeProvider<FastifyTypeProviderDefault>().route<{ Params: { id: string; mark: Mark } }>({
    ...getMarkedBooks,
    handler: async ({ params: { id, mark }, signal }, reply) =>
      keptBooks.send(reply, signal, id, (await store.marks.ids(id))[mark]),
  })

  api.route({
    ...setMark,
    handler: async ({ params: { id, bookId }, body: { mark, undo } }) => {
      const book = await findBook(bookId)
      if (!book) throw notFound(ERROR_TEXTS.bookNotFound)
      const room = { addedAt: Date.now(), max: MARKS_MAX, ...(undo && { undo }) }
      const set = await store.marks.set(id, mark, book, room)
      if (set === 'full') throw new HttpProblem(409, 'quota_reached', marksReached(mark))
      return { message: 'Marked.' }
    },
  })

  api.route({
    ...moveWanted,
    handler: async ({ params: { id, bookId }, body: { after } }) => {
      if ((await store.marks.move(id, bookId, after)) === 'absent')
        throw notFound(ERROR_TEXTS.notOnList)
      return { message: 'Moved.' }
    },
  })

  api.route({
    ...removeMark,
    handler: async ({ params: { id, bookId } }) => {
      await store.marks.remove(id, bookId)
      return { message: 'The mark is gone.' }
    },
  })
}

import type { FastifyTypeProviderDefault } from 'fastify'
import { ERROR_TEXTS, type ErrorText } from '../../contract/errorTexts.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  getForYou,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import { plainLine } from '../../contract/plainLine.ts'
import { AUTHOR_BOOKS_MAX, AUTHORS_MAX, FAVORITES_MAX } from '../../contract/limits.ts'
import { listedBook, listedRecommendation } from '../../contract/shortDescription.ts'
import { fieldLabel } from '../../contract/validationText.ts'
import { apart } from '../../covers/apart.ts'
import { HttpProblem, invalidField, notFound } from '../plugins/errors.ts'
import { DRAWN_AT, weighingIds, type Marked } from '../recommendations/recommender.ts'
import type { Api, Services } from './services.ts'

const quotaReached = (text: ErrorText, count: number): HttpProblem =>
  new HttpProblem(409, 'quota_reached', { text, values: { count } })

/** Favorite books and authors of a reader; adding and removing are idempotent, so a client can repeat them. */
export function registerFavoriteRoutes(
  api: Api,
  { store, catalogue, keptBooks, findBook, recommender, ownTurn }: Services,
): void {
  /** What a reader says of books. */
  async function saidBy(id: string): Promise<Marked> {
    const [hearts, marks] = await Promise.all([store.favorites.ids(id), store.marks.ids(id)])
    return { hearts, ...marks }
  }

  api.route({
    ...getFavoriteAuthors,
    handler: async ({ params: { id } }) => {
      const [authors, said] = await Promise.all([store.authors.list(id), saidBy(id)])
      if (authors.length === 0) return []
      await ownTurn()
      const read = [...said.hearts, ...said.read]
      const unread = [...said.wantToRead, ...said.notForMe]
      return (await catalogue.byAuthors(authors, AUTHOR_BOOKS_MAX, read, unread)).map(listedBook)
    },
  })

  api.route({
    ...getForYou,
    handler: async ({ params: { id }, language }) => {
      const said = await saidBy(id)
      const records = await keptBooks.booksOf(id, weighingIds(said))
      await ownTurn()
      const picks = recommender.forYou(said, records, language)
      // What is drawn for the day stays behind what does not change.
      return apart(
        picks,
        ({ book }) => book,
        (_pick, at) => at < DRAWN_AT,
      ).map(listedRecommendation)
    },
  })

  api.route({
    ...addFavoriteAuthor,
    handler: async (request) => {
      const author = plainLine(request.body.author)
      if (author === '')
        throw invalidField('author', 'required', {
          text: ERROR_TEXTS.required,
          values: { field: fieldLabel('author') },
        })
      const added = await store.authors.add(request.params.id, author, Date.now(), AUTHORS_MAX)
      if (added === 'full') throw quotaReached(ERROR_TEXTS.authorsFull, AUTHORS_MAX)
      return { message: 'Author saved.' }
    },
  })

  for (const operation of [addFavoriteBook, addFavoriteBookFromDetail]) {
    api.route({
      ...operation,
      handler: async (request) => {
        const book = await findBook(request.body.bookId)
        if (!book) throw notFound(ERROR_TEXTS.bookNotFound)
        // With its record, so that no change of the catalogue can lose it.
        const { undo } = request.body
        const { id } = request.params
        const added = await store.favorites.add(id, book, Date.now(), FAVORITES_MAX, undo)
        if (added === 'full') throw quotaReached(ERROR_TEXTS.favoritesFull, FAVORITES_MAX)
        return { message: 'Added to favorites.' }
      },
    })
  }

  // Without the type of its response, which is sent piece by piece.
  api.withTypeProvider<FastifyTypeProviderDefault>().route<{ Params: { id: string } }>({
    ...getFavoriteBooks,
    handler: async ({ params: { id }, signal }, reply) =>
      keptBooks.send(reply, signal, id, await store.favorites.ids(id)),
  })

  api.route({
    ...removeFavoriteBook,
    handler: async (request) => {
      const { id, bookId } = request.params
      await store.favorites.remove(id, bookId)
      return { message: 'Removed from favorites.' }
    },
  })
}

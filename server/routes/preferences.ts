import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import {
  getNavbarPreferences,
  getPreferences,
  savePreferences,
} from '../../contract/preferences.ts'
import type { ShelfHints } from '../pages/shelfHints.ts'
import type { Store } from '../store/store.ts'

/** The interests of a reader, under both spellings of their path (decision 27). */
export function registerPreferenceRoutes(
  app: FastifyInstance,
  { store, hints }: { store: Store; hints: ShelfHints },
): void {
  const api = app.withTypeProvider<TypeBoxTypeProvider>()

  api.route({
    ...savePreferences,
    handler: async (request, reply) => {
      const { preferences } = request.body
      await store.preferences.replace(request.params.id, preferences)
      hints.keepPreferences(reply, request.params.id, preferences)
      return { message: 'Preferences saved successfully!', preferences }
    },
  })

  for (const operation of [getPreferences, getNavbarPreferences]) {
    api.route({
      ...operation,
      handler: async (request, reply) => {
        const preferences = await store.preferences.list(request.params.id)
        hints.keepPreferences(reply, request.params.id, preferences)
        return { preferences }
      },
    })
  }
}

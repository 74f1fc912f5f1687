import {
  getNavbarPreferences,
  getPreferences,
  savePreferences,
} from '../../contract/preferences.ts'
import type { Api, Services } from './services.ts'

/** The interests of a reader, under both spellings of their path: each screen has its own (docs/product.md 7.1). */
export function registerPreferenceRoutes(api: Api, { store }: Services): void {
  api.route({
    ...savePreferences,
    handler: async (request) => {
      const { preferences } = request.body
      await store.preferences.replace(request.params.id, preferences)
      return { message: 'Preferences saved successfully!', preferences }
    },
  })

  for (const operation of [getPreferences, getNavbarPreferences]) {
    api.route({
      ...operation,
      handler: async (request) => ({
        preferences: await store.preferences.list(request.params.id),
      }),
    })
  }
}

import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../categories.ts'
import { getNavbarPreferences, getPreferences, savePreferences } from '../preferences.ts'
import { by, type Client } from './client.ts'

/** A reader's interests. */
export function describePreferences(client: Client): void {
  const { succeed, refusedBodies, newReader } = client

  describe('preferences', () => {
    test.each([getPreferences, getNavbarPreferences])(
      'GET $url: none at first, then the last list that was saved, in its order',
      async (operation) => {
        const reader = await newReader()
        expect(await succeed(operation, by(reader))).toStrictEqual({ preferences: [] })
        for (const preferences of [CATEGORIES, ['Poetry', "Children's Books", 'Business']]) {
          const saved = await succeed(savePreferences, by(reader, { json: { preferences } }))
          expect(saved.preferences).toStrictEqual(preferences)
          expect(await succeed(operation, by(reader))).toStrictEqual({ preferences })
        }
      },
    )

    test('refuses what is no list of interests, and keeps what there was', async () => {
      const reader = await newReader()
      const json = { preferences: ['Horror'] }
      await succeed(savePreferences, by(reader, { json }))
      await refusedBodies(savePreferences, by(reader), [
        [{ preferences: [] }],
        [{ preferences: ['Poetry', 'Cooking'] }],
        [{ preferences: ['Poetry', 'Poetry'] }],
        [{ preferences: 'Poetry' }],
        [{ preferences: ['Poetry'], name: 'Eve' }],
        [{}],
      ])
      expect(await succeed(getPreferences, by(reader))).toStrictEqual(json)
    })
  })
}

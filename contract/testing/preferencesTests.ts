import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../categories.ts'
import { getNavbarPreferences, getPreferences, savePreferences } from '../preferences.ts'
import { by, type Client } from './client.ts'

/** A reader's interests. */
export function describePreferences(client: Client): void {
  const { call, succeed, refused, newReader } = client

  describe('preferences', () => {
    const spellings = [getPreferences, getNavbarPreferences]

    test.each(spellings)('GET $url: none at first', async (operation) => {
      const reader = await newReader()
      const body = await succeed(operation.schema.response[200], operation, by(reader))
      expect(body).toStrictEqual({ preferences: [] })
    })

    test.each(spellings)('GET $url: what was saved, in its order', async (operation) => {
      const reader = await newReader()
      const json = { preferences: ['Poetry', "Children's Books", 'Business'] }
      const saved = await succeed(
        savePreferences.schema.response[200],
        savePreferences,
        by(reader, { json }),
      )
      expect(saved.preferences).toStrictEqual(json.preferences)
      const body = await succeed(operation.schema.response[200], operation, by(reader))
      expect(body).toMatchObject(json)
    })

    test('saving replaces the whole list', async () => {
      const reader = await newReader()
      await call(savePreferences, by(reader, { json: { preferences: ['Poetry', 'Travel'] } }))
      await call(savePreferences, by(reader, { json: { preferences: ['Horror'] } }))
      const body = await succeed(getPreferences.schema.response[200], getPreferences, by(reader))
      expect(body).toStrictEqual({ preferences: ['Horror'] })
    })

    test('all of them can be saved', async () => {
      const reader = await newReader()
      const json = { preferences: [...CATEGORIES] }
      const body = await succeed(
        savePreferences.schema.response[200],
        savePreferences,
        by(reader, { json }),
      )
      expect(body).toMatchObject(json)
    })

    test.each([
      ['no interest', { preferences: [] }],
      ['an unknown interest', { preferences: ['Poetry', 'Cooking'] }],
      ['an interest twice', { preferences: ['Poetry', 'Poetry'] }],
      ['a text for a list', { preferences: 'Poetry' }],
      ['another property', { preferences: ['Poetry'], name: 'Eve' }],
      ['no list', {}],
    ])('refuses %s, and keeps what there was', async (_, json) => {
      const reader = await newReader()
      await call(savePreferences, by(reader, { json: { preferences: ['Horror'] } }))
      await refused(400, 'invalid_request', savePreferences, by(reader, { json }))
      const body = await succeed(getPreferences.schema.response[200], getPreferences, by(reader))
      expect(body).toStrictEqual({ preferences: ['Horror'] })
    })
  })
}

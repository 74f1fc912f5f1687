import { Type } from 'typebox'
import { CATEGORIES } from './categories.ts'
import { Acknowledged, Body, UserParams } from './common.ts'
import { errors, operation } from './operation.ts'

/** The interests a reader saved. */
const Preferences = Type.Object({ preferences: Type.Array(Type.Enum([...CATEGORIES])) })

/** PUT /api/user/{id}: replaces the whole list. */
export const savePreferences = operation('PUT', '/api/user/:id', 'bearer', {
  operationId: 'savePreferences',
  tags: ['Preferences'],
  summary: 'Save the interests',
  params: UserParams,
  body: Body({
    preferences: Type.Array(Type.Enum([...CATEGORIES]), {
      minItems: 1,
      maxItems: CATEGORIES.length,
      uniqueItems: true,
    }),
  }),
  response: {
    200: Type.Object({ ...Acknowledged.properties, ...Preferences.properties }),
    ...errors(400, 401, 403, 413, 415, 429, 503),
  },
})

const preferencesRead = {
  tags: ['Preferences'],
  params: UserParams,
  response: { 200: Preferences, ...errors(400, 401, 403, 429, 503) },
}

export const getPreferences = operation('GET', '/api/user/:id/preferences', 'bearer', {
  ...preferencesRead,
  operationId: 'getPreferences',
  summary: 'The saved interests',
})

/** The same under the plural path, which the navbar uses. */
export const getNavbarPreferences = operation('GET', '/api/users/:id/preferences', 'bearer', {
  ...preferencesRead,
  operationId: 'getNavbarPreferences',
  summary: 'The saved interests (plural path)',
})

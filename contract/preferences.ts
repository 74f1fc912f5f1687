import { Type, type Static } from 'typebox'
import { CATEGORIES } from './categories.ts'
import { Acknowledged, UserParams } from './common.ts'
import { errors, type Operation } from './operation.ts'

/** The interests a reader saved. */
export const Preferences = Type.Object({ preferences: Type.Array(Type.Enum([...CATEGORIES])) })
export type Preferences = Static<typeof Preferences>

/** PUT /api/user/{id}: replaces the whole list. */
export const savePreferences = {
  method: 'PUT',
  url: '/api/user/:id',
  access: 'bearer',
  schema: {
    operationId: 'savePreferences',
    tags: ['Preferences'],
    summary: 'Save the interests',
    params: UserParams,
    body: Type.Object(
      {
        preferences: Type.Array(Type.Enum([...CATEGORIES]), {
          minItems: 1,
          maxItems: CATEGORIES.length,
          uniqueItems: true,
        }),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({ ...Acknowledged.properties, ...Preferences.properties }),
      ...errors(400, 401, 403, 413, 415, 429, 503),
    },
  },
} satisfies Operation

const preferencesRead = {
  method: 'GET',
  access: 'bearer',
  schema: {
    tags: ['Preferences'],
    params: UserParams,
    response: { 200: Preferences, ...errors(400, 401, 403, 429, 503) },
  },
} as const

/** GET /api/user/{id}/preferences */
export const getPreferences = {
  ...preferencesRead,
  url: '/api/user/:id/preferences',
  schema: {
    ...preferencesRead.schema,
    tags: ['Preferences'],
    operationId: 'getPreferences',
    summary: 'The saved interests',
  },
} satisfies Operation

/** GET /api/users/{id}/preferences: the same under the plural path, which the navbar uses. */
export const getNavbarPreferences = {
  ...preferencesRead,
  url: '/api/users/:id/preferences',
  schema: {
    ...preferencesRead.schema,
    tags: ['Preferences'],
    operationId: 'getNavbarPreferences',
    summary: 'The saved interests (plural path)',
  },
} satisfies Operation

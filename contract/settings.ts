import { Type, type Static } from 'typebox'
import { errors, operation } from './operation.ts'

/** What this server offers beyond the basics. */
export const Settings = Type.Object({
  passwordReset: Type.Boolean({ description: 'Whether the server can mail password reset links.' }),
})
export type Settings = Static<typeof Settings>

/** GET /api/settings: the same for everybody until the server restarts. */
export const getSettings = operation('GET', '/api/settings', 'public', {
  operationId: 'getSettings',
  tags: ['Password'],
  summary: 'What this server offers',
  response: { 200: Settings, ...errors(429, 503) },
})

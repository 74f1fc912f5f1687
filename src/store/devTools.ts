import { isAnyOf, type Action, type DevToolsEnhancerOptions } from '@reduxjs/toolkit'
import { createApiActionSanitizer } from '@reduxjs/toolkit/query'
import { booksApi } from '../api/booksApi.ts'
import { isRecord } from '../lib/record.ts'

/** Fields that no developer's screenshot may show: secrets and what tells who a reader is. */
const PRIVATE_FIELDS: ReadonlySet<string> = new Set([
  'token',
  'currentPassword',
  'password',
  'confirmPassword',
  'email',
  'name',
  'profileImage',
  'authorization',
  // A response that is one text: a reader's whole account, or where their picture is.
  'data',
])
const MASK = '•••'

/** A copy in which every private field that holds a text reads `•••`. What is no plain data is left out. */
export function maskPrivate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskPrivate)
  if (!isRecord(value)) return value
  // Requests, responses, files: nothing of them is needed, and they carry headers and pictures.
  if (Object.getPrototypeOf(value) !== Object.prototype) return `[${value.constructor.name}]`
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const isPrivate = PRIVATE_FIELDS.has(key) && typeof field === 'string' && field !== ''
      return [key, isPrivate ? MASK : maskPrivate(field)]
    }),
  )
}

const nameEndpoint = createApiActionSanitizer(booksApi)
const { exportAccount, uploadProfileImage } = booksApi.endpoints
const isTextResponse = isAnyOf(exportAccount.matchFulfilled, uploadProfileImage.matchFulfilled)

/** What Redux DevTools is shown: request actions with their endpoint's name, private fields masked. */
export const devToolsOptions: DevToolsEnhancerOptions = {
  name: 'Catchword',
  actionSanitizer: <A extends Action>(action: A): A => {
    const named = { ...nameEndpoint(action) }
    for (const key of Object.keys(named)) {
      const field: unknown = Reflect.get(named, key)
      Reflect.set(named, key, maskPrivate(field))
    }
    if (isTextResponse(action)) Reflect.set(named, 'payload', MASK)
    return named
  },
  stateSanitizer: <S>(state: S): S => {
    if (!isRecord(state)) return state
    const masked = { ...state }
    for (const key of Object.keys(masked)) Reflect.set(masked, key, maskPrivate(masked[key]))
    return masked
  },
}

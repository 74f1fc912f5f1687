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

/** A copy in which every private field that holds a text reads `•••`. Of what is no plain data only its kind is left. */
export function maskPrivate<T>(value: T): T {
  const text = JSON.stringify(value, (name, field: unknown) => {
    if (PRIVATE_FIELDS.has(name) && typeof field === 'string' && field !== '') return MASK
    // Requests, responses, files: they carry headers and pictures.
    const isPlain = !isRecord(field) || Array.isArray(field) || field.constructor === Object
    return isPlain ? field : `[${field.constructor.name}]`
  })
  const masked: T = JSON.parse(text)
  return masked
}

const nameEndpoint = createApiActionSanitizer(booksApi)
const { exportAccount, uploadProfileImage } = booksApi.endpoints
const isTextResponse = isAnyOf(exportAccount.matchFulfilled, uploadProfileImage.matchFulfilled)

/** What Redux DevTools is shown: request actions with their endpoint's name, private fields masked. */
export const devToolsOptions: DevToolsEnhancerOptions = {
  name: 'Catchword',
  actionSanitizer: <A extends Action>(action: A): A => {
    const named = maskPrivate(nameEndpoint(action))
    return isTextResponse(action) ? { ...named, payload: MASK } : named
  },
  stateSanitizer: maskPrivate,
}

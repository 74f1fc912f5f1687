import type { TSchema } from 'typebox'
import { ErrorBody } from './common.ts'

/**
 * Who may call. `public`: everyone. `bearer`: the owner by `Authorization: Bearer`. `bearerOrCookie`:
 * the owner by either (decision 28).
 */
export type Access = 'public' | 'bearer' | 'bearerOrCookie'

/** One call: what its route is made of, on the server, in the OpenAPI document and in the fake. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with `:name` parameters. */
  url: string
  access: Access
  schema: {
    operationId: string
    tags: string[]
    summary: string
    description?: string
    consumes?: string[]
    /** The media types of a successful answer; JSON alone where nothing is said. */
    produces?: string[]
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: Record<string, TSchema>
  }
}

/**
 * The error rows of an operation's `response`, by status. Their type is left out on purpose: handlers
 * throw errors, so only the success rows should decide what a handler may send.
 */
export function errors(...statuses: number[]): object {
  const rows: Record<number, TSchema> = {}
  for (const status of statuses) rows[status] = ErrorBody
  return rows
}

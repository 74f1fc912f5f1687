import { IsInteger, IsObject, type TSchema } from 'typebox'
import { ErrorBody } from './common.ts'

/**
 * Who may send a request. `public`: everyone. `bearer`: the owner by `Authorization: Bearer`.
 * `bearerOrCookie`: the owner by either, since the favorites page sends no bearer (docs/security.md 1.2).
 */
export type Access = 'public' | 'bearer' | 'bearerOrCookie'

/** An operation of the API, for the server's routes, the OpenAPI document and the fake backend. */
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
    /** The media types of a successful response; JSON alone by default. */
    produces?: string[]
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: Record<string, TSchema>
  }
}

/** An operation with the exact types of its schema. */
export function operation<S extends Operation['schema']>(
  method: Operation['method'],
  url: string,
  access: Access,
  schema: S,
): Operation & { schema: S } {
  return { method, url, access, schema }
}

/** The names of the query parameters that are whole numbers: a query has texts alone, which are read as numbers first. */
export function integersOf(query: TSchema | undefined): string[] {
  if (!query || !IsObject(query)) return []
  return Object.keys(query.properties).filter((name) => IsInteger(query.properties[name]))
}

/**
 * The error rows of an operation's `response`, by status. Their type is left out on purpose: handlers
 * throw errors, so only the success rows should decide what a handler may send.
 */
export function errors(...statuses: number[]): object {
  return Object.fromEntries(statuses.map((status) => [status, ErrorBody]))
}

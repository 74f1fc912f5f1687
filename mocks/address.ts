/**
 * A path of the fake backend as the absolute address that MSW matches: on the page's own origin, as
 * in production. In plain Node, where there is no page, the origin is `http://localhost:3000`.
 */
export function atOrigin(path: string): string {
  const origin = typeof location === 'undefined' ? 'http://localhost:3000' : location.origin
  return origin + path
}

/** MSW's handler for the method of an operation: `http[METHODS[operation.method]]`. */
export const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

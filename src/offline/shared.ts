import { paths, plainPath } from '../paths.ts'

/** The frame that every page begins with, as the server sends it for an address without a page. */
export const SHELL = '/shell'
/** Covers that were seen in this browser. */
export const COVERS_CACHE = 'covers'
/** So many of them, a few KiB each; the one that was put there or renewed longest ago goes first. */
export const COVERS_MOST = 400

/** Takes away of a cache's `keys` those that were put there or renewed longest ago, until there are `most`. */
export async function keepNewest(
  cache: Cache,
  keys: readonly Request[],
  most: number,
): Promise<void> {
  const old = keys.slice(0, Math.max(0, keys.length - most))
  await Promise.all(old.map((key) => cache.delete(key)))
}

/** Where the pictures of the landing page are. */
export const SHOWCASE = '/showcase/'
/** Those of them that were seen in this browser. */
export const SHOWCASE_CACHE = 'showcase'

/** What a page says to the worker. */
export type FromPage =
  /** Is this script (a path) one of the build that you keep? Answered by `boolean`. */
  | { type: 'isYours'; script: string }
  /** Take the place of the worker before you. */
  | { type: 'takeOver' }

const OWN: ReadonlySet<string> = new Set([
  paths.home,
  paths.login,
  paths.register,
  paths.categories,
  paths.recommendations,
  paths.favorites,
  paths.profile,
])

/**
 * Whether the frame stands in for this page where there is no network: the app's own routes, and never an
 * address with a token in it, which no worker has to see (decision 19).
 */
export function hasFrame({ pathname, searchParams }: URL): boolean {
  const path = plainPath(pathname)
  return !searchParams.has('token') && (OWN.has(path) || /^\/book\/[^/]+$/.test(path))
}

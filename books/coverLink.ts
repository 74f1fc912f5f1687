import { COVER_VERSION } from '../contract/covers.ts'
import { fnv1a } from '../contract/hash.ts'

/** What a cover shows. */
export interface CoverContent {
  title: string
  authors: readonly string[]
  categories: readonly string[]
  subjects?: readonly string[] | undefined
  series?: { name: string; number?: number | undefined } | undefined
  /** Where the remote cover is, if there is one. */
  picture?: string
}

/**
 * Where a book's cover is, on our own origin. Its version changes with what the cover shows and with how it
 * is rendered, so that it may be cached for ever.
 */
export function coverLink(id: string, content: CoverContent): string {
  const { title, authors, categories, subjects, series, picture } = content
  const words = [title, authors, categories, subjects, series?.name, series?.number]
  const shown = picture ?? JSON.stringify([...words, COVER_VERSION])
  return `/covers/${id}?v=${fnv1a(shown).toString(16).padStart(8, '0')}`
}

/** The version in a cover's link, or `undefined` where the link carries none. */
export function coverLinkVersion(link: string): string | undefined {
  return /^\/covers\/[\w-]+\?v=([0-9a-f]{8})$/.exec(link)?.[1]
}

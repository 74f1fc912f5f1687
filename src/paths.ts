import { messages } from './messages.ts'

/** The routes of docs/product.md 2.1, and `/register`, to which its links lead. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  categories: '/categories',
  recommendations: '/recommendations',
  favorites: '/favorites',
  wantToRead: '/want-to-read',
  import: '/import',
  profile: '/profile',
  book: (id: string): string => `/book/${encodeURIComponent(id)}`,
  google: '/api/auth/google',
} as const

/** An address as the router reads it: neither letter case nor a slash at its end makes another one. */
export function plainPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || paths.home
}

/** The protected pages and what a reader calls them. */
const PROTECTED_PAGES: Readonly<Record<string, string>> = {
  [paths.categories]: messages.pages.categories,
  [paths.recommendations]: messages.pages.recommendations,
  [paths.favorites]: messages.pages.favorites,
  [paths.wantToRead]: messages.pages.wanted,
  [paths.import]: messages.pages.import,
  [paths.profile]: messages.pages.profile,
}

/** The name of a protected page, for 'Continue to {page}'; `undefined` of anything else. */
export function protectedPageName(pathname: unknown): string | undefined {
  return typeof pathname === 'string'
    ? PROTECTED_PAGES[plainPath(pathname.replace(/#.*/, ''))]
    : undefined
}

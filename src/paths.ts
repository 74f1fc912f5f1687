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

const PROTECTED_PAGES = [
  'categories',
  'recommendations',
  'favorites',
  'wantToRead',
  'import',
  'profile',
] as const satisfies (keyof typeof paths)[]

/** A page of readers, as `messages` call it. */
export type ProtectedPage = (typeof PROTECTED_PAGES)[number]

/** Which of the protected pages a path is; `undefined` of anything else. */
export function protectedPageName(pathname: unknown): ProtectedPage | undefined {
  if (typeof pathname !== 'string') return undefined
  const path = plainPath(pathname.replace(/#.*/, ''))
  return PROTECTED_PAGES.find((page) => paths[page] === path)
}

/** What the server writes into pages of its own, the manifest and responses that the app shows, in English. */
export const PAGE_TEXTS = {
  signingIn: 'Signing in',
  goOn: 'Go on to Catchword',
  registered: 'Welcome to Catchword, {name}! Your account is ready.',
  // As public/manifest.webmanifest has them.
  description:
    'Discover books: pick your interests, follow the authors you love, and keep every book worth keeping.',
  yourFavorites: 'Your favorite books',
  favorites: 'Favorites',
  recommendations: 'Recommendations',
} as const

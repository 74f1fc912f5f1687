/** What is said of the network and of new versions; here and not in `messages.ts`, which every visitor gets. */
export const words = {
  offline: 'You are offline.',
  books: 'Your favorites and the books you have opened are still here.',
  favorites: 'Your favorites are still here.',
  newVersion: 'A new version is ready.',
  reload: 'Reload',
} as const

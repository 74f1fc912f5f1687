/** How long a title is, for the size that it is set in: app and server write it into a book's page. */
export function titleLength(title: string): 'short' | 'long' | 'longest' {
  if (title.length >= 160) return 'longest'
  return title.length >= 80 ? 'long' : 'short'
}

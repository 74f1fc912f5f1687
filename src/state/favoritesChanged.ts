let changedAt = 0

/** Notes that hearts or favorite authors have changed on the server. */
export function favoritesChanged(): void {
  changedAt = Date.now()
}

/** How many seconds ago that was: an answer older than this may be another by now (decision page 0037). */
export const secondsSinceChange = (): number => (Date.now() - changedAt) / 1000

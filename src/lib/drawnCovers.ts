/**
 * Covers that came within the page itself (docs/decisions/0033), by their links: whoever shows such a
 * cover shows it from there, and nothing is fetched.
 */
const drawnCovers = new Map<string, string>()

/** Where to show a cover from: within the page where it came with it, else its link. */
export function coverSource(link: string): string {
  return drawnCovers.get(link) ?? link
}

/** Tells where a cover is; returns the way to forget it. */
export function provideCover(link: string, source: string): () => void {
  drawnCovers.set(link, source)
  return () => drawnCovers.delete(link)
}

/** Shows a cover from the page from now on, where it stands in this element. */
export function takeUpCover(place: Element | null | undefined, link: string | undefined): void {
  const drawn = place?.querySelector('img')?.src
  if (link && drawn?.startsWith('data:')) provideCover(link, drawn)
}

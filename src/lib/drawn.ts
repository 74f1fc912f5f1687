/**
 * Covers that came within the page itself (decision page 0033), by their links: whoever shows such a
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

/** So long, in ms, what the server drew stands at most before what takes its place is there. */
const PATIENCE = 2000

/**
 * Resolves when these answers are there, or are long in coming, so that no frame is without what they are
 * drawn from. The covers that stand in the page are shown from it from then on; each has its link behind `#`.
 */
export async function takeUpDrawn(...answers: PromiseLike<unknown>[]): Promise<void> {
  await Promise.race([
    Promise.all(answers),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ])
  // A picture without a link comes under the empty one, which no cover has: it is never asked for.
  for (const { src } of document.images) drawnCovers.set(src.split('#')[1] ?? '', src)
}

/** What came beside what was drawn, as JSON; empty where nothing did. */
export function drawnRecord(): string {
  return document.getElementById('record')?.textContent ?? ''
}

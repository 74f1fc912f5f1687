const nameOf = (title: string): string => `shelf: ${title}`

/** How tall what stands on the shelf of this title was last in this tab, in CSS pixels. */
export function shelfHeight(title: string): number | undefined {
  try {
    return Number(sessionStorage.getItem(nameOf(title))) || undefined
  } catch {
    return undefined
  }
}

/** Keeps how tall what stands on a shelf is, in CSS pixels, for Back and for a reload (decision 15). */
export function keepShelfHeight(title: string, height: number): void {
  try {
    sessionStorage.setItem(nameOf(title), String(height))
  } catch {
    // Without storage a shelf is taken to be as tall as most.
  }
}

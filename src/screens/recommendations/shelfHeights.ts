const nameOf = (title: string): string => `shelf: ${title}`

/** How tall the shelf of this title stood last in this tab, in CSS pixels. */
export function shelfHeight(title: string): number | undefined {
  try {
    return Number(sessionStorage.getItem(nameOf(title))) || undefined
  } catch {
    return undefined
  }
}

/** Keeps how tall a shelf stands, in CSS pixels, for Back and for a reload (decision 15). */
export function keepShelfHeight(title: string, height: number): void {
  try {
    sessionStorage.setItem(nameOf(title), String(height))
  } catch {
    // Without storage a shelf is taken to be as tall as most.
  }
}

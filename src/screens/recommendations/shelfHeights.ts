import { isRecord } from '../../lib/record.ts'

const STORAGE_KEY = 'shelves'

function read(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    return isRecord(stored) ? stored : {}
  } catch {
    return {}
  }
}

/** How tall the shelf of this title stood last in this tab, in CSS pixels. */
export function shelfHeight(title: string): number | undefined {
  const height = read()[title]
  return typeof height === 'number' ? height : undefined
}

/** Keeps how tall a shelf stands, in CSS pixels, for Back and for a reload (decision 15). */
export function keepShelfHeight(title: string, height: number): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...read(), [title]: height }))
  } catch {
    // Without storage a shelf is taken to be as tall as most.
  }
}

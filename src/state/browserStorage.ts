/**
 * The browser's local storage, or memory where the browser refuses it (private mode, a full disk,
 * storage switched off). Nothing here throws.
 */
export interface TextStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** What the browser would not take: a value, or `null` for a key that it would not remove. */
const memory = new Map<string, string | null>()

function remembered(key: string): string | null {
  return memory.get(key) ?? null
}

function attempt<T>(work: () => T, otherwise: () => T): T {
  try {
    return work()
  } catch {
    return otherwise()
  }
}

export const browserStorage: TextStorage = {
  get: (key) =>
    attempt(
      () => (memory.has(key) ? remembered(key) : localStorage.getItem(key)),
      () => remembered(key),
    ),
  set: (key, value) =>
    attempt(
      () => {
        // An unchanged value is not written again: other tabs would be woken for nothing.
        if (localStorage.getItem(key) !== value) localStorage.setItem(key, value)
        memory.delete(key)
      },
      () => void memory.set(key, value),
    ),
  remove: (key) =>
    attempt(
      () => {
        localStorage.removeItem(key)
        memory.delete(key)
      },
      () => void memory.set(key, null),
    ),
}

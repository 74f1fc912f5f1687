/** Local storage that never throws: where it is denied or full, values last as long as the page. */
const memory = new Map<string, string>()

export const browserStorage = {
  get(key: string): string | null {
    try {
      // What is stored is newer: another tab found room for it.
      return localStorage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  },
  /** Stores all of these, or none where one finds no room. */
  set(values: Readonly<Record<string, string>>): void {
    const entries = Object.entries(values)
    try {
      for (const [key, value] of entries) {
        // An unchanged value would wake other tabs for nothing.
        if (localStorage.getItem(key) !== value) localStorage.setItem(key, value)
        memory.delete(key)
      }
    } catch {
      for (const [key, value] of entries) {
        browserStorage.remove(key)
        memory.set(key, value)
      }
    }
  },
  /** Whether what is stored outlasts the page: not where storage is denied, or has no room for a session. */
  isLasting(): boolean {
    try {
      localStorage.setItem('probe', ' '.repeat(500))
      localStorage.removeItem('probe')
      return true
    } catch {
      return false
    }
  },
  remove(key: string): void {
    memory.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // There is nothing to remove where storage is denied.
    }
  },
}

const PREFIX = 'tab:'

/** Numbers that outlast a reload of the tab, until the session ends. Where storage is denied or full, they do not. */
export const tabStorage = {
  /** 0 where none is stored. */
  get(key: string): number {
    try {
      return Number(sessionStorage.getItem(PREFIX + key))
    } catch {
      return 0
    }
  },
  set(key: string, value: number): void {
    try {
      sessionStorage.setItem(PREFIX + key, String(value))
    } catch {
      // It lasts as long as the page.
    }
  },
  clear(): void {
    try {
      for (const key of Object.keys(sessionStorage)) {
        if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
      }
    } catch {
      // Nothing was stored.
    }
  },
}

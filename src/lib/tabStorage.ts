const PREFIX = 'tab:'

/** Values that outlast a reload of the tab, until the session ends. Where storage is denied or full, they do not. */
export const tabStorage = {
  /** Empty where none is stored. */
  get(key: string): string {
    try {
      return sessionStorage.getItem(PREFIX + key) ?? ''
    } catch {
      return ''
    }
  },
  set(key: string, value: string | number): void {
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

/** Local storage that never throws: where it is denied or full, values last as long as the page. */
const memory = new Map<string, string>()

export const browserStorage = {
  get(key: string): string | null {
    try {
      return memory.get(key) ?? localStorage.getItem(key)
    } catch {
      return memory.get(key) ?? null
    }
  },
  set(key: string, value: string): void {
    try {
      // An unchanged value would wake other tabs for nothing.
      if (localStorage.getItem(key) !== value) localStorage.setItem(key, value)
      memory.delete(key)
    } catch {
      browserStorage.remove(key)
      memory.set(key, value)
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

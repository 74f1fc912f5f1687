import { afterEach, vi } from 'vitest'

let names = new Set<string>()

/** Gives this test a browser with these caches; jsdom has no cache storage. */
export function provideCaches(...existing: readonly string[]): void {
  names = new Set(existing)
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  })
}

/** The names of the caches that are left. */
export function cacheNames(): string[] {
  return [...names]
}

afterEach(() => Reflect.deleteProperty(globalThis, 'caches'))

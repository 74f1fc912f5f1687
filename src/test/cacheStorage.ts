import { vi } from 'vitest'
import { afterEveryTest } from './everyTest.ts'

let stores = new Map<string, Map<string, Response>>()

/** The full address of a path, as a cache has it. */
const addressOf = (path: string): string => new URL(path, window.location.href).href

/** Gives this test a browser with these caches; jsdom has no cache storage. */
export function provideCaches(...existing: readonly string[]): void {
  stores = new Map(existing.map((name) => [name, new Map()]))
  vi.stubGlobal('caches', {
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return {
        keys: async () => [...store.keys()].map((url) => ({ url })),
        put: async (path: string, response: Response) => void store.set(addressOf(path), response),
      }
    },
  })
}

/** The names of the caches that are left. */
export function cacheNames(): string[] {
  return [...stores.keys()]
}

afterEveryTest(() => void Reflect.deleteProperty(globalThis, 'caches'))

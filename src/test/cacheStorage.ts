import { afterEach, vi } from 'vitest'

/** The browser's cache storage, which jsdom lacks: names, and under each the texts by their path. */
let stored = new Map<string, Map<string, string>>()

let isFull = false

const pathOf = (key: RequestInfo | URL): string =>
  new URL(key instanceof Request ? key.url : key, window.location.origin).pathname

function open(texts: Map<string, string>) {
  return {
    match: async (key: RequestInfo) => {
      const text = texts.get(pathOf(key))
      return text === undefined ? undefined : new Response(text)
    },
    put: async (key: RequestInfo, response: Response) => {
      const text = await response.text()
      if (isFull) throw new DOMException('No room.', 'QuotaExceededError')
      // What takes the place of another stands at the end of the row (Service Workers, Batch Cache Operations).
      texts.delete(pathOf(key))
      texts.set(pathOf(key), text)
    },
    delete: async (key: RequestInfo) => texts.delete(pathOf(key)),
    keys: async () => [...texts.keys()].map((path) => new Request(window.location.origin + path)),
  }
}

/** Gives this test a cache storage of its own, empty; taken away after it. */
export function provideCacheStorage(): void {
  stored = new Map()
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const texts = stored.get(name) ?? new Map<string, string>()
      stored.set(name, texts)
      return open(texts)
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  })
}

const refuse = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))

/** The browser has the storage and lets nobody to it. */
export function refuseCacheStorage(): void {
  vi.stubGlobal('caches', { open: refuse, keys: refuse, delete: refuse })
}

/** From now on nothing more can be put there. */
export function fillCacheStorage(): void {
  isFull = true
}

/** The paths that the cache storage holds, by the name of the cache. */
export function cached(): Record<string, string[]> {
  return Object.fromEntries([...stored].map(([name, texts]) => [name, [...texts.keys()]]))
}

/** Puts a text there, whatever it is. */
export function putInCache(name: string, path: string, text: string): void {
  stored.set(name, (stored.get(name) ?? new Map<string, string>()).set(path, text))
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'caches')
  stored = new Map()
  isFull = false
})

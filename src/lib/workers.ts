declare global {
  interface Window {
    /** The part of Trusted Types that is used here; not every browser has them. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ): { createScriptURL(url: string): string }
    }
  }
}

/** The service worker's address: at the root, since it answers for every page. */
export const WORKER = '/serviceWorker.js'
/** Where the build's other workers are. */
const WORKERS = '/assets/workers/'

let policy: { createScriptURL(url: string): string } | undefined

/**
 * The address of a worker as the policy of the pages wants it: one that a named policy has let through.
 * @throws TypeError where it is none of ours
 */
export function trustedWorker(address: string): string {
  if (!window.trustedTypes) return address
  policy ??= window.trustedTypes.createPolicy('workers', {
    createScriptURL(url) {
      if (url !== WORKER && !url.startsWith(WORKERS)) {
        throw new TypeError('Only our own workers are started.')
      }
      return url
    },
  })
  return policy.createScriptURL(address)
}

import { registerSW } from 'virtual:pwa-register'
import { messages } from '../messages.ts'
import { toast } from './toast.tsx'

const WORKER = '/serviceWorker.js'

/** The content security policy allows one default policy; it lets the worker's address through, nothing else. */
function allowWorkerAddress(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url: string) {
      if (new URL(url, window.location.href).pathname === WORKER) return url
      throw new TypeError(`${url} is no script of this product.`)
    },
  })
}

/** Registers the service worker; when a new version waits, the reader is asked to reload. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  allowWorkerAddress()
  const update = registerSW({
    onNeedRefresh() {
      toast({
        message: messages.layout.newVersion,
        kind: 'info',
        persist: true,
        action: { label: messages.layout.reload, onClick: () => void update(true) },
      })
    },
  })
}

import { PART_MISSING } from './lib/partMissing.ts'

/** The longest that the product waits for the first picture, in milliseconds: not every page draws one. */
const UNDRAWN_MS = 1000

/** Resolves when what the build drew is on the screen. */
function firstPicture(): Promise<unknown> {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, UNDRAWN_MS)
  })
}

/**
 * Asks for what the page names for after the first picture (scripts/prerender.ts), its icon among it, and for the
 * face of its titles (base.css); on a page that will be drawn anew it is shown with that, so that nothing moves
 * before.
 */
function askForTheRest(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) {
    link.rel = 'modulepreload'
  }
  const icon = document.querySelector<HTMLLinkElement>('link[data-later]')
  if (icon) icon.href = icon.dataset['later'] ?? ''
  void document.fonts.load('600 1em Fraunces').catch(() => undefined)
  if (document.querySelector('[data-page]')) document.documentElement.classList.remove('drawn')
}

/**
 * Fetches the product and starts it: after the first picture of what the build or the server drew, which its
 * script would hold back, and in a task of its own, so that a reader's press comes between. At once where
 * the address brings something with it, which leaves it first of all (decision 19).
 */
async function begin(): Promise<void> {
  const isUrgent = window.location.search !== ''
  if (document.querySelector('.drawn') && !isUrgent && !document.hidden) await firstPicture()
  askForTheRest()
  const { start } = await import('./product.tsx')
  if (!isUrgent) await new Promise((resolve) => setTimeout(resolve))
  await start()
}

/**
 * Says that the product did not come, as where the network fails or a new build has taken its place. The page
 * stands, and stays `inert`: a form sent without the script would put a password into the address.
 */
function offerReload(): void {
  const reload = document.createElement('a')
  reload.textContent = PART_MISSING
  // The page's own address.
  reload.href = ''
  const box = document.createElement('p')
  box.role = 'alert'
  // Not a class: of the styles only those of the first picture are certain to be here.
  box.style.cssText = 'position:sticky;bottom:0;padding:1rem;background:var(--leaf)'
  box.append(reload)
  document.body.append(box)
}

void begin().catch((error: unknown) => {
  offerReload()
  // It is nobody else's: whoever looks into the console finds it.
  throw error
})

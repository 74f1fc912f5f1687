/** The longest that the product waits for the first picture, in milliseconds: a hidden page draws none. */
const UNDRAWN_MS = 200

/** Resolves when what the build drew is on the screen. */
function firstPicture(): Promise<unknown> {
  return new Promise((resolve) => {
    // What follows a frame's own work comes after its picture.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, UNDRAWN_MS)
  })
}

/**
 * Fetches the product and starts it: after the first picture, which its script would hold back, and in a
 * task of its own, so that a reader's press comes between. At once where the address brings something with
 * it, which leaves it first of all (decision 19).
 */
async function begin(): Promise<void> {
  const isUrgent = window.location.search !== ''
  if (!isUrgent && document.visibilityState === 'visible') await firstPicture()
  const { start } = await import('./product.tsx')
  if (!isUrgent) await new Promise((resolve) => setTimeout(resolve))
  await start()
}

void begin()

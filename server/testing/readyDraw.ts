import { vi } from 'vitest'
import { createDraw, type Draw } from '../pages/drawing.ts'

/**
 * A way to draw whose build has been loaded: on a busy machine that takes longer than a page waits, and what
 * is not drawn then would be taken for what must not be drawn.
 */
export async function createReadyDraw(...options: Parameters<typeof createDraw>): Promise<Draw> {
  const draw = createDraw(...options)
  await vi.waitFor(async () => {
    const drawn = await draw(
      async () => 'found',
      async () => 'drawn',
    )
    if (drawn === undefined) throw new Error('The build is not loaded yet.')
  }, 10_000)
  return draw
}

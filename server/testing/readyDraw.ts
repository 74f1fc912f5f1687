import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { DRAWING_FILE, drawingDirOf } from '../../contract/drawing.ts'
import { createDraw, type Draw } from '../pages/drawing.ts'

/** Leaves a drawing beside the folder of a build, as the build does: the source of a module. */
export function layDrawing(distDir: string, source: string): void {
  const folder = drawingDirOf(distDir)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, DRAWING_FILE), source)
}

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

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// What fetches and keeps covers does not change how they look.
const OTHERS = new Set([
  'fetchCover.ts',
  'download.ts',
  'publicAddress.ts',
  'drawnCovers.ts',
  'drawingVersion.ts',
])

/**
 * A text that changes whenever the code that draws covers does, so that links to covers kept for ever
 * change with the drawing (`coverLink`). Reads the sources in `folder`; a few milliseconds.
 */
export function drawingVersion(folder: string = import.meta.dirname): string {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !OTHERS.has(file))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of sources) hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}

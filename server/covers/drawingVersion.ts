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

/** The versions of what sets the type: a new font draws new covers. */
function typeVersions(file: string): string {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return Object.entries(dependencies)
    .filter(([name]) => name.startsWith('@fontsource/') || name === 'opentype.js')
    .map(([name, version]) => `${name}@${version}`)
    .toSorted()
    .join()
}

/**
 * A text that changes whenever the code that draws covers, or a font it sets, does, so that links to
 * covers kept for ever change with the drawing (`coverLink`). Reads the sources in `folder` and the
 * versions in `projectPackage`; a few milliseconds.
 */
export function drawingVersion(
  folder: string = import.meta.dirname,
  projectPackage: string = join(import.meta.dirname, '../../package.json'),
): string {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !OTHERS.has(file))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of sources) hash.update(file).update(readFileSync(join(folder, file)))
  hash.update(typeVersions(projectPackage))
  return hash.digest('hex').slice(0, 16)
}

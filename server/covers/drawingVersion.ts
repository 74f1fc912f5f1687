import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What draws covers, as paths in the project: `drawCover.ts` and whatever it imports. */
export const DRAWING_SOURCES = [
  'contract/sign.ts',
  'server/covers/colour.ts',
  'server/covers/drawCover.ts',
  'server/covers/fonts.ts',
  'server/covers/layouts.ts',
  'server/covers/layouts/letters.ts',
  'server/covers/layouts/motif.ts',
  'server/covers/layouts/paper.ts',
  'server/covers/layouts/picture.ts',
  'server/covers/layouts/sheet.ts',
  'server/covers/palettes.ts',
  'server/covers/random.ts',
  'server/covers/setType.ts',
  'server/covers/svg.ts',
] as const

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
 * covers kept for ever change with the drawing (`coverLink`). Reads `DRAWING_SOURCES` and the versions
 * in package.json, both in the folder `project`; a few milliseconds.
 */
export function drawingVersion(project: string = join(import.meta.dirname, '../..')): string {
  const hash = createHash('sha256')
  for (const file of DRAWING_SOURCES) hash.update(file).update(readFileSync(join(project, file)))
  hash.update(typeVersions(join(project, 'package.json')))
  return hash.digest('hex').slice(0, 16)
}

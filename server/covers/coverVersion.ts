import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of package.json that set type: a new font renders new covers. */
const fontVersions = (file: string): string =>
  (readFileSync(file, 'utf8').match(/"(@fontsource\/\S+|opentype\.js)": .*/g) ?? []).join()

/** Changes with the code in this folder and its fonts, so that links to covers change with the covers. */
export function currentCoverVersion(project: string = join(import.meta.dirname, '../..')): string {
  const folder = join(project, 'server/covers')
  const hash = createHash('sha256').update(fontVersions(join(project, 'package.json')))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/(?<!\.test)\.ts$/.test(file)) continue
    hash.update(file.replaceAll('\\', '/')).update(readFileSync(join(folder, file)))
  }
  hash.update(readFileSync(join(project, 'contract/sign.ts')))
  return hash.digest('hex').slice(0, 16)
}

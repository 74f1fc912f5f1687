import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const FEW = 2

/** Files by the letters that stand for them. */
const files = new Map<string, string>()

/**
 * The class of a CSS module in the build: its name and a few letters for its file, shorter than Vite's
 * own, which is sent with every script and page.
 * @param name in the module
 * @param file of the module, absolute
 * @throws where two modules get the same letters
 */
export function className(name: string, file: string): string {
  const path = relative(process.cwd(), file.split('?', 1).join(''))
  const letters = createHash('sha256').update(path).digest('base64url').slice(0, FEW)
  const other = files.get(letters)
  if (other !== undefined && other !== path) {
    throw new Error(`${path} and ${other} would share the classes of the build.`)
  }
  files.set(letters, path)
  return `${name}-${letters}`
}

// npm before 11.6 leaves out node_modules/.bin/node when several optional platform packages
// declare the same command; without that link `npm run` would fall back to the machine's own Node.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules')
const link = join(modules, '.bin', 'node')
const names = ['node', 'node-bin'].map((name) => `${name}-${process.platform}-${process.arch}`)
const target = names.map((name) => join(modules, name, 'bin', 'node')).find(existsSync)
if (process.platform !== 'win32' && target && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), target), link)
}

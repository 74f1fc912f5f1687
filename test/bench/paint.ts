import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/browser.ts'
import { spawnServer } from '../process.ts'
import { atMost, DATA, inFolder, progress, type Figure } from './measure.ts'

/** Its program measures pages on a slow phone; its floor is a small page made of the same libraries. */
const PERF = join(DATA, '../perf')
/** How many times as long as the floor a page's first and its largest paint may take (docs/performance.md). */
const PAGES = [
  { name: 'landing', path: '', first: 1.15, largest: 1.15 },
  { name: 'login', path: 'login', first: 1.15, largest: 1.15 },
  { name: 'book', path: 'book/emma', first: 1.3, largest: 1.6 },
]

/** The pages of the build in `dist/`, sent by the real server. */
export async function measurePaint(): Promise<Figure[]> {
  if (!existsSync(PERF)) {
    progress(`left out: there is no ${PERF}`)
    return []
  }
  // Where it finds its packages.
  const program = join(import.meta.dirname, '../../node_modules/.throttled.mjs')
  writeFileSync(program, readFileSync(join(PERF, 'throttled.mjs')))
  return inFolder(async (folder) => {
    const server = spawnServer({ DATA_DIR: folder })
    try {
      const address = await server.ready
      if (!(await fetch(address)).ok) throw new Error('There is no build: npm run build')
      const targets = PAGES.map(({ name, path }) => `${name}=${address}/${path}`)
      const words = [program, '--runs', '9', `floor=${PERF}/floor/stack-ssg`, ...targets]
      const env = { ...process.env, CHROMIUM: findChromium() }
      const { stdout } = await promisify(execFile)(process.execPath, words, { env })
      return PAGES.flatMap(({ name, first, largest }) => {
        const line = new RegExp(`^${name} +FCP \\d+ \\((.+?)\\) +LCP \\d+ \\((.+?)\\)`, 'm')
        const [, fcp, lcp] = line.exec(stdout) ?? []
        return [
          atMost(`${name}, first paint`, Number(fcp), first, 'times the floor'),
          atMost(`${name}, largest paint`, Number(lcp), largest, 'times the floor'),
        ]
      })
    } finally {
      server.child.kill('SIGTERM')
      await server.exit
    }
  })
}

/**
 * Makes sure that there is a Chromium for the browser tests and says which it is: one that `findChromium` sees, on
 * Linux x64 the one that ships in the npm package @sparticuz/chromium, unpacked once, without network, elsewhere
 * Playwright's download.
 */
import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { findChromium, unpackedChromium } from './browser.ts'

async function unpack(): Promise<void> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const packed = join(dirname(entry), '../bin/chromium.br')
  await mkdir(dirname(unpackedChromium), { recursive: true })
  // Under its own name until whole, so that two runs at once, or an interrupted one, do no harm.
  const partial = `${unpackedChromium}.${process.pid}`
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(partial))
  await chmod(partial, 0o755)
  await rename(partial, unpackedChromium)
}

if (!findChromium()) {
  if (process.platform === 'linux' && process.arch === 'x64') await unpack()
  else {
    const shell = process.platform === 'win32'
    execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit', shell })
  }
}
console.log(`browser: ${findChromium()}`)

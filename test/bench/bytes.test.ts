import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { measureBuild } from './bytes.ts'

/** A build of these files, each with as many bytes as given or with this text. */
function build(files: Record<string, number | string>): string {
  const dist = mkdtempSync(join(tmpdir(), 'catchword-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    writeFileSync(join(dist, file), typeof content === 'string' ? content : 'x'.repeat(content))
  }
  return dist
}

const MANIFEST = {
  'index.html': {
    file: 'assets/index-a.js',
    src: 'index.html',
    isEntry: true,
    imports: ['_vendor.js'],
  },
  '_vendor.js': { file: 'assets/vendor-b.js' },
  'src/screens/book/BookScreen.tsx': { file: 'assets/BookScreen-c.js', imports: ['_vendor.js'] },
}

const HTML = `<html><head>
  <link rel="icon" href="/favicon.png">
  <link rel="modulepreload" href="/assets/vendor-b.js"><link rel="stylesheet" href="/assets/x.css">
  <style>@font-face { src: url(/assets/f-latin-400.woff2) } @font-face { src: url(/assets/f-latin-ext-400.woff2) }</style>
  <script type="module" src="/assets/index-a.js"></script></head><body>
  <img src="/1-224.avif" srcset="/1-224.avif 224w, /1.avif 400w"><img src="/1.avif">
  <img src="data:image/gif;base64,R0"><a href="https://elsewhere.example/">elsewhere</a>`

const FILES = {
  '.vite/manifest.json': JSON.stringify(MANIFEST),
  'index.html': HTML,
  'index.html.br': 100,
  'favicon.png': 10,
  'assets/index-a.js': 5000,
  'assets/index-a.js.br': 2000,
  'assets/vendor-b.js': 700,
  'assets/BookScreen-c.js': 40,
  'assets/x.css': 3,
  'assets/f-latin-400.woff2': 20_000,
  'assets/f-latin-ext-400.woff2': 1_000_000,
  '1-224.avif': 100_000,
  '1.avif': 300_000,
  'serviceWorker.js': 6,
}

test('counts what the landing page loads, compressed where the build did so', () => {
  expect(measureBuild(build(FILES))).toEqual({
    'landing page, HTML (bytes, unpacked)': HTML.length,
    'landing page, HTML (bytes)': 100,
    'landing page, JavaScript (bytes)': 2700,
    'landing page, everything (bytes)': 100 + 10 + 2700 + 3 + 20_000 + 400_000,
    'landing page, requests': 8,
    'landing page, requests to other hosts': 0,
    'whole build, JavaScript (bytes)': 2746,
  })
})

test.each([
  '<img src="https://elsewhere.example/1.avif">',
  '<script src="http://elsewhere.example/count.js"></script>',
])('knows that %s is a request to another host', (element) => {
  const measures = measureBuild(build({ ...FILES, 'index.html': HTML + element }))
  expect(measures).toMatchObject({
    'landing page, requests': 9,
    'landing page, requests to other hosts': 1,
  })
})

test('fails where there is no entry for the page', () => {
  const dist = build({ ...FILES, '.vite/manifest.json': '{}' })
  expect(() => measureBuild(dist)).toThrow('no entry for index.html')
})

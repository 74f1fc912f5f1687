import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawCover } from './drawCover.ts'
import { createDrawnCovers } from './drawnCovers.ts'
import { drawingVersion } from './drawingVersion.ts'

const book = (id: string) => ({ id, title: `The ${id}`, authors: ['Ann Author'], categories: [] })

test('a drawn cover comes as it is and compressed', async () => {
  const covers = createDrawnCovers(1_000_000)
  const { svg, compressed } = await covers('one', book('one'))
  expect(svg.toString()).toBe(drawCover(book('one')))
  expect(brotliDecompressSync(compressed)).toEqual(svg)
  expect(compressed.length).toBeLessThan(svg.length)
})

test('is drawn once as long as it is kept', async () => {
  const covers = createDrawnCovers(1_000_000)
  const [one, again] = await Promise.all([covers('one', book('one')), covers('one', book('one'))])
  expect(again).toBe(one)
  expect(await covers('one', book('one'))).toBe(one)
})

test('makes room for others, the longest unused first', async () => {
  const probe = await createDrawnCovers(1_000_000)('a', book('a'))
  const size = probe.svg.length + probe.compressed.length
  // Room for two, hardly for three.
  const covers = createDrawnCovers(size * 2.6)
  const a = await covers('a', book('a'))
  const b = await covers('b', book('a'))
  expect(await covers('a', book('a'))).toBe(a)
  await covers('c', book('a'))
  expect(await covers('a', book('a'))).toBe(a)
  expect(await covers('b', book('a'))).not.toBe(b)
})

test('the drawing version changes with the sources that draw, and with nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-drawing-'))
  try {
    mkdirSync(join(folder, 'layouts'))
    const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
    write('drawCover.ts', 'one')
    write('layouts/band.ts', 'one')
    const first = drawingVersion(folder)
    expect(drawingVersion(folder)).toBe(first)
    write('drawCover.test.ts', 'other')
    write('fetchCover.ts', 'other')
    write('notes.md', 'other')
    expect(drawingVersion(folder)).toBe(first)
    write('layouts/band.ts', 'two')
    expect(drawingVersion(folder)).not.toBe(first)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

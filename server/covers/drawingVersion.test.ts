import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DRAWING_SOURCES, drawingVersion } from './drawingVersion.ts'

const root = join(import.meta.dirname, '../..')

let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'catchword-drawing-'))
  for (const part of ['server/covers', 'contract', 'package.json']) {
    cpSync(join(root, part), join(project, part), { recursive: true })
  }
})

afterEach(() => rmSync(project, { recursive: true }))

/** Adds to `sources` a file of the project and all that it imports but for types. */
function follow(file: string, sources: Set<string>): Set<string> {
  if (sources.has(file)) return sources
  sources.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, imported = ''] of text.matchAll(
    /^(?:import|export) (?!type\b)[^']*?from '(\.[^']+)'/gm,
  )) {
    follow(relative(root, join(root, dirname(file), imported)).replaceAll('\\', '/'), sources)
  }
  return sources
}

test('the drawing version changes with each source that draws', () => {
  const versions = new Set([drawingVersion(project)])
  for (const [index, file] of DRAWING_SOURCES.entries()) {
    appendFileSync(join(project, file), '// other')
    versions.add(drawingVersion(project))
    expect(versions.size).toBe(index + 2)
  }
})

test('and with the fonts, and with nothing else', () => {
  const first = drawingVersion(project)
  expect(drawingVersion(root)).toBe(first)
  for (const file of ['covers.ts', 'drawnCovers.ts', 'fetchCover.ts', 'drawCover.test.ts']) {
    appendFileSync(join(project, 'server/covers', file), '// other')
  }
  appendFileSync(join(project, 'contract/books.ts'), '// other')
  const file = join(project, 'package.json')
  const description = readFileSync(file, 'utf8')
  writeFileSync(file, description.replace(/"fastify": "[^"]+"/, '"fastify": "0.0.1"'))
  expect(drawingVersion(project)).toBe(first)
  writeFileSync(file, description.replace(/("@fontsource\/[^"]+": )"[^"]+"/, '$1"0.0.1"'))
  expect(drawingVersion(project)).not.toBe(first)
})

test('whatever draws is among those sources', () => {
  const drawing = follow('server/covers/drawCover.ts', new Set())
  expect([...drawing].toSorted()).toEqual(DRAWING_SOURCES)
})

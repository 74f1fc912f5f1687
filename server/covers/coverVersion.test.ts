import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentCoverVersion } from './coverVersion.ts'

const root = join(import.meta.dirname, '../..')

let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'catchword-drawing-'))
  for (const part of ['server/covers', 'contract', 'package.json']) {
    cpSync(join(root, part), join(project, part), { recursive: true })
  }
})

afterEach(() => rmSync(project, { recursive: true }))

test('the drawing version changes with the code that renders covers', () => {
  const versions = new Set([currentCoverVersion(project)])
  const files = ['contract/sign.ts', 'server/covers/setType.ts', 'server/covers/layouts/art.ts']
  for (const file of files) {
    appendFileSync(join(project, file), '// other')
    versions.add(currentCoverVersion(project))
  }
  expect(versions.size).toBe(4)
})

test('and with the fonts, but not with tests or other packages', () => {
  const first = currentCoverVersion(project)
  expect(currentCoverVersion(root)).toBe(first)
  appendFileSync(join(project, 'server/covers/renderCover.test.ts'), '// other')
  const file = join(project, 'package.json')
  const description = readFileSync(file, 'utf8')
  writeFileSync(file, description.replace(/"fastify": "[^"]+"/, '"fastify": "0.0.1"'))
  expect(currentCoverVersion(project)).toBe(first)
  writeFileSync(file, description.replace(/("@fontsource\/[^"]+": )"[^"]+"/, '$1"0.0.1"'))
  expect(currentCoverVersion(project)).not.toBe(first)
})

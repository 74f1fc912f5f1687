import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const LEAF = /^(?:src\/(?:constants|\w*[mM]essages|paths|theme)|server\/config)/

/** The folder of a file, as the picture names it. */
function folderOf(file: string): string {
  const [lane = '', folder = '', ...rest] = file.split('/')
  if (lane !== 'src' && lane !== 'server') return lane
  if (LEAF.test(file)) return lane === 'src' ? 'src/constants' : 'server/config'
  return rest.length > 0 ? `${lane}/${folder}` : `${lane}/main`
}

/** Which folders each folder imports, tests apart. */
function readImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  const files = globSync('{src,mocks,server,books,covers,contract}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !/\.test\.|\/(?:test|testing)\/|\.d\.ts$/.test(file))
  for (const file of files) {
    const from = folderOf(file)
    const targets = imports.get(from) ?? new Set()
    imports.set(from, targets)
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)) {
      const to = folderOf(normalize(join(dirname(file), path)).replaceAll(sep, '/'))
      if (to !== from) targets.add(to)
    }
  }
  return imports
}

test('the picture in docs/architecture.md has the imports of today, which go in no circle', () => {
  const imports = readImports()
  /** The folders that lead to `to`, beginning with those that import `from` does. */
  const leadsTo = (from: string, to: string, above: readonly string[] = []): boolean => {
    if (above.includes(from)) throw new Error(`A circle: ${[...above, from].join(' → ')}.`)
    const next = [...(imports.get(from) ?? [])]
    return next
      .map((folder) => leadsTo(folder, to, [...above, from]) || folder === to)
      .includes(true)
  }
  // An arrow that a longer way implies is left out.
  const arrows = [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => leadsTo(other, to)))
      .map((to) => `${from} --> ${to}`),
  )
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  expect(page.match(/^ +\S+ --> \S+$/gm)?.map((line) => line.trim())).toEqual(arrows.toSorted())
})

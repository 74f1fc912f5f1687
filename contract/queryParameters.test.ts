import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATIONS } from './operations.ts'

const root = join(import.meta.dirname, '..')
const sourceOf = (...files: string[]) =>
  files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')

/** Who has to use a parameter, and where in its text, by the operation and the end of its path. */
const PLACES = {
  'server/routes/': {
    text: sourceOf(...globSync('server/routes/*.ts', { cwd: root })),
    part: (operation: string) => String.raw`\.\.\.${operation},[^]*?\n  \}\)`,
  },
  'mocks/handlers.ts': {
    text: sourceOf('mocks/handlers.ts'),
    part: (operation: string) => String.raw`\(${operation},[^]*?(?:\n    (?:open|owned)\(|$)`,
  },
  'src/api/booksApi.ts': {
    text: sourceOf('src/api/booksApi.ts'),
    part: (_operation: string, path: string) => String.raw`/${path}\?[^]*?(?:\n    \w+: build\.|$)`,
  },
}

test('every query parameter of the contract is used by server, fake backend and app', () => {
  const parameters = OPERATIONS.flatMap(({ url, schema: { operationId, querystring } }) => {
    const { properties = {} }: { properties?: object } = querystring ?? {}
    return Object.keys(properties).map((name) => ({
      name,
      operationId,
      path: url.split('/').pop(),
    }))
  })
  expect(parameters.length).toBeGreaterThanOrEqual(4)
  const missing = parameters.flatMap(({ name, operationId, path = '' }) =>
    Object.entries(PLACES).flatMap(([place, { text, part }]) => {
      const found = new RegExp(part(operationId, path)).exec(text)?.[0] ?? ''
      return new RegExp(String.raw`\b${name}\b`).test(found)
        ? []
        : `${place}: ${name} of ${operationId}`
    }),
  )
  expect(missing).toEqual([])
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('deploy/Dockerfile')

test('the container has the Node of .nvmrc and of the packages', () => {
  const node = read('.nvmrc').trim()
  const images = [...dockerfile.matchAll(/^FROM node:(\S+)-slim/gm)].map(([, version]) => version)
  expect(images).toEqual([node, node])
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    read('package.json'),
  )
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([node]))
})

test('the container copies files of the repository', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

import { globSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../test/testServer.ts'

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

test.each(globSync('deploy/*.{service,yaml}', { cwd: root }))(
  '%s starts programs of the repository, and opens no port to everybody',
  (file) => {
    const programs = [...read(file).matchAll(/\b(?:scripts|server)\/\w+\.m?[jt]s/g)]
    expect(programs.filter(([path]) => !existsSync(join(root, path)))).toEqual([])
    expect(read(file)).not.toMatch(/0\.0\.0\.0|'\d+:\d+'/)
  },
)

test('alerts and dashboard ask for figures that /metrics has', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  const { body } = await server.app.inject('/metrics')
  const there = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
  const named = ['deploy/alerts.yml', 'deploy/grafana.json'].flatMap((file) =>
    [...read(file).matchAll(/\b(?:catchword|http|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !there.has(name))).toEqual([])
})

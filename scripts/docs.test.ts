import { globSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'mocks/*.md', '.github/*.md'], { cwd: root })
const DECISIONS = PAGES.filter((page) => page.includes('decisions'))
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const linesOf = (page: string) => read(page).trimEnd().split('\n').length

/** The anchor of a heading, as it is shown on the web. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(PAGES)('%s links to pages, headings and pictures that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  const broken = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(target).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test.each(PAGES)('%s names files that exist', (page) => {
  const folders = 'src|server|contract|mocks|books|covers|test|scripts|deploy|docs|public'
  const files = [...read(page).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+)\``, 'g'))]
  const gone = files.filter(([, file = '']) => !existsSync(join(root, file)))
  expect(gone.map(([, file]) => file)).toEqual([])
})

test('no row of a table is wider than an editor shows (docs/specification.md apart)', () => {
  const wide = PAGES.filter((page) => !page.endsWith('specification.md')).flatMap((page) => {
    const rows = read(page).match(/^(?= *\|).{141,}$/gm) ?? []
    return rows.length > 0 ? [`${page}: ${rows.length} rows`] : []
  })
  expect(wide).toEqual([])
})

test('there are at most 20 decision pages of at most 40 lines, and a README of at most 120', () => {
  expect(DECISIONS.length).toBeLessThanOrEqual(20)
  expect(DECISIONS.filter((page) => linesOf(page) > 40)).toEqual([])
  expect(linesOf('README.md')).toBeLessThanOrEqual(120)
})

test('every decision page has its number, date, context, decision and consequences', () => {
  const shape =
    /^# (\d{4}) .+\n\nDate: \d{4}-\d\d-\d\d\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n/
  const odd = DECISIONS.filter((page) => {
    const [, number] = shape.exec(read(page)) ?? []
    return number === undefined || !page.includes(`/${number}-`)
  })
  expect(odd).toEqual([])
})

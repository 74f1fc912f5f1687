import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  PICTURE_SCHEMES,
  PICTURE_WIDTHS,
  pictureFile,
  readPictures,
  recordPicture,
  type Picture,
  WIDTHS_SETTING,
} from './pictures.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-pictures-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Takes pictures of a scenario at every look, with what `fault` gives for it. */
function take(
  scenario: string,
  fault: (look: Pick<Picture, 'width' | 'scheme'>) => Partial<Picture> = () => ({}),
): void {
  for (const width of PICTURE_WIDTHS) {
    for (const scheme of PICTURE_SCHEMES) {
      const look = { scenario, width, scheme }
      writeFileSync(join(folder, pictureFile(look)), 'a picture')
      const nothing = { consoleErrors: [], violations: [], problems: [], milliseconds: 1 }
      recordPicture({ ...look, ...nothing, ...fault(look) }, folder)
    }
  }
}

/** Writes the contact sheet of these scenarios. */
function makeSheet(...names: string[]): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    const script = join(import.meta.dirname, 'contactSheet.ts')
    const args = [script, '--folder', folder, ...names]
    // All widths, whatever the settings are under which the tests themselves run.
    const env = { ...process.env, [WIDTHS_SETTING]: undefined }
    execFile(process.execPath, args, { env }, (error, stdout) => {
      const lines = stdout.trimEnd().split('\n')
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, lines })
    })
  })
}

function sheet(): string {
  return readFileSync(join(folder, 'index.html'), 'utf8')
}

describe('the contact sheet', () => {
  test('counts what was taken, and shows each picture with its scenario', async () => {
    take('searchFails')
    take('favoritesEmpty')
    const { code, lines } = await makeSheet('searchFails', 'favoritesEmpty')
    expect(lines.at(-1)).toBe(
      '2 scenarios, 12 pictures of 12 expected, 0 console errors, 0 axe violations',
    )
    expect(code).toBe(0)
    expect(sheet()).toContain('<h2 id="search">Search</h2>')
    expect(sheet()).toContain('search for &quot;emma&quot;')
    expect(sheet().match(/<img /g)).toHaveLength(12)
    expect(sheet()).toContain('href="searchFails-390-dark.jpg"')
  })

  test('fails where a picture is missing', async () => {
    take('searchFails')
    rmSync(join(folder, 'searchFails-820-dark.jpg'))
    const { code, lines } = await makeSheet('searchFails')
    expect(lines.at(-1)).toBe(
      '1 scenarios, 5 pictures of 6 expected, 0 console errors, 0 axe violations',
    )
    expect(code).toBe(1)
    expect(sheet()).toContain('missing')
  })

  test('fails where nothing was taken at all', async () => {
    const { code, lines } = await makeSheet('searchFails')
    expect(lines.at(-1)).toContain('0 pictures of 6 expected')
    expect(code).toBe(1)
  })

  test.each([
    ['consoleErrors', '1 console errors, 0 axe violations'],
    ['violations', '0 console errors, 1 axe violations'],
    ['problems', '0 console errors, 0 axe violations, 1 other faults'],
  ])('fails and says what it was where there are %s', async (kind, words) => {
    take('searchFails', ({ width, scheme }) =>
      width === 390 && scheme === 'dark' ? { [kind]: ['<b>Something</b> is wrong.'] } : {},
    )
    const { code, lines } = await makeSheet('searchFails')
    expect(lines.at(-1)).toBe(`1 scenarios, 6 pictures of 6 expected, ${words}`)
    expect(lines.join('\n')).toContain('390 px, dark: ')
    expect(code).toBe(1)
    expect(sheet()).toContain('&lt;b&gt;Something&lt;/b&gt; is wrong.')
  })

  test('takes the later of two pictures of one look', () => {
    take('searchFails', () => ({ milliseconds: 1 }))
    take('searchFails', () => ({ milliseconds: 2 }))
    expect(readPictures(folder).map(({ milliseconds }) => milliseconds)).toEqual([2, 2, 2, 2, 2, 2])
  })
})

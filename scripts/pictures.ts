/** The pictures that the browser tests take of every scenario: in Playwright's report, by `npm run screenshots`. */
import { join } from 'node:path'
import { test } from '@playwright/test'

/** Widths of the window in CSS pixels: a desktop, a tablet, a phone. */
const PICTURE_WIDTHS = [1440, 820, 390] as const

/** The colour schemes of each width. */
export const PICTURE_SCHEMES = ['light', 'dark'] as const

/** One scenario in one width and scheme. */
interface Look {
  scenario: string
  /** CSS pixels, one of `PICTURE_WIDTHS`. */
  width: number
  scheme: (typeof PICTURE_SCHEMES)[number]
}

/** What was found at one look. */
interface Picture extends Look {
  consoleErrors: string[]
  violations: string[]
  problems: string[]
  milliseconds: number
}

/** The folder of the pictures. */
export const PICTURES_DIR = join(import.meta.dirname, '../test-results/screenshots')

/** The setting that chooses scenarios by their names, with commas between; all where it is not set. */
export const CHOSEN_SETTING = 'SCENARIOS'

/**
 * The widths at which a scenario is played: all three, or where SCENARIO_WIDTHS is `one` one of them, in turn.
 * @param place of the scenario in the table, from 0
 */
export function widthsAt(place: number): readonly number[] {
  if (process.env['SCENARIO_WIDTHS'] !== 'one') return PICTURE_WIDTHS
  const first = place % PICTURE_WIDTHS.length
  return PICTURE_WIDTHS.slice(first, first + 1)
}

/** The name of a picture's file in the folder. */
export const pictureFile = ({ scenario, width, scheme }: Look): string =>
  `${scenario}-${width}-${scheme}.jpg`

/** Attaches a picture to its test. */
export function recordPicture(picture: Picture): void {
  const path = join(PICTURES_DIR, pictureFile(picture))
  const name = `${picture.width} px, ${picture.scheme}`
  test.info().attachments.push({ name, path, contentType: 'image/jpeg' })
}

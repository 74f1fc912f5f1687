/** What the browser tests write of every scenario, and the contact sheet reads. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Widths of the window in CSS pixels: a desktop, a tablet, a phone. */
export const PICTURE_WIDTHS = [1440, 820, 390] as const

/** The colour schemes of each width. */
export const PICTURE_SCHEMES = ['light', 'dark'] as const

/** One scenario in one width and scheme. */
export interface Look {
  scenario: string
  /** CSS pixels, one of `PICTURE_WIDTHS`. */
  width: number
  scheme: (typeof PICTURE_SCHEMES)[number]
}

/** What was seen at one look. */
export interface Picture extends Look {
  /** Console errors, uncaught errors and violations of the policy, one text each. */
  consoleErrors: string[]
  /** What axe found: the rule, and the element. */
  violations: string[]
  /** What else is not as the scenario says: a sight that is missing, a page that scrolls sideways. */
  problems: string[]
  /** From opening the page (in the first scheme) or from switching the scheme to the picture. */
  milliseconds: number
}

/** The folder of the pictures, of their record and of the contact sheet. */
export const PICTURES_DIR = join(import.meta.dirname, '../test-results/screenshots')

const RECORD = 'pictures.jsonl'

/**
 * The setting that chooses scenarios by their names, with commas between; all where it is not set.
 * (As an argument of Playwright it would be a pattern, which not every shell leaves alone.)
 */
export const CHOSEN_SETTING = 'SCENARIOS'

/**
 * The setting that says at which widths a scenario is played: `one` of the three, in turn through the
 * table, which is what `npm run test:full` has the time for; all three where it is not set.
 */
export const WIDTHS_SETTING = 'SCENARIO_WIDTHS'

/**
 * The widths at which a scenario is played.
 * @param place of the scenario in the table, from 0
 */
export function widthsAt(place: number): readonly number[] {
  if (process.env[WIDTHS_SETTING] !== 'one') return PICTURE_WIDTHS
  const first = place % PICTURE_WIDTHS.length
  return PICTURE_WIDTHS.slice(first, first + 1)
}

/** The name of a picture's file in the folder. */
export function pictureFile({ scenario, width, scheme }: Look): string {
  return `${scenario}-${width}-${scheme}.jpg`
}

/** Adds a line to the folder's record. A line is written in one go: several processes may write. */
export function recordPicture(picture: Picture, folder = PICTURES_DIR): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, RECORD), `${JSON.stringify(picture)}\n`)
}

/**
 * The pictures of the folder's record whose file is there; where one was taken twice, the later.
 * Without a record there are none.
 */
export function readPictures(folder = PICTURES_DIR): Picture[] {
  const path = join(folder, RECORD)
  if (!existsSync(path)) return []
  const pictures = new Map<string, Picture>()
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const picture: Picture = JSON.parse(line)
    pictures.set(pictureFile(picture), picture)
  }
  return [...pictures.entries()]
    .filter(([file]) => existsSync(join(folder, file)))
    .map(([, picture]) => picture)
}

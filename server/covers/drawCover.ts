import { height, width } from './layouts/sheet.ts'
import type { Drawing, Sheet } from './layouts/sheet.ts'
import type { Face } from './fonts.ts'
import { layoutWeights, layouts } from './layouts.ts'
import type { LayoutName } from './layouts.ts'
import { palettes, palettesFor } from './palettes.ts'
import type { Palette } from './palettes.ts'
import { hashText, seededRandom } from './random.ts'
import { cleanText, isRightToLeft } from './setType.ts'
import { drawType, escapeXml, rect } from './svg.ts'

export interface CoverBook {
  id: string
  title: string
  authors: readonly string[]
  categories: readonly string[]
}

/** Choices that are otherwise the seed's: for the showcase, contact sheets and tests. */
export interface CoverOptions {
  layout?: LayoutName
  palette?: string
}

/** A cover before it is written: what was chosen, the art, and the type with its boxes. */
export interface ComposedCover extends Drawing {
  layout: LayoutName
  palette: Palette
}

const voices: Readonly<Record<string, readonly Face[]>> = {
  Thriller: ['narrow', 'narrow', 'narrow', 'round'],
  'True Crime': ['narrow', 'narrow', 'book'],
  'Sci-Fi': ['round', 'round', 'narrow', 'display'],
  Business: ['narrow', 'round', 'book', 'round'],
  'Graphic Novels': ['narrow', 'round', 'narrow'],
  Romance: ['italic', 'italic', 'display', 'book'],
  Poetry: ['italic', 'book', 'display'],
  Horror: ['narrow', 'display', 'book'],
  'Self-Help': ['round', 'display', 'book'],
  'Young Adult': ['round', 'display', 'narrow', 'italic'],
  "Children's Books": ['display', 'display', 'round'],
  'Health & Fitness': ['round', 'display', 'book'],
}
const anyVoice: readonly Face[] = ['display', 'display', 'italic', 'book', 'narrow', 'round']

/** As many authors as a reader takes in at a glance: two by name, more by 'and others'. */
function authorLine(authors: readonly string[]): string {
  const names = authors.map(cleanText).filter((name) => name !== '')
  if (names.length <= 2) return names.join(' & ')
  return `${names[0] ?? ''} and others`
}

const mostLetters = 200
const mostForPictures = 150

function shortTitle(title: string): string {
  const clean = cleanText(title)
  if (clean.length <= mostLetters) return clean === '' ? 'Untitled' : clean
  const letters = Array.from(new Intl.Segmenter('en').segment(clean), ({ segment }) => segment)
  if (letters.length <= mostLetters) return clean
  return `${letters
    .slice(0, mostLetters - 1)
    .join('')
    .trimEnd()}…`
}

/** Letters are shared by id within a cover; two covers in one page must not share ids. */
function idPrefix({ id, title }: CoverBook): string {
  return `c${hashText(`${id}/${title}`).toString(36)}-`
}

interface Words {
  title: string
  subtitle: string
}

/** Parts a title at its colon or dash, where both parts are long enough to stand alone. */
function splitTitle(title: string): Words {
  const [, main = '', rest = ''] = /^(.{2,44}?)(?::\s|\s[-–—]\s|;\s)(.{8,110})$/u.exec(title) ?? []
  if (main === '' || isRightToLeft(title)) return { title, subtitle: '' }
  return { title: main.trim(), subtitle: rest.trim() }
}

/** Orders the layouts by a weighted draw, so that the next one stands in when a title does not fit. */
function orderedLayouts(category: string, seed: string): LayoutName[] {
  const random = seededRandom(`${seed}/layout`)
  return layoutWeights(category)
    .map(({ name, weight }) => ({ name, key: random.next() ** (1 / weight) }))
    .toSorted((one, other) => other.key - one.key)
    .map(({ name }) => name)
}

/**
 * Takes a book (and, for showcase and tests, a layout or palette); gives its cover laid out: the
 * same book always gives the same cover. A layout that would have to break a word or set the title
 * too small gives way to the next; `frame`, the roomiest, is the last resort. A palette that does
 * not exist throws a RangeError.
 */
export function composeCover(book: CoverBook, options: CoverOptions = {}): ComposedCover {
  const category = book.categories[0] ?? ''
  const seed = book.id === '' ? book.title : book.id
  const random = seededRandom(`${seed}/palette`)
  const chosen = options.palette
  const palette =
    chosen === undefined
      ? random.pick(palettesFor(category))
      : palettes.find(({ name }) => name === chosen)
  if (!palette) throw new RangeError(`No palette is called ${String(chosen)}.`)
  const voice = random.pick(voices[category] ?? anyVoice)
  const inks = random.chance(0.45) ? random.shuffle(palette.accents) : []
  const whole = { title: shortTitle(book.title), subtitle: '' }
  const sheetFor = (layout: LayoutName, words: Words, strict: boolean): Sheet => ({
    random: seededRandom(`${seed}/${layout}`),
    palette,
    category,
    ...words,
    author: authorLine(book.authors),
    voice,
    inks,
    strict,
    prefix: idPrefix(book),
  })
  const names = options.layout ? [options.layout] : orderedLayouts(category, seed)
  const parted = splitTitle(whole.title)
  const settings = parted.subtitle === '' ? [whole] : [parted, whole]
  // Nothing but the frame takes so long a title; asking the others costs a tenth of a second.
  for (const words of settings.filter(({ title }) => title.length < mostForPictures)) {
    for (const name of names) {
      const { draw, least } = layouts[name]
      const drawing = draw(sheetFor(name, words, true))
      const title = drawing.blocks.find(({ role }) => role === 'title')
      if (title && !title.broken && !title.truncated && title.size >= least) {
        return { ...drawing, layout: name, palette }
      }
    }
  }
  return { ...layouts.frame.draw(sheetFor('frame', whole, false)), layout: 'frame', palette }
}

/** Takes a laid-out cover, a label for readers of the screen and an id prefix; gives the SVG. */
export function writeCover(cover: Drawing, label: string, prefix: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">` +
    rect(0, 0, width, height, cover.ground) +
    cover.art +
    drawType(cover.blocks, prefix) +
    '</svg>'
  )
}

/**
 * Takes a book; gives its typographic cover as a standalone SVG document, 400 by 600 units. Pure:
 * the same book gives the same bytes. Any text is safe in it; nothing outside is referred to.
 */
export function drawCover(book: CoverBook, options: CoverOptions = {}): string {
  const cover = composeCover(book, options)
  const label = [cleanText(book.title) || 'Untitled', ...book.authors.map(cleanText)].join(', ')
  return writeCover(cover, label.slice(0, 400).toWellFormed(), idPrefix(book))
}

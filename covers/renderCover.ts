import { fnv1a } from '../contract/hash.ts'
import { escapeXml } from './escapeXml.ts'
import { layouts, type LayoutName } from './layouts.ts'
import { motifOfBook } from './layouts/motifs.ts'
import { height, width, type CoverArt } from './layouts/sheet.ts'
import type { Palette } from './palettes.ts'
import { seededRandom } from './random.ts'
import { renderType } from './renderType.ts'
import { styleOf } from './styles.ts'
import { rect } from './svg.ts'
import { cleanText, wordings, type Words } from './words.ts'

export interface CoverBook {
  id: string
  title: string
  authors: readonly string[]
  categories: readonly string[]
  subjects?: readonly string[] | undefined
  series?: { name: string; number?: number | undefined } | undefined
}

/** A cover before it is written, with what was chosen for it. */
export interface ComposedCover extends CoverArt {
  layout: LayoutName
  palette: Palette
}

/** Longer titles have room in the frame only. */
const LONG_TITLE = 150
/** A number in a series is shown up to so many characters. */
const NUMBER_MAX = 4

/** Layouts of a motif: they come up more where the book itself names it. */
export const motifLayouts: readonly LayoutName[] = ['closeup', 'motif', 'stage', 'wallpaper']

/** What follows from a book before its words are set: its layouts, the likeliest first, and what they are drawn with. */
function designOf(book: CoverBook) {
  const { title, subjects = [], series } = book
  const category = book.categories[0] ?? ''
  // The volumes of a series are one family: what follows from the seed is the same, but for the colours.
  const seed = series ? `series/${series.name.toLowerCase()}` : book.id === '' ? title : book.id
  const random = seededRandom(`${seed}/style`)
  const style = styleOf(category)
  const face = random.pick(style.faces)
  const palettes = random.shuffle(style.palettes)
  const volume = Math.abs(Math.floor(series?.number ?? fnv1a(book.id)))
  const palette = palettes[volume % palettes.length] ?? random.pick(palettes)
  const named = series ? undefined : motifOfBook(title, subjects)
  const motif = named ?? (style.motifs.length > 0 ? random.pick(style.motifs) : undefined)
  const shown = named
    ? [...motifLayouts, random.pick(motifLayouts)]
    : motif
      ? [random.pick(motifLayouts)]
      : []
  const { shuffle } = seededRandom(`${seed}/layout`)
  return { seed, face, palette, motif, names: shuffle([...style.layouts, ...shown]) }
}

/** The layout that a book's cover has, but for a long title that does not fit in it: known without setting a word. */
export const likelyLayout = (book: CoverBook): LayoutName => designOf(book).names[0] ?? 'frame'

/** A layout in which the title does not fit gives way to the next, at last to `frame`. Tests choose one. */
export function composeCover(
  book: CoverBook,
  chosen: { layout?: LayoutName; palette?: Palette } = {},
): ComposedCover {
  const { seed, face, motif, ...design } = designOf(book)
  const { palette = design.palette } = chosen
  const names = chosen.layout ? [chosen.layout] : design.names
  const number = String(book.series?.number ?? '')
  const look = { palette, face, motif, number: number.length > NUMBER_MAX ? '' : number }
  const compose = (layout: LayoutName, words: Words) => {
    const sheet = { ...words, ...look, random: seededRandom(`${seed}/${layout}`) }
    return { ...layouts[layout].compose(sheet), layout, palette }
  }
  const ways = wordings(book.title, book.authors)
  for (const words of ways.filter(({ title }) => title.length < LONG_TITLE)) {
    for (const name of names) {
      const cover = compose(name, words)
      const [title] = cover.blocks
      if (title?.isWhole && title.size >= layouts[name].least) return cover
    }
  }
  return compose('frame', ways[ways.length - 1] ?? { title: '', subtitle: '', author: '' })
}

/** The device of the house would be a speck on a small cover. */
const SMALL = '<style>@media(max-width:159px){.house{display:none}}</style>'

/** The SVG of a laid-out cover, with a label for screen readers. */
export function writeCover({ ground, art, blocks }: CoverArt, label: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">` +
    `${art.includes('"house"') ? SMALL : ''}${rect(0, 0, width, height, ground)}${art}${renderType(blocks)}</svg>`
  )
}

/** A cover's SVG, without words where some need a reader's own fonts: a server without them would draw boxes. */
export const withoutForeignWords = (svg: string): string =>
  svg.includes('<text') ? `${svg.slice(0, svg.lastIndexOf('<defs>'))}</svg>` : svg

/** The generated cover of a book as SVG, the same for the same book; any text is safe in it. */
export function renderCover(book: CoverBook): string {
  const label = [cleanText(book.title) || 'Untitled', ...book.authors.map(cleanText)].join(', ')
  return writeCover(composeCover(book), label.slice(0, 400).toWellFormed())
}

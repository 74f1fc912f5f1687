import { escapeXml } from './escapeXml.ts'
import { layoutNames, layouts, type LayoutName } from './layouts.ts'
import { motifOfCategory, motifOfTitle } from './layouts/motifs.ts'
import { height, width, type CoverArt, type Sheet } from './layouts/sheet.ts'
import { styleOf, type Palette } from './palettes.ts'
import { seededRandom } from './random.ts'
import { renderType } from './renderType.ts'
import { rect } from './svg.ts'
import { cleanText, wordings } from './words.ts'

export interface CoverBook {
  id: string
  title: string
  authors: readonly string[]
  categories: readonly string[]
}

/** A cover before it is written, with what was chosen for it. */
export interface ComposedCover extends CoverArt {
  layout: LayoutName
  palette: Palette
}

/** Longer titles have room in the frame only. */
const LONG_TITLE = 150

/** A motif that the title names comes up as often as all other layouts together. */
const NAMED_WEIGHT = 11

/** The layouts that suit a book in random order: the next stands in where a title does not fit. */
function orderLayouts(seed: string, motifWeight: number): LayoutName[] {
  const random = seededRandom(`${seed}/layout`)
  return layoutNames
    .map((name) => ({ name, weight: name === 'motif' ? motifWeight : layouts[name].weight }))
    .filter(({ weight }) => weight > 0)
    .map(({ name, weight }) => ({ name, key: random.between(0, 1) ** (1 / weight) }))
    .toSorted((one, other) => other.key - one.key)
    .map(({ name }) => name)
}

/** A layout in which the title does not fit gives way to the next, at last to `frame`. Tests choose one. */
export function composeCover(
  book: CoverBook,
  chosen: { layout?: LayoutName; palette?: Palette } = {},
): ComposedCover {
  const category = book.categories[0] ?? ''
  const seed = book.id === '' ? book.title : book.id
  const random = seededRandom(`${seed}/style`)
  const style = styleOf(category)
  const palette = chosen.palette ?? random.pick(style.palettes)
  const face = random.pick(style.faces)
  const named = motifOfTitle(book.title)
  const motif = named ?? motifOfCategory(category)
  const compose = (layout: LayoutName, words: Pick<Sheet, 'title' | 'subtitle' | 'author'>) => {
    const sheet = { ...words, palette, face, motif, random: seededRandom(`${seed}/${layout}`) }
    return { ...layouts[layout].compose(sheet), layout, palette }
  }
  const motifWeight = named ? NAMED_WEIGHT : motif ? layouts.motif.weight : 0
  const names = chosen.layout ? [chosen.layout] : orderLayouts(seed, motifWeight)
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

/** The SVG of a laid-out cover, with a label for screen readers. */
export function writeCover({ ground, art, blocks }: CoverArt, label: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">` +
    `${rect(0, 0, width, height, ground)}${art}${renderType(blocks)}</svg>`
  )
}

/** The generated cover of a book as SVG, the same for the same book; any text is safe in it. */
export function renderCover(book: CoverBook): string {
  const label = [cleanText(book.title) || 'Untitled', ...book.authors.map(cleanText)].join(', ')
  return writeCover(composeCover(book), label.slice(0, 400).toWellFormed())
}

import { arches, bands, fan, figures, papers, tiles } from './layouts/art.ts'
import { motif } from './layouts/motif.ts'
import type { Layout } from './layouts/sheet.ts'
import { labelled, split } from './layouts/split.ts'
import { frame, roundel, stacked } from './layouts/typographic.ts'

/** Every layout, with how often it comes up and its smallest good title size (units). */
export const layouts = {
  arches: { compose: split(arches, { isStanding: true, align: 'middle' }), weight: 1, least: 27 },
  bands: { compose: split(bands), weight: 1.3, least: 27 },
  fan: { compose: split(fan, { isStanding: true, align: 'middle' }), weight: 0.7, least: 26 },
  figures: { compose: split(figures, { align: 'left' }), weight: 1.3, least: 26 },
  frame: { compose: frame, weight: 0.7, least: 18 },
  label: { compose: labelled(papers), weight: 1.3, least: 24 },
  motif: { compose: split(motif, { align: 'middle' }), weight: 1, least: 25 },
  roundel: { compose: roundel, weight: 1, least: 25 },
  stacked: { compose: stacked, weight: 1.2, least: 30 },
  tiles: { compose: split(tiles), weight: 1.3, least: 27 },
} satisfies Record<string, { compose: Layout; weight: number; least: number }>

export type LayoutName = keyof typeof layouts

const isLayout = (name: string): name is LayoutName => name in layouts

export const layoutNames: readonly LayoutName[] = Object.keys(layouts).filter(isLayout)

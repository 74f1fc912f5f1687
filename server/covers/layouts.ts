import { frame, initial, monogram, series, stacked } from './layouts/letters.ts'
import { motif } from './layouts/motif.ts'
import { cutouts, deco, label, roundel, sprig, torn } from './layouts/paper.ts'
import {
  arch,
  bands,
  contours,
  horizon,
  night,
  orbit,
  skyline,
  tiles,
  waves,
  woodcut,
} from './layouts/picture.ts'
import type { Layout } from './layouts/sheet.ts'

/** Every layout by name, with the smallest title size (units) at which it is still itself. */
export const layouts = {
  arch: { draw: arch, least: 27 },
  bands: { draw: bands, least: 27 },
  contours: { draw: contours, least: 25 },
  cutouts: { draw: cutouts, least: 27 },
  deco: { draw: deco, least: 24 },
  frame: { draw: frame, least: 18 },
  horizon: { draw: horizon, least: 27 },
  initial: { draw: initial, least: 26 },
  label: { draw: label, least: 24 },
  monogram: { draw: monogram, least: 25 },
  motif: { draw: motif, least: 25 },
  night: { draw: night, least: 27 },
  orbit: { draw: orbit, least: 27 },
  roundel: { draw: roundel, least: 25 },
  series: { draw: series, least: 25 },
  skyline: { draw: skyline, least: 27 },
  sprig: { draw: sprig, least: 25 },
  stacked: { draw: stacked, least: 30 },
  tiles: { draw: tiles, least: 27 },
  torn: { draw: torn, least: 27 },
  waves: { draw: waves, least: 27 },
  woodcut: { draw: woodcut, least: 24 },
} satisfies Record<string, { draw: Layout; least: number }>

export type LayoutName = keyof typeof layouts

const isLayout = (name: string): name is LayoutName => name in layouts

export const layoutNames: readonly LayoutName[] = Object.keys(layouts).filter(isLayout)

/** The layouts that say something about a category come up 2.6 times as often. */
const favoured: Readonly<Record<string, readonly LayoutName[]>> = {
  Fiction: ['arch', 'cutouts', 'torn', 'horizon', 'series'],
  'Non-Fiction': ['series', 'bands', 'tiles', 'contours', 'roundel'],
  Mystery: ['skyline', 'torn', 'woodcut', 'night', 'stacked'],
  Fantasy: ['night', 'arch', 'monogram', 'sprig', 'woodcut'],
  Romance: ['sprig', 'roundel', 'label', 'arch', 'waves'],
  'Sci-Fi': ['orbit', 'night', 'horizon', 'tiles', 'bands'],
  Thriller: ['stacked', 'skyline', 'torn', 'bands'],
  'Food & Cooking': ['label', 'tiles', 'cutouts', 'sprig', 'roundel'],
  Biography: ['series', 'initial', 'frame', 'label', 'monogram'],
  'Self-Help': ['horizon', 'roundel', 'bands', 'cutouts', 'arch'],
  'Historical Fiction': ['woodcut', 'monogram', 'frame', 'deco', 'waves'],
  'Young Adult': ['cutouts', 'stacked', 'waves', 'tiles', 'night'],
  Horror: ['woodcut', 'night', 'torn', 'skyline', 'stacked'],
  'Graphic Novels': ['stacked', 'tiles', 'skyline', 'bands', 'roundel'],
  Poetry: ['sprig', 'waves', 'frame', 'initial', 'arch'],
  Business: ['series', 'tiles', 'skyline', 'stacked', 'bands'],
  Travel: ['contours', 'horizon', 'waves', 'arch', 'bands'],
  'Health & Fitness': ['sprig', 'roundel', 'horizon', 'waves', 'cutouts'],
  "Children's Books": ['cutouts', 'tiles', 'horizon', 'waves', 'roundel'],
  'True Crime': ['torn', 'stacked', 'skyline', 'series', 'contours'],
}

/** A rocket's orbit on a cookery book is a mistake; these do not come up there. */
const unfit: Readonly<Record<string, readonly LayoutName[]>> = {
  Romance: ['orbit', 'skyline', 'contours'],
  'Food & Cooking': ['orbit', 'night', 'skyline', 'woodcut'],
  Thriller: ['sprig', 'label', 'cutouts', 'waves'],
  'True Crime': ['sprig', 'orbit', 'waves', 'cutouts'],
  Horror: ['cutouts', 'label', 'series'],
  Business: ['night', 'sprig', 'waves'],
  'Health & Fitness': ['night', 'skyline', 'woodcut'],
  Biography: ['orbit', 'night'],
  'Historical Fiction': ['orbit', 'cutouts'],
}

/** Layouts with many faces may come more often, plain or busy ones less. */
const oddity: Readonly<Partial<Record<LayoutName, number>>> = {
  motif: 3,
  frame: 0.5,
  skyline: 0.7,
  waves: 0.5,
  cutouts: 0.7,
  night: 0.7,
}

/** Takes a category's name; gives its layouts with how often each should come up. */
export function layoutWeights(category: string): { name: LayoutName; weight: number }[] {
  return layoutNames
    .filter((name) => !unfit[category]?.includes(name))
    .map((name) => ({
      name,
      weight: (oddity[name] ?? 1) * (favoured[category]?.includes(name) ? 2.6 : 1),
    }))
}

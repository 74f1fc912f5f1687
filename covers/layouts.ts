import * as art from './layouts/art.ts'
import { closeup, motif, stage, wallpaper } from './layouts/motif.ts'
import * as scenes from './layouts/scenes.ts'
import type { Layout } from './layouts/sheet.ts'
import { labelled, poster, split } from './layouts/split.ts'
import * as type from './layouts/typographic.ts'

/** Every layout, with its smallest good title size (units). `styles.ts` says which suit an interest. */
export const layouts = {
  arcs: { compose: split(art.arcs, { align: 'left' }), least: 27 },
  balloon: { compose: type.balloon, least: 26 },
  bands: { compose: split(art.bands), least: 27 },
  classic: { compose: type.classic, least: 26 },
  closeup: { compose: split(closeup), least: 25 },
  contours: { compose: poster(art.contours), least: 26 },
  cutouts: { compose: split(art.cutouts), least: 27 },
  discs: { compose: split(art.discs), least: 26 },
  dossier: { compose: type.dossier, least: 26 },
  dots: { compose: split(art.dots, { align: 'left' }), least: 26 },
  drip: { compose: poster(scenes.drip, 'middle'), least: 28 },
  frame: { compose: type.frame, least: 18 },
  hills: { compose: poster(art.hills), least: 26 },
  horizon: { compose: poster(scenes.horizon, 'middle'), least: 26 },
  initial: { compose: split(type.initial), least: 26 },
  label: { compose: labelled(art.papers), least: 24 },
  motif: { compose: split(motif, { align: 'middle' }), least: 25 },
  orbit: { compose: poster(scenes.orbit), least: 26 },
  panels: { compose: split(scenes.panels), least: 27 },
  peaks: { compose: poster(art.peaks), least: 26 },
  plate: { compose: type.plate, least: 22 },
  quiet: { compose: type.quiet, least: 24 },
  ribbons: { compose: type.ribbons, least: 28 },
  roundel: { compose: type.roundel, least: 25 },
  sea: { compose: poster(art.sea), least: 26 },
  sprigs: { compose: split(art.sprigs, { isStanding: true, align: 'middle' }), least: 26 },
  stacked: { compose: type.stacked, least: 30 },
  stage: { compose: poster(stage, 'middle'), least: 26 },
  tape: { compose: poster(scenes.tape, 'left'), least: 28 },
  tiles: { compose: split(art.tiles), least: 27 },
  toys: { compose: split(art.toys, { align: 'middle' }), least: 27 },
  tunnel: { compose: poster(art.tunnel), least: 26 },
  wallpaper: { compose: labelled(wallpaper), least: 24 },
  windows: { compose: split(scenes.windows), least: 26 },
  woods: { compose: poster(scenes.woods, 'middle'), least: 26 },
  wreath: { compose: type.wreath, least: 24 },
} satisfies Record<string, { compose: Layout; least: number }>

export type LayoutName = keyof typeof layouts

export const isLayout = (name: string): name is LayoutName => name in layouts

export const layoutNames: readonly LayoutName[] = Object.keys(layouts).filter(isLayout)

import { isCategory, type Category } from '../contract/categories.ts'
import type { Face } from './fonts.ts'

/** Five colours that go together, all `#rrggbb`. */
export interface Palette {
  name: string
  /** The colour of most of the cover. */
  ground: string
  /** The counterpart of the ground: light on a dark cover, dark on a light one. */
  paper: string
  accents: readonly [string, string, string]
}

const colours: Readonly<Record<string, string>> = {
  // Dark grounds
  midnight: '#14213d #f4ead5 #e0a526 #7d93b8 #c8553d',
  oxblood: '#5b1a18 #f6e7d0 #d99a4e #2a0d0c #b9543f',
  forest: '#1f3a30 #f1e8d2 #d8a24a #6f9a7c #b5482f',
  aubergine: '#3a1f3d #f5e6dc #d98aa0 #8a5b92 #e3b04b',
  ink: '#171513 #efe6d6 #b3261e #6a645c #d9b26f',
  petrol: '#0f3b46 #f2ead8 #e2703a #5fa3a3 #f0c35a',
  slate: '#2c3640 #f0ece2 #d9a441 #7f919f #c14b3c',
  cocoa: '#3b2519 #f4e6cf #c9793a #8a6a4f #e5bd6d',
  plum: '#4a1633 #f9e9df #e68a6c #8e3f62 #f0c987',
  regiment: '#101d36 #f7f1e4 #d3343a #3e5b8c #e9c46a',
  bottle: '#0d2b22 #efe9d6 #c43d2c #4b8068 #e6b83f',
  coal: '#201c22 #ece4da #7bb0a8 #6c5a78 #e2725b',
  violet: '#2b1055 #f6ecff #ff9e6d #7a4fd0 #58d0c9',
  fathom: '#06304a #ecf4ee #f5a65b #2f83a8 #8fd3c8',
  ember: '#1a0d0c #f2dcc2 #e2451f #5e1512 #8c7a66',
  // Middling and loud grounds
  vermilion: '#bb3726 #fdf3e1 #1f2a44 #f1b24a #7d1f1a',
  marigold: '#e9a820 #2a1a12 #b5391f #fdf1d0 #2f5d62',
  teal: '#176e6c #fdf6e6 #f3b94d #0d4243 #ef7d57',
  coral: '#ee7b5f #2b1420 #fde8d3 #8e2b3f #2f5b66',
  cobalt: '#1f47b5 #fdf6e7 #ffb83d #0f2259 #f26a4b',
  rose: '#a83c5a #fdeee7 #f2b6a0 #5c1731 #f4d58d',
  olive: '#636229 #fbf3da #e0a83a #34371a #c45a33',
  sky: '#8fc1d9 #12283a #fdf4df #e2603f #2f6d8e',
  mint: '#a9d3bd #17352d #fdf6e3 #e46b4b #3d7f6b',
  pink: '#f2b5b4 #4a1428 #fdf2e9 #d1495b #7a8f5a',
  lilac: '#c3b1dd #2a1846 #fbf5e9 #7a4fa3 #e98a5b',
  tangerine: '#f28c38 #2a150b #fdf0d9 #b8321f #274a5c',
  sunshine: '#f7cf46 #1f2340 #e4502e #fdf7e4 #2f7fb5',
  lagoon: '#5ec2c0 #10313a #fdf3dc #f26b5e #f4c542',
  // Light grounds
  ivory: '#f5ecda #241b16 #9c2f24 #c99a3f #34544b',
  linen: '#ece3d2 #26211d #7a2e2a #2f4a43 #b98a3c',
  bone: '#efe9dd #1a1a1a #c8321f #8c867b #1f3b57',
  shell: '#f8e6db #4a1626 #c94f5d #e8a48c #6d8a72',
  celadon: '#dfe8d8 #1e3229 #4f7f62 #c9793a #8fb098',
  mist: '#dde4e8 #1b2a38 #3d6480 #c2513c #93a9b5',
  butter: '#f8ebbf #33240f #d0662a #7c9a4a #a8332b',
  parchment: '#e6d3ac #332010 #8a3a1f #5c6b3a #b07a35',
  chalk: '#f7f5ef #15171a #e03c28 #f0b323 #1e4f9c',
  sand: '#e9d8bd #2e2118 #b6532b #356a6c #d99b45',
}

/** Of each category its palettes and the faces that suit it, the best of them more than once. */
const styles: Readonly<Record<Category, readonly [palettes: string, faces: readonly Face[]]>> = {
  Fiction: ['ivory petrol vermilion sand aubergine teal chalk', ['display', 'italic', 'book']],
  'Non-Fiction': ['chalk bone slate marigold cobalt mist bottle', ['narrow', 'round', 'book']],
  Mystery: ['ink bottle parchment midnight slate oxblood bone', ['display', 'book', 'narrow']],
  Fantasy: ['forest violet aubergine fathom parchment celadon', ['display', 'italic', 'book']],
  Romance: ['shell rose plum pink coral butter', ['italic', 'italic', 'display', 'book']],
  'Sci-Fi': ['midnight violet fathom tangerine coal lagoon', ['round', 'round', 'narrow']],
  Thriller: ['ink regiment bone marigold coal vermilion', ['narrow', 'narrow', 'round']],
  'Food & Cooking': ['butter tangerine olive celadon vermilion mint', ['display', 'round', 'book']],
  Biography: ['linen slate sand regiment mist olive cocoa', ['book', 'display', 'italic']],
  'Self-Help': ['sunshine mint sky coral chalk lilac', ['round', 'display', 'book']],
  'Historical Fiction': ['oxblood parchment cocoa forest regiment linen', ['display', 'book']],
  'Young Adult': [
    'coral lilac teal sunshine pink lagoon',
    ['round', 'display', 'narrow', 'italic'],
  ],
  Horror: ['ink oxblood ember bone olive coal', ['narrow', 'display', 'book']],
  'Graphic Novels': ['sunshine cobalt chalk vermilion lagoon violet', ['narrow', 'round']],
  Poetry: ['ivory celadon lilac midnight shell mist rose', ['italic', 'book', 'display']],
  Business: ['cobalt chalk slate marigold bottle mist', ['narrow', 'round', 'book']],
  Travel: ['sky sand petrol tangerine butter fathom teal', ['display', 'round', 'italic']],
  'Health & Fitness': ['mint sky coral lagoon celadon sunshine', ['round', 'display', 'book']],
  "Children's Books": ['sunshine sky coral lagoon tangerine pink', ['display', 'display', 'round']],
  'True Crime': ['ink bone vermilion slate ember parchment', ['narrow', 'narrow', 'book']],
}

const neutral = ['linen slate ivory petrol cocoa celadon', ['display', 'italic', 'book']] as const

function paletteNamed(name: string): Palette {
  const [ground = '', paper = '', first = '', second = '', third = ''] =
    colours[name]?.split(' ') ?? []
  return { name, ground, paper, accents: [first, second, third] }
}

/** Every palette, for tests. */
export const palettes: readonly Palette[] = Object.keys(colours).map(paletteNamed)

/** What covers of a category are in; any other category has a neutral style. */
export function styleOf(category: string): { palettes: Palette[]; faces: readonly Face[] } {
  const [names, faces] = isCategory(category) ? styles[category] : neutral
  return { palettes: names.split(' ').map(paletteNamed), faces }
}

import colours from './palettes.json' with { type: 'json' }

/** Five colours that go together, all `#rrggbb`. */
export interface Palette {
  name: string
  /** The colour of most of the cover. */
  ground: string
  /** The counterpart of the ground: light on a dark cover, dark on a light one. */
  paper: string
  accents: readonly [string, string, string]
}

/** Every palette. */
export const palettes: readonly Palette[] = Object.entries(colours).map(([name, five]) => {
  const [ground = '', paper = '', first = '', second = '', third = ''] = five.split(' ')
  return { name, ground, paper, accents: [first, second, third] }
})

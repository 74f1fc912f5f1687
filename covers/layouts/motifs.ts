import { isCategory, type Category } from '../../contract/categories.ts'

/** A motif: the words of a title that name it, and path data in a square from -50 to 50. */
export interface Motif {
  words: string
  /** Filled in the main ink. */
  main: string
  /** Cut out of it. */
  hole?: string
  /** Lines in the main ink. */
  line?: string
  /** Filled in a second ink. */
  accent?: string
  /** Lines cut out of it. */
  cut?: string
}

const dot = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

const motifs = {
  cat: {
    words: 'cat cats kitten kittens',
    main: 'M-16-46L-6-35H8L18-46L19-22C19-13 13-8 9-6C25 2 27 22 25 42C42 40 44 24 36 13C52 26 46 48 24 48H-21C-25 20-19 0-9-6C-15-10-18-15-17-22Z',
    accent: dot(-6, -24, 3) + dot(8, -24, 3),
    cut: 'M2 48V28',
  },
  compass: {
    words: 'compass voyage voyages travel travels journey journeys expedition abroad',
    main: dot(0, 0, 46),
    hole: dot(0, 0, 37),
    accent: 'M0-33L9 0L0 33L-9 0Z',
    line: 'M-30 0h7M23 0h7',
  },
  crown: {
    words: 'crown king kings queen queens prince princess throne thrones',
    main: 'M-38 26L-42-20L-20 0L0-32L20 0L42-20L38 26ZM-38 31H38v8H-38z',
    hole: dot(0, 14, 4) + dot(-18, 14, 3) + dot(18, 14, 3),
    accent: dot(0, -37, 5.5) + dot(-43, -25, 5) + dot(43, -25, 5),
  },
  flower: {
    words: 'flower flowers rose roses lily lilies tulip tulips garden gardens',
    main: 'M-20-42L-9-29L0-47L9-29L20-42C27-16 15-2 0-2S-27-16-20-42Z',
    accent: 'M0 40C-4 20-17 11-30 9C-30 28-17 38 0 40ZM0 47C4 28 17 19 28 17C28 36 15 45 0 47Z',
    line: 'M0-4V48',
  },
  fork: {
    words: 'fork eat eating kitchen cook cooks cooking cookery food foods dinner recipes',
    main: 'M14-46C26-44 30-30 29-10Q28-2 20-1V-1Z',
    line: 'M-24-46V-18Q-24-8-16-6V46M-16-46V-10M-8-46V-18Q-8-8-16-6M18-30V46',
  },
  heart: {
    words: 'heart hearts love loved lovers valentine',
    main: 'M0 42C-52 8-48-34-22-34C-9-34-2-25 0-17C2-25 9-34 22-34C48-34 52 8 0 42Z',
    cut: 'M-33-9c1-9 6-14 13-14',
  },
  hourglass: {
    words: 'time hour hours hourglass clock',
    main: 'M-27-46H27v7H-27zM-27 39H27v7H-27z',
    accent: 'M-13-19H13C11-9 3-5 0 2C-3-5-11-9-13-19ZM-16 39C-15 27-6 22 0 14C6 22 15 27 16 39Z',
    line: 'M-20-39C-20-12-4-7-4 0S-20 12-20 39M20-39C20-12 4-7 4 0S20 12 20 39',
  },
  leaf: {
    words: 'leaf leaves grass autumn',
    main: 'M-34 34C-50-14-6-46 42-44C46 2 16 48-34 34Z',
    line: 'M-30 30L-46 46',
    cut: 'M-30 30L28-30M-14 14V-12M-14 14H14M4-4V-28M4-4H28',
  },
  lens: {
    words: 'detective detectives sherlock clue clues',
    main: dot(-9, -11, 34) + 'M9 17L17 9L43 36L35 44Z',
    hole: dot(-9, -11, 26),
    line: 'M-25-13a18 18 0 0 1 12-14',
  },
  moon: {
    words: 'moon night nights midnight',
    main: 'M8-44A44 44 0 1 0 44 12A36 36 0 0 1 8-44Z',
    accent: dot(32, -28, 3.4) + dot(20, -8, 2.2) + dot(42, -8, 2.2),
  },
  mountain: {
    words: 'mountain mountains peak peaks everest alps',
    main: 'M-49 38L-12-36L8 0L18-16L49 38Z',
    accent: dot(30, -32, 12) + 'M-12-36L-25-10L-15-14L-9-5L-1-16Z',
  },
  nib: {
    words: 'letter letters pen poet poets poem poems poetry diary diaries',
    main: 'M0-48L21 10L11 32H-11L-21 10Z',
    hole: dot(0, 6, 5.5),
    accent: 'M-11 36H11v10H-11z',
    cut: 'M0 6V-42',
  },
  ship: {
    words: 'ship ships boat sea seas sail sailing sailor pirate pirates',
    main: 'M-42 16H42L29 36H-29ZM-4-40V9H-32C-30-8-20-28-4-40Z',
    accent: 'M4-32V9H30C28-4 18-22 4-32Z',
    line: 'M0-46V18M-48 44q8-6 16 0t16 0 16 0 16 0 16 0 16 0',
  },
  star: {
    words: 'star stars',
    main: 'M0-48L9-22L31-36L22-11L48-9L26 6L42 28L16 22L12 47L-2 25L-22 42L-20 16L-46 15L-25 0L-42-22L-16-18Z',
    accent: dot(0, 0, 7),
  },
  sun: {
    words: 'sun sunrise sunset summer dawn',
    main: dot(0, 0, 25),
    line: 'M0-34V-48M0 34V48M34 0H48M-34 0H-48M24-24L34-34M-24 24L-34 34M24 24L34 34M-24-24L-34-34',
  },
  tree: {
    words: 'tree trees wood woods forest forests orchard',
    main: `${dot(0, -18, 26)}${dot(-20, 2, 20)}${dot(20, 2, 20)}M-5 10H5L9 47H-9Z`,
    accent: dot(-12, -12, 4.6) + dot(9, -26, 4.6) + dot(21, 2, 4.6) + dot(-22, 7, 4.6),
  },
} satisfies Record<string, Motif>

const byWord = new Map(
  Object.values(motifs).flatMap((motif) => motif.words.split(' ').map((word) => [word, motif])),
)

/** The motif that the first such word of a title names, if any. */
export function motifOfTitle(title: string): Motif | undefined {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.flatMap((word) => byWord.get(word) ?? [])[0]
}

const byCategory: Partial<Record<Category, Motif>> = {
  'Food & Cooking': motifs.fork,
  Mystery: motifs.lens,
  Poetry: motifs.nib,
  Romance: motifs.heart,
  Travel: motifs.compass,
}

/** The motif that a category names, if any. */
export function motifOfCategory(category: string): Motif | undefined {
  return isCategory(category) ? byCategory[category] : undefined
}

const latin = ['latin', 'latin-ext', 'vietnamese']
const many = [...latin, 'cyrillic', 'greek', 'cyrillic-ext', 'greek-ext']

/** The type of the covers: three cuts of Fraunces, Literata, two cuts of a narrow and of a geometric sans. */
export const files = {
  display: { family: 'fraunces', cut: '600-normal', subsets: latin },
  italic: { family: 'fraunces', cut: '500-italic', subsets: latin },
  heavy: { family: 'fraunces', cut: '900-normal', subsets: latin },
  book: { family: 'literata', cut: '500-normal', subsets: many },
  narrow: { family: 'oswald', cut: '500-normal', subsets: [...latin, 'cyrillic'] },
  poster: { family: 'oswald', cut: '700-normal', subsets: [...latin, 'cyrillic'] },
  round: { family: 'josefin-sans', cut: '600-normal', subsets: latin },
  light: { family: 'josefin-sans', cut: '400-normal', subsets: latin },
}

export type Face = keyof typeof files

export const isFace = (name: string): name is Face => name in files

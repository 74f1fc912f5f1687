/**
 * The colours of the house, light and dark. `base.css` holds the same values for everything that is
 * drawn before MUI loads; a test keeps the two equal.
 */
export const tokens = {
  paper: { light: '#FAF6EF', dark: '#15120F' },
  leaf: { light: '#FFFFFF', dark: '#1E1A16' },
  ink: { light: '#211C18', dark: '#F3EBDD' },
  faded: { light: '#6B6259', dark: '#B3A796' },
  rule: { light: '#E4DACB', dark: '#362F28' },
  edge: { light: '#8D8071', dark: '#7E7263' },
  binding: { light: '#7A2E2A', dark: '#E39A86' },
  onBinding: { light: '#FFFFFF', dark: '#2A120E' },
  heart: { light: '#D32F2F', dark: '#FF5A52' },
  cloth: { light: '#2F4A43', dark: '#8DB5A8' },
  onCloth: { light: '#FFFFFF', dark: '#10201B' },
  wash: { light: '#F1E9DC', dark: '#262019' },
  error: { light: '#A3241F', dark: '#FF9C93' },
} as const

export type Scheme = 'light' | 'dark'

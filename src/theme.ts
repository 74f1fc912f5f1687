import { createTheme, shouldSkipGeneratingVar } from '@mui/material/styles'
import { components } from './themeComponents.ts'

/**
 * The specification's breakpoints (docs/product.md 9.3). A key is the width from which it holds: "at N and below" ends
 * where `aboveN` (N + 1) begins, "below N" where `fromN` does. MUI's own xs…xl stay: its components use them.
 */
const values = {
  xs: 0,
  above325: 326,
  above440: 441,
  above480: 481,
  from526: 526,
  from576: 576,
  sm: 600,
  from664: 664,
  above744: 745,
  from768: 768,
  above768: 769,
  md: 900,
  from993: 993,
  above993: 994,
  lg: 1200,
  above1280: 1281,
  from1422: 1422,
  xl: 1536,
  from2133: 2133,
} as const

export type BreakpointName = keyof typeof values

/** Colours beside MUI's own: borders of controls, tinted ground, shadows. */
type OwnColors = Record<'edge' | 'wash' | 'shade', string>

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true
  }
  interface BreakpointOverrides extends Record<BreakpointName, true> {}
  interface Palette extends OwnColors {}
  interface PaletteOptions extends OwnColors {}
  interface TypographyVariants extends Record<'hero' | 'lede', React.CSSProperties> {}
  interface TypographyVariantsOptions extends Record<'hero' | 'lede', React.CSSProperties> {}
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides extends Record<'hero' | 'lede', true> {}
}

/** Paper, ink and binding: light and dark. Every pair of text and ground has at least 4.5:1. */
function palette(scheme: 'light' | 'dark') {
  const pick = (light: string, dark: string) => (scheme === 'light' ? light : dark)
  const contrastText = pick('#FFFFFF', '#1A100D')
  return {
    background: { default: pick('#FAF6EF', '#15120F'), paper: pick('#FFFFFF', '#1E1A16') },
    text: { primary: pick('#211C18', '#F3EBDD'), secondary: pick('#6B6259', '#B3A796') },
    divider: pick('#E4DACB', '#362F28'),
    edge: pick('#8D8071', '#7E7263'),
    wash: pick('#F1E9DC', '#262019'),
    shade: pick('rgb(60 40 20 / 18%)', 'rgb(0 0 0 / 55%)'),
    primary: { main: pick('#7A2E2A', '#E39A86'), dark: pick('#5E211E', '#EDB3A3'), contrastText },
    secondary: { main: pick('#2F4A43', '#8DB5A8'), contrastText },
    error: { main: pick('#A3241F', '#FF9C93'), contrastText },
    success: { main: pick('#1B7A3D', '#7ED69B') },
  }
}

const wide = `@media (min-width:${values.from993}px)`

const display = { fontFamily: "'Fraunces', 'Fraunces Fallback', serif", fontWeight: 600 }
const heading = {
  ...display,
  lineHeight: 'var(--line, 1.15)',
  letterSpacing: '-0.01em',
  textWrap: 'balance',
} as const
const reading = "'Literata', 'Literata Fallback', serif"

/** Where the storage keeps the reader's colour scheme. */
export const SCHEME_STORAGE_KEY = 'colorScheme'
/** The attribute of <html> that says the scheme; the script in the page's head sets it before the first paint. */
export const SCHEME_ATTRIBUTE = 'data-scheme'

/** Room at the sides of the page, clear of a phone's notch; from 994 px as wide as the button that leads to the top. */
export const GUTTER =
  'max(clamp(12px, 4vw, 16px), min(7vw - 24px, 56px), env(safe-area-inset-left, 0px), env(safe-area-inset-right, 0px))'

/** Where everything is under the bar at the window's top, however many rows it has. */
export const BELOW_NAVBAR = { xs: '4.5rem', from664: '8.5rem', above1280: '4.5rem' }

/** A window so low that the bar leaves it when the page is scrolled down. `rem`: large text makes any window low. */
export const LOW_WINDOW = '@media (max-height: 40rem)'
/** While the bar has left; what has the focus in it brings it back. */
export const BAR_AWAY = 'body:has([data-away]):not(:has([data-away] :focus-visible)) &'

/** Where the catalogue is the host's own books alone (server/plugins/htmlFiles.ts). */
export const OWN_BOOKS = 'html[data-books=own] &'

/** The page's largest width, its gutters included: from 1480 to 2133 px it grows as six covers do, so that no gap does. */
export const CONTENT_WIDTH = 'clamp(1480px, 500px + 66.2vw, 1912px)'

/** For screen readers alone. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** Buttons side by side, or on a phone below each other, as wide as the page. */
export const pairLook = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& > *': { flexGrow: { xs: 1, above480: 0 } },
} as const

/** The thin rule under a heading. */
export const ruled = { pb: 1, borderBottom: 1, borderColor: 'divider' } as const

/** Variables of MUI's that nothing here reads: every prerendered page would carry them in its head. */
const UNUSED_VARIABLES = [
  /^(?:overlays|font|opacity-(?:inputUnderline|switch)|zIndex-(?:drawer|snackbar|speedDial))/,
  // No surface has MUI's shadows.
  /^shadows-[1-9]/,
  /^palette-(?:AppBar-dark|Chip|FilledInput|Slider|Snackbar|Speed|Step|Switch|Table|Tooltip)/,
  /^palette-(?:Alert-(?:warning|[a-z]+Color|\w+(?:Filled|Standard))|LinearProgress-(?!primary))/,
  /^palette-(?:grey-(?![46]00$)|common-(?:black|background)$|Button-\w+HoverBg$)/,
  // `main` alone: some components go through all colours.
  /^palette-(?:warning-(?!main$)|(?:primary|secondary)-light|secondary-(?:dark|mainChannel)|text-icon)/,
  /^palette-(?:(?:info|success)-(?:dark|contrastText|mainChannel)|action-activatedOpacity)/,
  // For colours with an opacity.
  /^palette-\w+-(?:light|dark|contrastText|background|default|paper|selected)Channel$/,
  /^palette-dividerChannel$/,
]

/** The look of the product, both schemes as CSS variables. */
export const theme = createTheme({
  cssVariables: {
    colorSchemeSelector: SCHEME_ATTRIBUTE,
    shouldSkipGeneratingVar: (keys) =>
      shouldSkipGeneratingVar(keys) ||
      UNUSED_VARIABLES.some((pattern) => pattern.test(keys.join('-'))),
  },
  colorSchemes: { light: { palette: palette('light') }, dark: { palette: palette('dark') } },
  breakpoints: { values },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: 'system-ui, sans-serif',
    h1: { ...heading, fontSize: '2.07rem', [wide]: { fontSize: '2.44rem' } },
    h2: { ...heading, fontSize: '1.73rem', [wide]: { fontSize: '1.95rem' } },
    h3: { ...heading, fontSize: '1.0625rem', lineHeight: 1.25, wordSpacing: '0.06em' },
    hero: { ...heading, fontSize: 'clamp(3rem, 7.5vw, 6rem)', lineHeight: 1 },
    lede: { fontFamily: reading, fontSize: '1.2rem', lineHeight: 1.5, textWrap: 'pretty' },
    subtitle1: { ...display, fontSize: '1rem', lineHeight: 1.2 },
    body2: { fontSize: '0.875rem', lineHeight: 1.45 },
    // Capitals by `text-transform` are capitals to screen readers, which may spell them.
    overline: {
      fontSize: '1.05rem',
      letterSpacing: '0.06em',
      lineHeight: 1.15,
      fontVariantCaps: 'all-small-caps',
      textTransform: 'none',
    },
    button: { fontWeight: 600, fontSize: '1rem', textTransform: 'none' },
  },
  components,
})

const mirrored = { ...theme, direction: 'rtl' as const }

/** The look for the direction in which the app is read. */
export const themeOf = (direction: 'ltr' | 'rtl'): typeof theme =>
  direction === 'rtl' ? mirrored : theme

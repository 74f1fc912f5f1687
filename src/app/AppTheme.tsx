import { createTheme, ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { breakpoints, type BreakpointName } from './breakpoints.ts'
import { tokens, type Scheme } from './tokens.ts'

declare module '@mui/material/styles' {
  interface BreakpointOverrides extends Record<BreakpointName, true> {}
  interface CssThemeVariables {
    enabled: true
  }
}

function palette(scheme: Scheme) {
  return {
    background: { default: tokens.paper[scheme], paper: tokens.leaf[scheme] },
    text: { primary: tokens.ink[scheme], secondary: tokens.faded[scheme] },
    divider: tokens.rule[scheme],
    primary: { main: tokens.binding[scheme], contrastText: tokens.onBinding[scheme] },
    secondary: { main: tokens.cloth[scheme], contrastText: tokens.onCloth[scheme] },
    error: { main: tokens.error[scheme] },
  }
}

/** The MUI theme of the house: the tokens, the type and the specification's breakpoints. */
const theme = createTheme({
  // The attribute is ours (colorScheme.ts): chosen by the reader, or following the device.
  cssVariables: { colorSchemeSelector: 'data-scheme' },
  colorSchemes: { light: { palette: palette('light') }, dark: { palette: palette('dark') } },
  breakpoints: { values: breakpoints },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: 'var(--text)',
    button: { textTransform: 'none', fontWeight: 600, fontSize: '1rem' },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiPaper: {
      styleOverrides: {
        root: { backgroundImage: 'none', border: '1px solid var(--rule)' },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 44,
          // The ring of everything else, inside of the list that would cut it off.
          '&:focus-visible': { outline: '3px solid var(--binding)', outlineOffset: -3 },
        },
      },
    },
  },
})

/** What every part drawn with MUI stands in. */
export function AppTheme({ children }: { children: ReactNode }) {
  // MUI keeps no scheme of its own, neither on the page nor in the storage.
  return (
    <ThemeProvider theme={theme} colorSchemeNode={null} storageManager={null}>
      {children}
    </ThemeProvider>
  )
}

import GlobalStyles from '@mui/material/GlobalStyles'
import { createTheme } from '@mui/material/styles'
import { ThemeProvider } from '@mui/system'
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
  typography: { fontFamily: 'var(--text)' },
  components: { MuiButtonBase: { defaultProps: { disableRipple: true } } },
})

/** The theme's variables in both schemes: CSS chooses among them, so a change of scheme draws nothing again. */
const variables = theme.generateStyleSheets()

/**
 * What every part drawn with MUI stands in. Not the provider of `@mui/material/styles`: that one keeps a
 * scheme of its own, on the page and in the storage, with 2.5 kB that would be switched off here.
 */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider theme={theme}>
      <GlobalStyles styles={variables} />
      {children}
    </ThemeProvider>
  )
}

import FormLabel from '@mui/material/FormLabel'
import type { Components, Theme } from '@mui/material/styles'

/** A text cut after so many lines. The ends of letters reach out of it: swashes aside, descenders and marks below. */
export const clampLines = (lines: number | string) =>
  ({
    display: '-webkit-box',
    overflowX: 'visible',
    overflowY: 'clip',
    // More would show the tops of the next line.
    overflowClipMargin: '0.1em',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: String(lines),
  }) as const

const focusRing = (theme: Theme) => ({
  outline: `3px solid ${theme.vars.palette.secondary.main}`,
  outlineOffset: 2,
})

/** How MUI's components look and behave in this product, beside the theme's colours and type. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      // Nothing that has the focus lies under the bar.
      html: { scrollPadding: '8rem 0 5rem', WebkitTextSizeAdjust: '100%' },
      body: {
        minHeight: '100vh',
        overflowWrap: 'break-word',
        // What is written the other way, such as a title, begins where the page does.
        textAlign: 'left',
      },
      a: { color: theme.vars.palette.primary.main, textUnderlineOffset: '0.2em' },
      ':focus-visible': focusRing(theme),
      // Edge would show a button of its own beside a password.
      '::-ms-reveal': { display: 'none' },
      '::selection': {
        background: theme.vars.palette.primary.main,
        color: theme.vars.palette.primary.contrastText,
      },
      // On white paper the letters of the dark scheme could not be read.
      '@media print': {
        ':root:root': {
          '--mui-palette-text-primary': theme.colorSchemes.light?.palette.text.primary,
          '--mui-palette-text-secondary': theme.colorSchemes.light?.palette.text.secondary,
          '--mui-palette-primary-main': theme.colorSchemes.light?.palette.primary.main,
          '--mui-palette-secondary-main': theme.colorSchemes.light?.palette.secondary.main,
        },
      },
      // Where colours are forced, a ground does not show a button.
      '@media (forced-colors: active)': { ':root .MuiButton-contained': { border: '1px solid' } },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0s !important',
        },
      },
    }),
  },
  // Not 'elevation', whose style attribute the policy refuses in prerendered HTML.
  MuiPaper: { defaultProps: { variant: 'outlined' }, styleOverrides: { outlined: { border: 0 } } },
  MuiTypography: {
    defaultProps: { variantMapping: { lede: 'p', subtitle1: 'p' } },
    styleOverrides: { noWrap: { overflow: 'clip', overflowClipMargin: '0.25em' } },
  },
  MuiAppBar: { defaultProps: { color: 'transparent' } },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        // Safari's name for it; prerendered styles have no prefixes but those that are written out.
        WebkitUserSelect: 'none',
        // MUI takes the outline away: it shows the focus by ripples.
        '&:focus-visible': focusRing(theme),
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: 44,
        padding: '0.5rem min(1.25rem, 4vw)',
        lineHeight: 1.3,
        textAlign: 'center',
      },
      outlined: ({ theme }) => ({
        variants: [
          {
            props: { color: 'inherit' },
            style: {
              borderColor: theme.vars.palette.edge,
              '&:hover': { background: theme.vars.palette.wash },
            },
          },
        ],
      }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { width: 44, height: 44 } } },
  MuiLink: {
    styleOverrides: { button: ({ theme }) => ({ '&:focus-visible': focusRing(theme) }) },
  },
  // Labels above their fields.
  MuiTextField: {
    defaultProps: {
      fullWidth: true,
      slots: { inputLabel: FormLabel },
      // No gap for them in the outline.
      slotProps: { input: { label: '' } },
    },
  },
  MuiFormLabel: {
    // Every field is required: none is marked.
    defaultProps: { required: false },
    styleOverrides: {
      root: ({ theme }) => ({
        marginBottom: 4,
        fontSize: '0.875rem',
        fontWeight: 600,
        color: theme.vars.palette.text.primary,
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({ minHeight: 44, background: theme.vars.palette.background.default }),
      adornedEnd: { paddingRight: 0 },
      // MUI's placeholders are paler than 4.5:1.
      input: { height: 'auto', padding: '0.6rem 0.75rem', '&::placeholder': { opacity: 0.7 } },
      notchedOutline: ({ theme }) => ({
        top: 0,
        borderColor: theme.vars.palette.edge,
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { margin: '0.3rem 0 0', fontSize: '0.875rem', lineHeight: 1.4 } },
  },
  MuiAlert: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        alignItems: 'center',
        background: theme.vars.palette.background.paper,
        color: theme.vars.palette.text.primary,
        fontWeight: 600,
      }),
    },
  },
  // Every grid is a list of equal columns; no item is divided between printed pages.
  MuiGrid: {
    styleOverrides: {
      root: { breakInside: 'avoid' },
      container: { margin: 0, padding: 0, listStyle: 'none' },
    },
  },
  MuiSkeleton: {
    styleOverrides: { root: ({ theme }) => ({ background: theme.vars.palette.wash }) },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 6,
        border: `1px solid ${theme.vars.palette.edge}`,
        borderRadius: 10,
        boxShadow: `0 18px 40px -18px ${theme.vars.palette.shade}`,
      }),
    },
  },
  // The list would clip a ring outside of an item.
  MuiMenuItem: {
    styleOverrides: {
      root: { minHeight: 44, '&&:focus-visible': { outlineOffset: -3 } },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderColor: theme.vars.palette.edge,
        color: theme.vars.palette.text.primary,
        background: theme.vars.palette.background.paper,
        '&:hover': { background: theme.vars.palette.wash },
        '&.Mui-selected, &.Mui-selected:hover': {
          borderColor: theme.vars.palette.secondary.main,
          background: theme.vars.palette.secondary.main,
          color: theme.vars.palette.secondary.contrastText,
          '@media (forced-colors: active)': {
            forcedColorAdjust: 'none',
            background: 'Highlight',
            color: 'HighlightText',
          },
        },
      }),
    },
  },
  MuiFab: {
    styleOverrides: {
      root: ({ theme }) => ({
        background: theme.vars.palette.background.paper,
        color: theme.vars.palette.text.primary,
        border: `1px solid ${theme.vars.palette.edge}`,
        boxShadow: `0 4px 14px -4px ${theme.vars.palette.shade}`,
        '&:hover': { background: theme.vars.palette.wash },
      }),
    },
  },
}

import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'

/** A title's link that reaches over its whole card (the nearest positioned element). */
export const CardLink = styled(Link)(({ theme }) => ({
  color: 'inherit',
  textDecoration: 'none',
  '&::before': { content: '""', position: 'absolute', inset: 0 },
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::before': {
    outline: `3px solid ${theme.vars.palette.secondary.main}`,
    outlineOffset: 2,
    borderRadius: theme.shape.borderRadius,
  },
}))

/** Under a cover: title, authors, and at their right the heart, in one place at every width. */
export const CardWords = styled('div')(({ theme }) => ({
  '--chip': '24px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  // Where the buttons are higher than the words, the room is below these.
  gridTemplateRows: 'auto 1fr',
  alignContent: 'start',
  columnGap: 4,
  '& > button, & > div': {
    gridArea: '1 / 2 / span 2',
    alignSelf: 'start',
    margin: 'calc((var(--chip) - 44px) / 2)',
  },
  [theme.breakpoints.up('above480')]: { '--chip': '32px', columnGap: 6 },
}))

/** The heart, and the menu of marks below it: each 44 px high where fingers press them. */
export const CardButtons = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  '& > button + button': {
    height: 28,
    '@media (pointer: coarse)': { height: 44 },
  },
})

import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import type { BreakpointName } from '../theme.ts'

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

/** In a column below 140 px the title has its whole width: set on a grid, it holds for the cards in it. */
export const narrowWords = (from: BreakpointName, to?: BreakpointName) => {
  const look = (narrow: string, wide: string) => ({ [from]: narrow, ...(to && { [to]: wide }) })
  return {
    '--title-span': look('2', '1'),
    '--buttons': look('2 / 2 / span 2', '1 / 2 / span 2'),
    '--reason-span': look('1', '2'),
  }
}

/**
 * Under a cover: title, authors, reason, and the heart at the right of the first two, or in a narrow column of the
 * last two.
 */
export const CardWords = styled('div')(({ theme }) => ({
  '--heart': '22px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  // Where the buttons are higher than the words, the room is below these.
  gridTemplateRows: 'auto auto 1fr',
  alignContent: 'start',
  columnGap: 4,
  '& > :is(h2, h3)': { gridColumn: 'span var(--title-span, 1)' },
  // A row that the buttons make higher would show what the clamp cuts.
  '& > p': { alignSelf: 'start' },
  '& > button, & > div': {
    gridArea: 'var(--buttons, 1 / 2 / span 2)',
    alignSelf: 'start',
    margin: 'calc((var(--heart) - 44px) / 2)',
  },
  [theme.breakpoints.up('above480')]: { '--heart': '24px', columnGap: 6 },
}))

/** The heart, and the menu of marks close below it: each 44 px high where fingers press them, and neither on the other. */
export const CardButtons = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  // It begins where the picture of the heart ends.
  '& > button + button': { height: 24, paddingBlock: 0, marginTop: -12 },
  '@media (pointer: coarse)': {
    '& > :first-of-type': { alignItems: 'end', marginTop: -6, paddingBottom: 4 },
    '& > button + button': { alignItems: 'start', height: 44, marginTop: 0, marginBottom: -20 },
  },
})

import { styled } from '@mui/material/styles'
import type { BreakpointName } from '../theme.ts'

/** In a column below 140 px the buttons have a row of their own: set on a grid, it holds for the cards in it. */
export const narrowWords = (from: BreakpointName, to?: BreakpointName) => {
  const look = (narrow: string, wide: string) => ({ [from]: narrow, ...(to && { [to]: wide }) })
  return {
    '--words-span': look('2', '1'),
    '--authors-lines': look('2', '1'),
    '--authors-break': look('normal', 'break-all'),
    '--buttons': look('5 / 1 / auto / span 2', '1 / 2 / span 2'),
    '--buttons-flow': look('row', 'column'),
    '--column': look('0', '1'),
  }
}

/**
 * Under a cover: title, authors, reason, a note, and the buttons at the right of the first two, or in a narrow column
 * below all.
 */
export const CardWords = styled('div')(({ theme }) => ({
  '--heart': '22px',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  // The note has the room that is left in a row of cards.
  gridTemplateRows: 'auto auto auto 1fr auto',
  alignContent: 'start',
  columnGap: 4,
  '& > :is(h2, h3), & > :is(h2, h3) + p': { gridColumn: 'span var(--words-span, 1)' },
  // A row that the buttons make higher would show what the clamp cuts.
  '& > p': { alignSelf: 'start' },
  '& > button, & > div': {
    gridArea: 'var(--buttons, 1 / 2 / span 2)',
    alignSelf: 'start',
    justifySelf: 'start',
    margin: 'calc((var(--heart) - 44px) / 2)',
  },
  [theme.breakpoints.up('above480')]: { '--heart': '24px', columnGap: 6 },
}))

/**
 * The heart, and the menu of marks close below it or, in a row of their own, beside it: each 44 px high where fingers
 * press them, and neither on the other.
 */
export const CardButtons = styled('div')({
  display: 'flex',
  flexFlow: 'var(--buttons-flow, column)',
  // Below the heart it begins where its picture ends.
  '& > button + button': {
    height: 'calc(44px - 20px * var(--column, 1))',
    paddingBlock: 0,
    marginTop: 'calc(-12px * var(--column, 1))',
  },
  '@media (pointer: coarse)': {
    '& > :first-of-type': {
      marginTop: 'calc(-6px * var(--column, 1))',
      paddingTop: 'calc((36px - var(--heart)) * var(--column, 1))',
    },
    '& > button + button': {
      height: 44,
      marginTop: 0,
      marginBottom: 'calc(-20px * var(--column, 1))',
      paddingBottom: 'calc(24px * var(--column, 1))',
    },
  },
})

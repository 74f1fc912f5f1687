import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { BOOKS_PER_SECTION } from '../constants.ts'
import { clampLines } from '../themeComponents.ts'
import { wideText } from './BookGrid.tsx'

/**
 * The reason that more than half of the first books of a section have, which stands once under its heading; a card has
 * its own where it is another.
 */
export function sharedReason(
  items: readonly { reason?: string | undefined }[],
): string | undefined {
  const first = items.slice(0, BOOKS_PER_SECTION)
  const shared = first
    .map(({ reason }) => reason)
    .find((one) => first.filter(({ reason }) => reason === one).length * 2 > first.length)
  return first.length > 1 ? shared : undefined
}

/** Why a book is there, under its authors: whole, but for the longest titles; or why those under a heading are. */
export const Reason = styled(Typography)(({ theme }) => ({
  ...clampLines(5),
  marginBottom: 6,
  hyphens: 'auto',
  color: theme.vars.palette.secondary.main,
  fontFamily: theme.typography.lede.fontFamily,
  fontSize: '0.8125rem',
  fontStyle: 'italic',
  lineHeight: 1.35,
  [theme.breakpoints.up('above480')]: { fontSize: wideText },
}))

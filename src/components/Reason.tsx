import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { clampLines } from '../themeComponents.ts'

/** Why a book is there, under its authors: whole, but for the longest titles. */
export const Reason = styled(Typography)(({ theme }) => ({
  ...clampLines(5),
  marginBottom: 6,
  color: theme.vars.palette.secondary.main,
  fontFamily: theme.typography.lede.fontFamily,
  fontSize: '0.8125rem',
  fontStyle: 'italic',
  lineHeight: 1.35,
  [theme.breakpoints.up('above480')]: { fontSize: '0.875rem' },
}))

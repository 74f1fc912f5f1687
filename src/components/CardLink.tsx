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

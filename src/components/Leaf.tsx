import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'

/** A leaf of paper on the page. */
export const Leaf = styled(Paper)(({ theme }) => ({
  display: 'flex',
  containerType: 'inline-size',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 12,
  boxShadow: `0 1px 2px ${theme.vars.palette.shade}, 0 18px 48px -24px ${theme.vars.palette.shade}`,
  overflow: 'hidden',
}))

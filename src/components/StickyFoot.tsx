import { styled } from '@mui/material/styles'
import { GUTTER } from '../theme.ts'

/** How many are chosen, and the button that takes them, always in view. Give it `data-sticky-foot`. */
export const StickyFoot = styled('div')(({ theme }) => ({
  position: 'sticky',
  // Above the bar of a lost network.
  bottom: 'var(--offline-bar, 0px)',
  zIndex: 10,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0.5rem 1.5rem',
  margin: `24px calc(-1 * ${GUTTER}) 0`,
  padding: `12px ${GUTTER} calc(12px + env(safe-area-inset-bottom, 0px))`,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.default,
  '@media print': { display: 'none' },
}))

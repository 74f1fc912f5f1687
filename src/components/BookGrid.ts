import { styled } from '@mui/material/styles'

/** The books grid of recommendations (section 9, decisions: Grids). */
export const BookGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  gap: '28px clamp(12px, 1.6vw, 24px)',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  [theme.breakpoints.down('above993')]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  [theme.breakpoints.down('above768')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [theme.breakpoints.down('above480')]: {
    // Three of 100 px that may shrink, so that 320 px does not overflow.
    gridTemplateColumns: 'repeat(3, minmax(0, 100px))',
    justifyContent: 'space-between',
    gap: '20px 8px',
  },
}))

/** The favorites grid, to the specification's letter: eight columns sit between four and six. */
export const FavoritesGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  gap: 'clamp(16px, 2vw, 32px) clamp(12px, 1.6vw, 24px)',
  gridTemplateColumns: 'repeat(8, minmax(0, 1fr))',
  [theme.breakpoints.up('from1422')]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
  [theme.breakpoints.down('above1280')]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  [theme.breakpoints.down('above993')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [theme.breakpoints.down('above744')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.down('above480')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

import { styled } from '@mui/material/styles'

/** A list without bullets. */
export const PlainList = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })

const columns = (count: number) => `repeat(${count}, minmax(0, 1fr))`

/** Books: 6 columns; 4 at 993 px and below, 3 at 768, and 3 of 100 px at 480, which may shrink. */
export const BookGrid = styled(PlainList)(({ theme }) => ({
  display: 'grid',
  justifyContent: 'space-between',
  gap: '24px 8px',
  gridTemplateColumns: 'repeat(3, minmax(0, 100px))',
  [theme.breakpoints.up('above480')]: {
    gap: '28px clamp(12px, 1.6vw, 24px)',
    gridTemplateColumns: columns(3),
  },
  [theme.breakpoints.up('above768')]: { gridTemplateColumns: columns(4) },
  [theme.breakpoints.up('above993')]: { gridTemplateColumns: columns(6) },
  '& > li': { breakInside: 'avoid' },
}))

/** Favorites, to the specification's letter: eight columns sit between four and six. */
export const FavoritesGrid = styled(PlainList)(({ theme }) => ({
  display: 'grid',
  gap: '36px clamp(12px, 1.6vw, 24px)',
  gridTemplateColumns: columns(1),
  [theme.breakpoints.up('above480')]: { gridTemplateColumns: columns(2) },
  [theme.breakpoints.up('above744')]: { gridTemplateColumns: columns(3) },
  [theme.breakpoints.up('above993')]: { gridTemplateColumns: columns(4) },
  [theme.breakpoints.up('above1280')]: { gridTemplateColumns: columns(8) },
  [theme.breakpoints.up('from1422')]: { gridTemplateColumns: columns(6) },
  '& > li': { breakInside: 'avoid' },
}))

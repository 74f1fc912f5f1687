import Grid from '@mui/material/Grid'
import type { ReactNode } from 'react'

interface GridProps {
  children: ReactNode
  'aria-hidden'?: boolean
}

const columnSpacing = 'clamp(12px, 1.6vw, 24px)'

/** Books: 6 columns; 4 at 993 px and below, 3 at 768, and 3 of 100 px at 480, which may shrink. */
export const BookGrid = (props: GridProps) => (
  <Grid
    component="ul"
    container
    columns={{ xs: 3, above768: 4, above993: 6 }}
    // What three columns of 100 px leave.
    columnSpacing={{ xs: 'max(8px, 50% - 150px)', above480: columnSpacing }}
    rowSpacing={{ xs: '24px', above480: '28px' }}
    {...props}
  />
)

/** Favorites, to the specification's letter: eight columns sit between four and six. */
export const FavoritesGrid = (props: GridProps) => (
  <Grid
    component="ul"
    container
    columns={{ xs: 1, above480: 2, above744: 3, above993: 4, above1280: 8, from1422: 6 }}
    columnSpacing={columnSpacing}
    rowSpacing="36px"
    {...props}
  />
)

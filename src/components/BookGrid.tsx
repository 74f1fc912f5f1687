import Grid from '@mui/material/Grid'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ComponentProps } from 'react'
import { GUTTER } from '../theme.ts'
import { narrowWords } from './CardWords.tsx'

type GridProps = Omit<ComponentProps<'ul'>, 'color'>

// At 994 px it leaves columns of 140 px.
const columnSpacing = 'clamp(12px, 2.4vw - 12px, 24px)'

/** What two lines of title and one of authors leave of an item of 350 px, at 2:3; from 1480 to 2133 px it grows. */
const COVER_WIDTH = `clamp(${((350 - 8 - 3 * 20) * 2) / 3}px, 25px + 11.02vw, 260px)`

/** Small text of cards, which grows with their covers from 1480 to 2133 px. */
export const wideText = 'clamp(0.875rem, 0.58rem + 0.32vw, 1rem)'

/** The space between columns of at most this width, which end with the page. */
const between = (least: string, width: string) =>
  `max(${least}, (100% - var(--Grid-columns) * ${width}) / (var(--Grid-columns) - 1))`

/**
 * The parts of a card begin where those of its row do. MUI's Grid cannot do that: it is a flexbox, and flex rows have no
 * subgrid. So the columns are Grid's, and CSS grid lays them out.
 */
const rowsLook = {
  display: 'grid',
  gridTemplateColumns: 'repeat(var(--Grid-columns), minmax(0, 1fr))',
  '& > li': { width: 'auto', pb: { xs: '20px', above480: '32px' } },
  '& > li, & > li > *': { display: 'grid', gridRow: 'span 3', gridTemplateRows: 'subgrid' },
} as const

/** Of `BookGrid`, as CSS has them. */
export function useBookColumns(): number {
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('above993'))
  const isMiddle = useMediaQuery((theme: Theme) => theme.breakpoints.up('above768'))
  return isWide ? 6 : isMiddle ? 4 : 3
}

/**
 * Books: 6 columns; 4 at 993 px and below, 3 at 768, and 3 of 100 px at 480, which may shrink. None is wider than its
 * covers.
 */
export const BookGrid = (props: GridProps) => (
  <Grid
    component="ul"
    container
    columns={{ xs: 3, above768: 4, above993: 6 }}
    columnSpacing={{ xs: between('8px', '100px'), above480: between(columnSpacing, COVER_WIDTH) }}
    sx={{ ...rowsLook, ...narrowWords('xs', 'above480') }}
    {...props}
  />
)

/** The same from 769 px; below, one row that scrolls sideways to the screen's edge, where half a card shows more. */
export const BookRow = (props: GridProps) => (
  <Grid
    component="ul"
    container
    columns={{ xs: 2.6, above480: 4.5, above768: 4, above993: 6 }}
    columnSpacing={{ xs: '12px', above768: between(columnSpacing, COVER_WIDTH) }}
    sx={{
      ...rowsLook,
      ...narrowWords('xs', 'above768'),
      gridTemplateColumns: { above768: rowsLook.gridTemplateColumns },
      gridTemplateRows: { xs: 'repeat(3, auto)', above768: 'none' },
      gridAutoFlow: { xs: 'column', above768: 'row' },
      gridAutoColumns: 'min(139px, (100% + 12px) / var(--Grid-columns) - 12px)',
      mx: { xs: `calc(-1 * ${GUTTER})`, above768: 0 },
      // Room for the ring of the buttons, which are larger than they look: the row would cut it.
      p: { xs: `8px ${GUTTER} 16px`, above768: 0 },
      mb: { xs: '-16px', above768: 0 },
      overflowX: { xs: 'auto', above768: 'visible' },
      scrollSnapType: 'x proximity',
      scrollPaddingInline: GUTTER,
      scrollbarWidth: 'thin',
      '& > li': { ...rowsLook['& > li'], scrollSnapAlign: 'start' },
    }}
    {...props}
  />
)

/** While a book is dragged to another place. */
const dragLook = {
  '& > [data-dragged]': { opacity: 0.4 },
  '& > [data-over]:not([data-dragged])': {
    outline: '3px dashed',
    outlineColor: 'secondary.main',
    outlineOffset: '6px',
  },
}
/** What has the focus lies not under the tools of the list, nor under its foot. */
const focusLook = { '& :is(a, button, input)': { scrollMarginBlock: '4.5rem' } }
/** No cover is wider than 260 px, and the spaces between them stay: the grid ends before the page does. */
const favoritesLook = {
  ...focusLook,
  ...dragLook,
  maxWidth: {
    above480: `calc(var(--Grid-columns) * (260px + ${columnSpacing}) - ${columnSpacing})`,
  },
}

/** Favorites, to the specification's letter: eight columns sit between four and six. */
const favoritesGrid = {
  columns: { xs: 1, above480: 2, above744: 3, above993: 4, above1280: 8, from1422: 6 },
  columnSpacing,
  rowSpacing: { xs: '12px', above480: '36px' },
  sx: { ...favoritesLook, ...narrowWords('above1280', 'from1422') },
}
/** Rows, one below the other or in two and three columns. */
const compactList = {
  columns: { xs: 1, above744: 2, from1422: 3 },
  columnSpacing: '24px',
  rowSpacing: '12px',
  sx: focusLook,
}

/** A reader's own list as a grid, or compact: then its cards, which know it by `data-compact`, are rows. */
export const FavoritesGrid = ({
  isCompact = false,
  ...props
}: GridProps & { isCompact?: boolean }) => (
  <Grid
    component="ul"
    container
    data-compact={isCompact || undefined}
    {...(isCompact ? compactList : favoritesGrid)}
    {...props}
  />
)

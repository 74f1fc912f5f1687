import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Grid from '@mui/material/Grid'
import Typography from '@mui/material/Typography'
import { useId, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { booksApi } from '../../api/booksApi.ts'
import { BookCard, BookCardSkeletons } from '../../components/BookCard.tsx'
import { focusMain } from '../../lib/scroll.ts'
import { messages } from '../../messages.ts'
import { GUTTER, ruled } from '../../theme.ts'

/** Scrolls sideways to the edge of the screen, half a card showing that it goes on; wraps from 769 px. */
const rowLook = {
  flexWrap: { xs: 'nowrap', above768: 'wrap' },
  mx: { xs: `calc(-1 * ${GUTTER})`, above768: 0 },
  p: { xs: `8px ${GUTTER} 12px`, above768: 0 },
  overflowX: { xs: 'auto', above768: 'visible' },
  scrollSnapType: 'x proximity',
  scrollPaddingInline: GUTTER,
  scrollbarWidth: 'thin',
  '& > li': { flexShrink: 0, scrollSnapAlign: 'start' },
} as const

// One row, as high as the one that comes.
const skeletonLook = { '& li:nth-of-type(n + 4)': { display: { xs: 'none', above768: 'block' } } }

/** How far the row was scrolled, by history entry. */
const scrolledTo = new Map<string, number>()

/** Books to read after this one, each with its reason; nothing if there are none. */
export function WhatComesNext({ bookId }: { bookId: string }) {
  const id = useId()
  const { key } = useLocation()
  const {
    data: found = [],
    isError,
    isFetching,
    refetch,
  } = booksApi.useGetSimilarBooksQuery(bookId)
  const isLoading = isFetching && found.length === 0
  const row = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    if (row.current) row.current.scrollLeft = scrolledTo.get(key) ?? 0
  }, [key])
  if (isError && !isLoading) {
    return (
      <Typography role="status" color="textSecondary" sx={{ mt: 4, displayPrint: 'none' }}>
        <span>{messages.similarFailed}</span>
        <Button
          color="inherit"
          onClick={() => {
            // The button goes at once.
            focusMain()
            void refetch()
          }}
        >
          {messages.tryAgain}
        </Button>
      </Typography>
    )
  }
  if (!isLoading && found.length === 0) return null
  return (
    <section aria-labelledby={id} aria-busy={isLoading}>
      <Typography id={id} variant="h2" sx={{ ...ruled, mt: 'clamp(32px, 2.4vw, 56px)', mb: 2 }}>
        What comes next
      </Typography>
      {isLoading ? (
        <Box sx={skeletonLook}>
          <BookCardSkeletons />
        </Box>
      ) : (
        <Grid
          component="ul"
          ref={row}
          container
          columns={{ xs: 3.3, above480: 4.5, above768: 4, above993: 6 }}
          columnSpacing={{ xs: '12px', above768: 'clamp(12px, 1.6vw, 24px)' }}
          rowSpacing="28px"
          sx={rowLook}
          onScroll={({ currentTarget }) => scrolledTo.set(key, currentTarget.scrollLeft)}
        >
          {found.map(({ book, reason }) => (
            <BookCard key={book.id} book={book} section="next" screen="detail" reason={reason} />
          ))}
        </Grid>
      )}
    </section>
  )
}

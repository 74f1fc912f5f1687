import Button from '@mui/material/Button'
import Grid from '@mui/material/Grid'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useId, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Recommendation } from '../../../contract/books.ts'
import { booksApi } from '../../api/booksApi.ts'
import { Reason } from '../../components/BookCard.tsx'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { CardLink } from '../../components/CardLink.tsx'
import { BOOKS_PER_SECTION } from '../../constants.ts'
import { focusMain } from '../../lib/scroll.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { GUTTER, ruled } from '../../theme.ts'
import { clampLines } from '../../themeComponents.ts'

/** Scrolls sideways to the edge of the screen, half a card showing that it goes on; wraps from 769 px. */
const rowLook = {
  position: 'relative',
  flexWrap: { xs: 'nowrap', above768: 'wrap' },
  mx: { xs: `calc(-1 * ${GUTTER})`, above768: 0 },
  p: { xs: `8px ${GUTTER} 12px`, above768: 0 },
  overflowX: { xs: 'auto', above768: 'visible' },
  scrollSnapType: 'x proximity',
  scrollPaddingInline: GUTTER,
  scrollbarWidth: 'thin',
  '&[aria-hidden=true]': { overflowX: { xs: 'hidden', above768: 'visible' } },
  '& > li': { position: 'relative', isolation: 'isolate', flexShrink: 0, scrollSnapAlign: 'start' },
  // Below the words, which its shadow must not darken.
  '& > li > div': { position: 'relative', zIndex: -1, transition: 'transform 160ms ease-out' },
  '& > li:has(a:hover) > div': { transform: 'translateY(-4px)' },
} as const

const authorsLook = { ...clampLines(1), mt: 0.25 }
const titleLook = { ...clampLines(2), mt: 1, fontSize: { xs: '0.9375rem', above768: '1rem' } }

/** How far the row was scrolled, by history entry. */
const scrolledTo = new Map<string, number>()

/** Books to read after this one, each with its reason (decision 54); nothing where there are none. */
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
      <Typography
        id={id}
        variant="h2"
        sx={{ ...ruled, mt: 'clamp(40px, 6vw, 72px)', mb: 'clamp(14px, 2vw, 24px)' }}
      >
        What comes next
      </Typography>
      <Grid
        component="ul"
        ref={row}
        container
        columns={{ xs: 2.5, above480: 4.5, above768: 4, above993: 6 }}
        columnSpacing={{ xs: '12px', above768: 'clamp(12px, 1.6vw, 24px)' }}
        rowSpacing="32px"
        sx={rowLook}
        aria-hidden={isLoading}
        onScroll={({ currentTarget }) => scrolledTo.set(key, currentTarget.scrollLeft)}
      >
        {isLoading
          ? Array.from({ length: BOOKS_PER_SECTION }, (_, index) => <CardSkeleton key={index} />)
          : found.map((item) => <NextCard key={item.book.id} {...item} />)}
      </Grid>
    </section>
  )
}

function NextCard({ book, reason }: Recommendation) {
  const { authors, imageLinks, language } = book.volumeInfo
  const title = book.volumeInfo.title || messages.untitled
  const names = authors.join(', ') || messages.unknownAuthorOnCard
  return (
    <Grid component="li" size={1}>
      <div>
        <BookCover thumbnail={imageLinks?.thumbnail} placeholder={{ title, authors: names }} />
      </div>
      <Typography variant="h3" dir="auto" lang={language} sx={titleLook}>
        <CardLink id={`next-${book.id}`} to={paths.book(book.id)}>
          {title}
        </CardLink>
      </Typography>
      <Typography variant="body2" color="textSecondary" dir="auto" sx={authorsLook}>
        {names}
      </Typography>
      {reason !== '' && <Reason dir="auto">{reason}</Reason>}
    </Grid>
  )
}

function CardSkeleton() {
  return (
    <Grid component="li" size={1}>
      <CoverSkeleton />
      <Skeleton sx={{ width: '80%', mt: 1 }} />
      <Skeleton sx={{ width: '55%', fontSize: '0.875rem' }} />
      <Skeleton sx={{ width: '90%', fontSize: '0.875rem' }} />
    </Grid>
  )
}

import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Recommendation } from '../../../contract/books.ts'
import { useGetSimilarBooksQuery } from '../../api/booksApi.ts'
import { Reason } from '../../components/BookCard.tsx'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { PlainList } from '../../components/BookGrid.tsx'
import { CardLink } from '../../components/CardLink.tsx'
import { BOOKS_PER_SECTION } from '../../constants.ts'
import { focusMain } from '../../lib/scroll.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { GUTTER, ruled } from '../../theme.ts'
import { clampLines } from '../../themeComponents.ts'

/** Scrolls sideways to the edge of the screen, half a card showing that it goes on; a grid from 769 px. */
const Row = styled(PlainList)(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'calc((100% - 24px) / 2.5)',
  gap: 12,
  margin: `0 calc(-1 * ${GUTTER})`,
  padding: `8px ${GUTTER} 12px`,
  overflowX: 'auto',
  scrollSnapType: 'x proximity',
  scrollPaddingInline: GUTTER,
  scrollbarWidth: 'thin',
  '&[aria-hidden=true]': { overflowX: 'hidden' },
  [theme.breakpoints.up('above480')]: { gridAutoColumns: 'calc((100% - 48px) / 4.5)' },
  [theme.breakpoints.up('above768')]: {
    gridAutoFlow: 'row',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '32px clamp(12px, 1.6vw, 24px)',
    margin: 0,
    padding: 0,
    overflowX: 'visible',
  },
  [theme.breakpoints.up('above993')]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
  '& > li': { position: 'relative', scrollSnapAlign: 'start', breakInside: 'avoid' },
  '& > li > div': { transition: 'transform 160ms ease-out' },
  '& > li:has(a:hover) > div': { transform: 'translateY(-4px)' },
}))

const authorsLook = { ...clampLines(1), mt: 0.25 }
const titleLook = { ...clampLines(2), mt: 1, fontSize: { xs: '0.9375rem', above768: '1rem' } }

/** How far the row was scrolled, by history entry. */
const scrolledTo = new Map<string, number>()

/** Books to read after this one, each with its reason (decision 54); nothing where there are none. */
export function WhatComesNext({ bookId }: { bookId: string }) {
  const id = useId()
  const { key } = useLocation()
  const { data: found = [], isError, isFetching, refetch } = useGetSimilarBooksQuery(bookId)
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
      <Row
        ref={row}
        aria-hidden={isLoading}
        onScroll={({ currentTarget }) => scrolledTo.set(key, currentTarget.scrollLeft)}
      >
        {isLoading
          ? Array.from({ length: BOOKS_PER_SECTION }, (_, index) => <CardSkeleton key={index} />)
          : found.map((item) => <NextCard key={item.book.id} {...item} />)}
      </Row>
    </section>
  )
}

function NextCard({ book, reason }: Recommendation) {
  const { authors, imageLinks } = book.volumeInfo
  const title = book.volumeInfo.title || messages.untitled
  const names = authors.join(', ') || messages.unknownAuthorOnCard
  return (
    <li>
      <div>
        <BookCover thumbnail={imageLinks?.thumbnail} placeholder={{ title, authors: names }} />
      </div>
      <Typography variant="h3" dir="auto" sx={titleLook}>
        <CardLink id={`next-${book.id}`} to={paths.book(book.id)}>
          {title}
        </CardLink>
      </Typography>
      <Typography variant="body2" color="textSecondary" dir="auto" sx={authorsLook}>
        {names}
      </Typography>
      {reason !== '' && <Reason dir="auto">{reason}</Reason>}
    </li>
  )
}

function CardSkeleton() {
  return (
    <li>
      <CoverSkeleton />
      <Skeleton sx={{ width: '80%', mt: 1 }} />
      <Skeleton sx={{ width: '55%', fontSize: '0.875rem' }} />
      <Skeleton sx={{ width: '90%', fontSize: '0.875rem' }} />
    </li>
  )
}

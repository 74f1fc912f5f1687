import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { booksApi } from '../../api/booksApi.ts'
import { BookCard, BookCardSkeletons } from '../../components/BookCard.tsx'
import { BookRow } from '../../components/BookGrid.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { focusMain } from '../../lib/scroll.ts'
import { messages } from '../../messages.ts'
import { ruled } from '../../theme.ts'

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
      <EmptyState
        isSmall
        text={messages.book.nextFailed}
        onClick={() => {
          // The button goes at once.
          focusMain()
          void refetch()
        }}
      >
        {messages.tryAgain}
      </EmptyState>
    )
  }
  if (!isLoading && found.length === 0) return null
  return (
    <section aria-labelledby={id} aria-busy={isLoading}>
      <Typography id={id} variant="h2" sx={{ ...ruled, mt: 'clamp(32px, 2.4vw, 56px)', mb: 2 }}>
        {messages.book.next}
      </Typography>
      {isLoading ? (
        <Box sx={skeletonLook}>
          <BookCardSkeletons />
        </Box>
      ) : (
        <BookRow
          ref={row}
          onScroll={({ currentTarget }) => scrolledTo.set(key, currentTarget.scrollLeft)}
        >
          {found.map(({ book, reason }) => (
            <BookCard key={book.id} book={book} section="next" screen="detail" reason={reason} />
          ))}
        </BookRow>
      )}
    </section>
  )
}

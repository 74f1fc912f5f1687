import { skipToken } from '@reduxjs/toolkit/query'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useCallback, useId } from 'react'
import { useLocation } from 'react-router-dom'
import { SIMILAR_SHOWN } from '../../../contract/limits.ts'
import { workIdOf } from '../../../contract/workId.ts'
import { booksApi } from '../../api/booksApi.ts'
import { BookCard, BookCardSkeletons } from '../../components/BookCard.tsx'
import { BookRow } from '../../components/BookGrid.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Reason, sharedReason } from '../../components/Reason.tsx'
import { useIsOffline } from '../../components/useIsOffline.ts'
import { focusMain } from '../../lib/scroll.ts'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { selectGoneIds } from '../../store/favoritesSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { endRow } from '../../store/endRow.ts'
import { selectRowLeft } from '../../store/shelvesSlice.ts'
import { ruled } from '../../theme.ts'

// One row, as high as the one that comes.
const skeletonLook = { '& li:nth-of-type(n + 4)': { display: { xs: 'none', above768: 'block' } } }

interface Props {
  bookId: string
  /** Whether there are some for certain: else no row is shown before they are there. */
  isCertain: boolean
}

/** Books to read after this one, each with its reason; nothing if there are none. */
export function WhatComesNext({ bookId, isCertain }: Props) {
  const id = useId()
  const { key } = useLocation()
  const {
    data: similar = [],
    isError,
    isFetching,
    refetch,
  } = booksApi.useGetSimilarBooksQuery(bookId)
  const isOffline = useIsOffline()
  const dispatch = useAppDispatch()
  const userId = useAppSelector(selectUserId)
  const gone = useAppSelector(selectGoneIds)
  const marks = booksApi.endpoints.getMarks.useQueryState(userId ?? skipToken)
  const found = similar
    .filter(({ book }) => !gone.has(book.id) && !gone.has(workIdOf(book)))
    .slice(0, SIMILAR_SHOWN)
  const areMarksDue = userId !== null && !marks.isSuccess && !marks.isError
  const shared = sharedReason(found)
  const isLoading = (isFetching && similar.length === 0) || areMarksDue
  const entry = `${userId} ${key}`
  const left = useAppSelector((state) => selectRowLeft(state, entry))
  const row = useCallback(
    (list: HTMLUListElement) => {
      list.scrollLeft = left
      return () => dispatch(endRow(userId, entry, list.scrollLeft))
    },
    [dispatch, userId, entry, left],
  )
  if (isError && !isLoading) {
    if (isOffline) return null
    return (
      <EmptyState
        isSmall
        text={readerMessages.book.nextFailed}
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
  if (found.length === 0 && !(isLoading && isCertain)) return null
  return (
    <section aria-labelledby={id} aria-describedby={shared && `${id}-why`} aria-busy={isLoading}>
      <Typography id={id} variant="h2" sx={{ ...ruled, mt: 'clamp(32px, 2.4vw, 56px)', mb: 2 }}>
        {readerMessages.book.next}
      </Typography>
      {shared && !isLoading && (
        <Reason id={`${id}-why`} dir="auto">
          {shared}
        </Reason>
      )}
      {isLoading ? (
        <Box sx={skeletonLook}>
          <BookCardSkeletons />
        </Box>
      ) : (
        <BookRow ref={row}>
          {found.map(({ book, reason }) => (
            <BookCard
              key={book.id}
              book={book}
              section="next"
              screen="detail"
              reason={reason === shared ? undefined : reason}
            />
          ))}
        </BookRow>
      )}
    </section>
  )
}

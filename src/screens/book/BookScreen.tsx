import { skipToken } from '@reduxjs/toolkit/query'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useParams } from 'react-router-dom'
import type { Book } from '../../../contract/books.ts'
import { booksApi } from '../../api/booksApi.ts'
import { errorStatus } from '../../api/errorMessage.ts'
import { BackButton } from '../../components/BackButton.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { StatusText } from '../../components/StatusText.tsx'
import { useIsOffline } from '../../components/useIsOffline.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { selectMark } from '../../store/favoritesSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { selectShelved } from '../../store/shelvesSlice.ts'
import type { RootState } from '../../store/store.ts'
import { visuallyHidden } from '../../theme.ts'
import { BookDetail, BookSkeleton } from './BookDetail.tsx'
import { WhatComesNext } from './WhatComesNext.tsx'

/** The record that a row of what comes next, or of a series, has of a book. */
function selectInRow(state: RootState, id: string): Book | undefined {
  const { getSimilarBooks, getSeries } = booksApi.endpoints
  const similar = booksApi.util
    .selectCachedArgsForQuery(state, 'getSimilarBooks')
    .flatMap((of) => getSimilarBooks.select(of)(state).data ?? [])
    .map(({ book }) => book)
  const series = booksApi.util
    .selectCachedArgsForQuery(state, 'getSeries')
    .flatMap((of) => getSeries.select(of)(state).data ?? [])
  return [...similar, ...series].find((book) => book.id === id)
}

/** The record that a list, a shelf or a row has of a book, where its own request failed. */
function useListedBook(id: string, isNeeded: boolean): Book | undefined {
  const userId = useAppSelector(selectUserId)
  const isWanted = useAppSelector((state) => selectMark(state, id) === 'wantToRead')
  const own = {
    selectFromResult: ({ data }: { data?: Book[] }) => ({
      book: data?.find((book) => book.id === id),
    }),
  }
  const isReader = isNeeded && userId !== null
  const { getFavoriteBooks } = booksApi.endpoints
  const favorite = getFavoriteBooks.useQueryState(isReader ? userId : skipToken, own).book
  const wanted = booksApi.useGetMarkedBooksQuery(
    isReader && isWanted ? { userId, mark: 'wantToRead' } : skipToken,
    own,
  ).book
  const seen = useAppSelector((state) =>
    isNeeded ? (selectShelved(state, id) ?? selectInRow(state, id)) : undefined,
  )
  return favorite ?? wanted ?? seen
}

/** /book/{id} (docs/product.md 2.8). Open to visitors. */
export function BookScreen() {
  const { id = '' } = useParams()
  const { currentData, error, isError, isFetching, refetch } = booksApi.useGetBookQuery(id)
  // Requested again, a book that is not in the catalogue would not come either.
  // 400 is said of an id that cannot be one.
  const isMissing = isError && [400, 404].includes(errorStatus(error) ?? 0)
  const listed = useListedBook(id, isError && !isMissing)
  const book = currentData ?? listed
  usePageTitle(book?.volumeInfo.title ?? messages.pages.book)
  const isOffline = useIsOffline()
  const isLoading = isFetching && !book
  const isNotHere = isOffline && isError && !isMissing && !book
  const isCut = isOffline && !currentData && listed?.volumeInfo.description?.endsWith('…')
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: { above1280: -3 } }}>
        <BackButton />
        {isLoading && <StatusText sx={{ m: 0 }}>{messages.loading}</StatusText>}
      </Box>
      {!book && !isMissing && !isNotHere && (
        <Typography variant="h1" sx={visuallyHidden}>
          {messages.pages.book}
        </Typography>
      )}
      {isLoading && <BookSkeleton />}
      {isError && !isMissing && !isOffline && (
        <FailureAlert onRetry={() => void refetch()}>{readerMessages.book.failed}</FailureAlert>
      )}
      {isNotHere && (
        <EmptyState
          title={messages.pages.book}
          text={readerMessages.offline.notHere}
          to={paths.favorites}
        >
          {readerMessages.offline.toFavorites}
        </EmptyState>
      )}
      {isMissing && (
        <EmptyState picture="torn-page" title={readerMessages.book.notFound} to={paths.home}>
          {messages.home}
        </EmptyState>
      )}
      {book && !isMissing && <BookDetail key={book.id} book={book} isCut={isCut} />}
      {book && !isMissing && (
        <WhatComesNext
          key={`next ${book.id}`}
          bookId={book.id}
          isCertain={book.volumeInfo.categories.length > 0}
        />
      )}
    </>
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useParams } from 'react-router-dom'
import { booksApi } from '../../api/booksApi.ts'
import { errorStatus } from '../../api/errorMessage.ts'
import { BackButton } from '../../components/BackButton.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { StatusText } from '../../components/StatusText.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { paths } from '../../paths.ts'
import { visuallyHidden } from '../../theme.ts'
import { BookDetail, BookSkeleton } from './BookDetail.tsx'
import { WhatComesNext } from './WhatComesNext.tsx'

/** /book/{id} (docs/product.md 2.8). Open to visitors. */
export function BookScreen() {
  const { id = '' } = useParams()
  const { currentData: book, error, isError, isFetching, refetch } = booksApi.useGetBookQuery(id)
  usePageTitle(book?.volumeInfo.title ?? messages.pages.book)
  // Requested again, a book that is not in the catalogue would not come either.
  // 400 is said of an id that cannot be one.
  const isMissing = isError && [400, 404].includes(errorStatus(error) ?? 0)
  const isLoading = isFetching && !book
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: { above1280: -3 } }}>
        <BackButton />
        {isLoading && <StatusText sx={{ m: 0 }}>{messages.loading}</StatusText>}
      </Box>
      {!book && !isMissing && (
        <Typography variant="h1" sx={visuallyHidden}>
          {messages.pages.book}
        </Typography>
      )}
      {isLoading && <BookSkeleton />}
      {isError && !isMissing && (
        <FailureAlert onRetry={() => void refetch()}>{readerMessages.book.failed}</FailureAlert>
      )}
      {isMissing && (
        <EmptyState
          picture="torn-page"
          title={readerMessages.book.notFound}
          text={readerMessages.book.failed}
          to={paths.home}
        >
          {messages.home}
        </EmptyState>
      )}
      {book && !isMissing && <BookDetail key={book.id} book={book} />}
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

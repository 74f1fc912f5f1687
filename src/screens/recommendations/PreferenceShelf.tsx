import type { Category } from '../../../contract/categories.ts'
import { useGetRecommendedBooksQuery } from '../../api/booksApi.ts'
import { BookCard, BookCardSkeletons } from '../../components/BookCard.tsx'
import { BookGrid } from '../../components/BookGrid.tsx'
import { FailureText, StatusText } from '../../components/StatusText.tsx'
import { bestBooks, messages } from '../../messages.ts'
import { Shelf } from './Shelf.tsx'

/** 'Best {preference} Books': its own call, wait, failure and emptiness; the others stay (decision 51). */
export function PreferenceShelf({ preference }: { preference: Category }) {
  const {
    currentData: books,
    isError,
    isFetching,
    refetch,
  } = useGetRecommendedBooksQuery(preference)
  return (
    <Shelf title={bestBooks(preference)}>
      {isFetching && !books && (
        <>
          <StatusText>{messages.loading}</StatusText>
          <BookCardSkeletons count={6} />
        </>
      )}
      {isError && !isFetching && (
        <FailureText onRetry={() => void refetch()}>{messages.booksFailed}</FailureText>
      )}
      {books?.length === 0 && <StatusText>{messages.noBooksForPreference}</StatusText>}
      {books && books.length > 0 && (
        <BookGrid>
          {books.map((book) => (
            <BookCard key={book.id} book={book} shelf={preference} firstAuthorOnly={false} />
          ))}
        </BookGrid>
      )}
    </Shelf>
  )
}

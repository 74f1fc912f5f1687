import type { Category } from '../../../contract/categories.ts'
import { booksApi, useGetRecommendedBooksQuery } from '../../api/booksApi.ts'
import { BookCard, BookCardSkeletons } from '../../components/BookCard.tsx'
import { BookGrid } from '../../components/BookGrid.tsx'
import { FailureText, StatusText } from '../../components/StatusText.tsx'
import { useNear } from '../../components/useNear.ts'
import { bestBooks, messages } from '../../messages.ts'
import { Shelf } from './Shelf.tsx'

const { useQueryState } = booksApi.endpoints.getRecommendedBooks

/**
 * 'Best {preference} Books': its own call, wait, failure and emptiness; the others stay (decision 51).
 * A shelf far below is not asked for before it comes near; one whose answer is known stands at once.
 */
export function PreferenceShelf({
  preference,
  next,
}: {
  preference: Category
  /** That of the shelf below. */
  next: Category | undefined
}) {
  const { isSuccess: isKnown } = useQueryState(preference, {
    selectFromResult: ({ isSuccess }) => ({ isSuccess }),
  })
  const { ref, isNear } = useNear<HTMLElement>(isKnown)
  const {
    currentData: books,
    isError,
    isFetching,
    refetch,
  } = useGetRecommendedBooksQuery(preference, { skip: !isNear })
  const isWaiting = (isFetching || !isNear) && !books
  return (
    <Shelf title={bestBooks(preference)} isWaiting={isWaiting} next={next} place={ref}>
      {isFetching && !books && <StatusText>{messages.loading}</StatusText>}
      {isWaiting && <BookCardSkeletons still={!isFetching} />}
      {isError && <FailureText onRetry={() => void refetch()}>{messages.booksFailed}</FailureText>}
      {books?.length === 0 && <StatusText>{messages.noBooksForPreference}</StatusText>}
      {books && books.length > 0 && (
        <BookGrid>
          {books.map((book) => (
            <BookCard key={book.id} book={book} shelf={preference} />
          ))}
        </BookGrid>
      )}
    </Shelf>
  )
}

import { useGetFavoriteAuthorsQuery } from '../../api/booksApi.ts'
import { BookCard, BookCardSkeletons } from '../../components/BookCard.tsx'
import { BookGrid } from '../../components/BookGrid.tsx'
import { FailureText } from '../../components/StatusText.tsx'
import { messages } from '../../messages.ts'
import { Shelf } from './Shelf.tsx'

const TITLE = 'Books by Your Favorite Authors'

/**
 * 'Books by Your Favorite Authors', only if there are any (section 2); where they are `expected`, their place
 * is held. A failure has the heading, too: without it, it would seem to be that of the shelf below.
 */
export function FavoriteAuthorsShelf({
  userId,
  expected,
  next,
}: {
  userId: string
  expected: boolean
  /** What the shelf below is about. */
  next: string | undefined
}) {
  const { data: books, isError, isFetching, refetch } = useGetFavoriteAuthorsQuery(userId)
  const isWaiting = isFetching && !books && expected
  if (!isWaiting && !isError && !books?.length) return null
  return (
    <Shelf title={TITLE} isWaiting={isWaiting} next={next}>
      {isWaiting && <BookCardSkeletons count={6} />}
      {isError ? (
        <FailureText onRetry={() => void refetch()}>{messages.favoriteAuthorsFailed}</FailureText>
      ) : (
        books && (
          <BookGrid>
            {books.map((book) => (
              <BookCard key={book.id} book={book} shelf="authors" />
            ))}
          </BookGrid>
        )
      )}
    </Shelf>
  )
}

import type { Book } from '../../../contract/books.ts'
import { BookCardSkeletons } from '../../components/BookCard.tsx'
import { FailureText } from '../../components/StatusText.tsx'
import { messages } from '../../messages.ts'
import { LongBookGrid } from './LongBookGrid.tsx'
import { Shelf } from './Shelf.tsx'

const TITLE = 'Books by Your Favorite Authors'

/** What is known of their books, and of the answer that brings them. */
interface Props {
  data?: readonly Book[] | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
  isExpected: boolean
  /** What the shelf below is about. */
  next: string | undefined
}

/**
 * 'Books by Your Favorite Authors', only if there are any (section 2); where they are expected, their place
 * is held. A failure has the heading, too: without it, it would seem to be that of the shelf below.
 */
export function FavoriteAuthorsShelf({
  data: books,
  isError,
  isFetching,
  refetch,
  isExpected,
  next,
}: Props) {
  const isWaiting = isFetching && !books?.length && isExpected
  if (!isWaiting && !isError && !books?.length) return null
  return (
    <Shelf title={TITLE} isWaiting={isWaiting} next={next}>
      {isWaiting && <BookCardSkeletons count={6} />}
      {isError ? (
        <FailureText onRetry={() => void refetch()}>{messages.favoriteAuthorsFailed}</FailureText>
      ) : (
        books && <LongBookGrid books={books} />
      )}
    </Shelf>
  )
}

import { useGetFavoriteAuthorsQuery } from '../../api/booksApi.ts'
import { BookCard } from '../../components/BookCard.tsx'
import { BookGrid } from '../../components/BookGrid.ts'
import { FailureText } from '../../components/StatusText.tsx'
import { messages } from '../../messages.ts'
import { Shelf } from './Shelf.tsx'

/** 'Books by Your Favorite Authors', only if there are any (section 2). */
export function FavoriteAuthorsShelf({ userId }: { userId: string }) {
  const { data: books, isError, isFetching, refetch } = useGetFavoriteAuthorsQuery(userId)
  if (isError && !isFetching) {
    return (
      <FailureText onRetry={() => void refetch()}>{messages.favoriteAuthorsFailed}</FailureText>
    )
  }
  if (!books || books.length === 0) return null
  return (
    <Shelf title="Books by Your Favorite Authors">
      <BookGrid>
        {books.map((book) => (
          <BookCard key={book.id} book={book} shelf="authors" firstAuthorOnly />
        ))}
      </BookGrid>
    </Shelf>
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useCallback, useState } from 'react'
import type { Book } from '../../../contract/books.ts'
import { useGetFavoriteBooksQuery } from '../../api/booksApi.ts'
import { BackButton } from '../../components/BackButton.tsx'
import { FavoritesGrid } from '../../components/BookGrid.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { StatusText } from '../../components/StatusText.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { focusMain } from '../../lib/scroll.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { FavoriteCard, FavoriteCardSkeletons } from './FavoriteCard.tsx'

/** 'Your Favorite Books' (section 2, Favorites; decisions 31, 36, 37, 48). */
export function FavoritesScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle('Favorites')
  // Of another reader it is another page.
  return userId === null ? null : <Favorites key={userId} userId={userId} />
}

/** The list with the books that were removed since the page was opened, each in its old place (decision 36b). */
function withRemoved(shown: readonly Book[], present: readonly Book[]): readonly Book[] {
  const known = new Set(shown.map(({ id }) => id))
  const added = present.filter(({ id }) => !known.has(id))
  return added.length === 0 ? shown : [...added, ...shown]
}

function Favorites({ userId }: { userId: string }) {
  const { data: present, isError, isFetching, refetch } = useGetFavoriteBooksQuery(userId)
  const [shown, setShown] = useState<readonly Book[] | undefined>(present)
  const [hasFailed, setFailed] = useState(false)
  const onFailed = useCallback(() => setFailed(true), [])
  const books = present && withRemoved(shown ?? present, present)
  if (books !== shown) setShown(books)
  const count = present?.length ?? 0
  return (
    <>
      <BackButton />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          gap: '0 1rem',
          mt: 2,
          mb: 3,
          pb: 1,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="h1">Your Favorite Books</Typography>
        {count > 0 && (
          <Typography color="textSecondary">{`${count} ${count === 1 ? 'book' : 'books'}`}</Typography>
        )}
      </Box>
      {hasFailed && (
        <FailureAlert
          onClose={() => {
            setFailed(false)
            focusMain()
          }}
        >
          {messages.favoritesUpdateFailed}
        </FailureAlert>
      )}
      {isFetching && !books && (
        <>
          <StatusText>{messages.favoritesLoading}</StatusText>
          <FavoriteCardSkeletons count={8} />
        </>
      )}
      {isError && (
        <FailureAlert onRetry={() => void refetch()}>{messages.favoritesFailed}</FailureAlert>
      )}
      {books?.length === 0 && !isError && (
        <EmptyState
          text={messages.favoritesEmpty}
          to={paths.recommendations}
          linkText="Find your next book"
        />
      )}
      {books && books.length > 0 && (
        <FavoritesGrid>
          {books.map((book) => (
            <FavoriteCard key={book.id} book={book} onFailed={onFailed} />
          ))}
        </FavoritesGrid>
      )}
    </>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useCallback, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Book } from '../../../contract/books.ts'
import { booksApi } from '../../api/booksApi.ts'
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
import { selectFavoriteIds } from '../../store/favoritesSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { ruled } from '../../theme.ts'
import {
  ARRANGED_FROM,
  inOrder,
  matching,
  readArrangement,
  withArrangement,
} from './arrangement.ts'
import { FavoriteCard, FavoriteCardSkeletons } from './FavoriteCard.tsx'
import { FavoriteTools } from './FavoriteTools.tsx'

const NO_BOOKS: readonly Book[] = []

/** 'Your Favorite Books' (docs/product.md 2.9). */
export function FavoritesScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle(messages.pages.favorites)
  // Of another reader it is another page.
  return userId === null ? null : <Favorites key={userId} userId={userId} />
}

/** The list with the books removed since the page was opened, each in its place: its heart adds it again. */
function withRemoved(
  shown: readonly Book[],
  present: readonly Book[],
  favorites: ReadonlySet<string>,
): readonly Book[] {
  const ids = new Set(shown.map(({ id }) => id))
  const added = present.filter(({ id }) => !ids.has(id) && favorites.has(id))
  return added.length === 0 ? shown : [...added, ...shown]
}

function Favorites({ userId }: { userId: string }) {
  const { data: present, isError, isFetching, refetch } = booksApi.useGetFavoriteBooksQuery(userId)
  const [shown, setShown] = useState<readonly Book[]>(NO_BOOKS)
  const [hasFailed, setFailed] = useState(false)
  const onToggled = useCallback((isSaved: boolean) => setFailed(!isSaved), [])
  const favorites = useAppSelector(selectFavoriteIds)
  const books = present && withRemoved(shown, present, favorites)
  if (books && books !== shown) setShown(books)
  const [search, setSearch] = useSearchParams()
  const isLong = books !== undefined && books.length >= ARRANGED_FROM
  const arrangement = readArrangement(isLong ? search : new URLSearchParams())
  const { order, filter } = arrangement
  const ordered = useMemo(() => inOrder(books ?? NO_BOOKS, order), [books, order])
  const matches = useMemo(() => matching(ordered, filter), [ordered, filter])
  const count = present?.length ?? 0
  return (
    <>
      <BackButton />
      <Box
        sx={{
          ...ruled,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          gap: '0 1rem',
          mt: 2,
          mb: 3,
        }}
      >
        <Typography variant="h1">{messages.favorites.title}</Typography>
        {count > 0 && (
          <Typography color="textSecondary">{messages.favorites.count(count)}</Typography>
        )}
        {isFetching && !books && (
          <StatusText sx={{ m: 0 }}>{messages.favorites.loading}</StatusText>
        )}
      </Box>
      {hasFailed && (
        <FailureAlert
          floating
          onClose={() => {
            setFailed(false)
            focusMain()
          }}
        >
          {messages.favorites.updateFailed}
        </FailureAlert>
      )}
      {isFetching && !books && <FavoriteCardSkeletons />}
      {isError && (
        <FailureAlert onRetry={() => void refetch()}>{messages.favorites.failed}</FailureAlert>
      )}
      {books?.length === 0 && !isError && (
        <EmptyState text={messages.favorites.empty}>
          <Button component={Link} to={paths.recommendations} variant="contained">
            {messages.favorites.find}
          </Button>
          <Button component={Link} to="#library" replace>
            {messages.favorites.import}
          </Button>
        </EmptyState>
      )}
      {isLong && (
        <FavoriteTools
          arrangement={arrangement}
          onChange={(next) => setSearch(withArrangement(search, next), { replace: true })}
          shown={matches.size}
          all={books.length}
        />
      )}
      {isLong && matches.size === 0 && (
        <EmptyState picture="spectacles" text={messages.favorites.noMatch} to={paths.favorites}>
          {messages.favorites.showAll}
        </EmptyState>
      )}
      {ordered.length > 0 && (
        <FavoritesGrid>
          {ordered.map((book) => (
            // All stay mounted: thousands of cards would come back slowly.
            <FavoriteCard
              key={book.id}
              book={book}
              isHidden={!matches.has(book.id)}
              onToggled={onToggled}
            />
          ))}
        </FavoritesGrid>
      )}
    </>
  )
}

import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { Book } from '../../../contract/books.ts'
import { useGetFavoriteBooksQuery } from '../../api/booksApi.ts'
import { BackButton } from '../../components/BackButton.tsx'
import { FavoritesGrid } from '../../components/BookGrid.tsx'
import { EmptyShelf, failed } from '../../components/EmptyShelf.tsx'
import { FailureText, StatusText } from '../../components/StatusText.tsx'
import { setHeart } from '../../components/useFavoriteToggle.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { DrawnAtMost } from '../../lib/drawnAtMost.ts'
import { toast } from '../../lib/toasts.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../state/authSlice.ts'
import { isPast, useAppSelector, useAppStore } from '../../state/hooks.ts'
import { selectIsFavorite } from '../../state/localFavoritesSlice.ts'
import { FavoriteCard, FavoriteCardSkeletons, favoriteId } from './FavoriteCard.tsx'
import { takeUpFavorites } from './takeUpFavorites.ts'
import styles from './FavoritesScreen.module.css'

/** 'Your Favorite Books' (section 2, Favorites; decisions 31, 36, 37, 48). */
export function FavoritesScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle('Favorites')
  // Of another reader it is another page: nothing of the one before is theirs.
  return userId === null ? null : <Favorites key={userId} userId={userId} />
}

FavoritesScreen.takeUp = takeUpFavorites

function Favorites({ userId }: { userId: string }) {
  const { data: books, isError, isFetching, refetch } = useGetFavoriteBooksQuery(userId)
  const [failure, setFailure] = useState<{ retry?: (() => void) | undefined }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const onRefused = useCallback((retry?: () => void) => setFailure({ retry }), [])
  const closeFailure = () => {
    setFailure(undefined)
    // The button that was pressed goes with its box.
    heading.current?.focus({ preventScroll: true })
  }
  const most = useContext(DrawnAtMost)
  useRemovalNotice(books, userId, heading, onRefused)
  return (
    <>
      <div className={styles['head']}>
        <BackButton />
        <h1 ref={heading} tabIndex={-1} className={styles['title']}>
          Your Favorite Books
        </h1>
        {books && books.length > 0 && (
          <p>
            {books.length} {books.length === 1 ? 'book' : 'books'}
          </p>
        )}
        {isFetching && !books && <StatusText>{messages.favoritesLoading}</StatusText>}
      </div>
      {failure && (
        <FailureText
          onRetry={
            failure.retry &&
            (() => {
              closeFailure()
              failure.retry?.()
            })
          }
          onClose={closeFailure}
        >
          {messages.favoritesUpdateFailed}
        </FailureText>
      )}
      {isFetching && !books && <FavoriteCardSkeletons count={8} />}
      {isError && (
        // A list that came before stays, under the words alone.
        <div className={books ? undefined : failed}>
          <FailureText onRetry={() => void refetch()}>{messages.favoritesFailed}</FailureText>
        </div>
      )}
      {books?.length === 0 && !isError && (
        <EmptyShelf
          text={messages.favoritesEmpty}
          to={paths.recommendations}
          onward="Find your next book"
        />
      )}
      {books && books.length > 0 && (
        <FavoritesGrid>
          {books.slice(0, most).map((book) => (
            <FavoriteCard key={book.id} book={book} onRefused={onRefused} />
          ))}
        </FavoritesGrid>
      )}
    </>
  )
}

/**
 * When a book has left the list by its heart: the focus that went with it returns to the book before it, or
 * to the heading, and a toast offers the way back, which is the favorites page's own add call. It has the
 * focus where the heart was pressed by a key.
 */
function useRemovalNotice(
  books: readonly Book[] | undefined,
  userId: string,
  heading: React.RefObject<HTMLHeadingElement | null>,
  onRefused: (retry: () => void) => void,
): void {
  const store = useAppStore()
  const before = useRef<readonly Book[]>(undefined)
  useEffect(() => {
    if (isPast(store)) return
    const shown = before.current ?? []
    const gone = shown.filter(
      (book) =>
        books !== undefined &&
        !books.some(({ id }) => id === book.id) &&
        !selectIsFavorite(store.getState(), book.id),
    )
    before.current = books
    if (gone.length === 0 || selectUserId(store.getState()) !== userId) return
    const lost = document.activeElement === document.body
    const place = lost ? focusBefore(gone, shown, heading.current) : null
    // By this the browser tells keys from the pointer.
    const focus = place?.matches(':focus-visible') ? { takesFocusFrom: place } : {}
    const undo = async (book: Book): Promise<void> => {
      // The toast may outlive the session.
      if (selectUserId(store.getState()) !== userId) return
      const outcome = await store.dispatch(setHeart(book, true, 'favorites'))
      if (outcome !== 'refused') return
      // It may outlive the page, too, and with it the alert box.
      if (heading.current) onRefused(() => void undo(book))
      else toast({ message: messages.favoritesUpdateFailed, kind: 'error' })
    }
    for (const book of gone) {
      toast({
        key: `removed-${book.id}`,
        message: messages.favoriteRemoved(book.volumeInfo.title || messages.untitled),
        kind: 'info',
        action: { label: messages.undo, onClick: () => void undo(book), ...focus },
      })
    }
  }, [books, userId, store, heading, onRefused])
}

/** The title of the book that stood before one that is gone, or the heading before the first; focused. */
function focusBefore(
  [gone]: readonly Book[],
  shown: readonly Book[],
  heading: HTMLElement | null,
): HTMLElement | null {
  const neighbour = gone && shown[shown.indexOf(gone) - 1]
  const place = (neighbour && document.getElementById(favoriteId(neighbour.id))) ?? heading
  place?.focus({ preventScroll: true })
  return place
}

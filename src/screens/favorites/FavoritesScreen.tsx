import { booksApi } from '../../api/booksApi.ts'
import { BookList } from '../../components/BookList.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { selectFavoriteIds } from '../../store/favoritesSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'

/** 'Your Favorite Books' (docs/product.md 2.9). */
export function FavoritesScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle(messages.pages.favorites)
  // Of another reader it is another page.
  return userId === null ? null : <Favorites key={userId} userId={userId} />
}

function Favorites({ userId }: { userId: string }) {
  const query = booksApi.useGetFavoriteBooksQuery(userId)
  const ids = useAppSelector(selectFavoriteIds)
  return <BookList list="favorites" words={messages.favorites} query={query} ids={ids} />
}

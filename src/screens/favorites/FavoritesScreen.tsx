import { Fragment, useState } from 'react'
import { booksApi } from '../../api/booksApi.ts'
import { BookList } from '../../components/BookList.tsx'
import { LastImport } from '../../components/LastImport.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { selectFavoriteIds } from '../../store/favoritesSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'

/** 'Your Favorite Books' (docs/product.md 2.9). */
export function FavoritesScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle(messages.pages.favorites)
  // Of another reader it is another page.
  const [round, setRound] = useState(0)
  return userId === null ? null : (
    <Fragment key={userId}>
      <LastImport userId={userId} onUndone={() => setRound(round + 1)} />
      {/* What an undone import had added does not keep its place. */}
      <Favorites key={round} userId={userId} />
    </Fragment>
  )
}

function Favorites({ userId }: { userId: string }) {
  const query = booksApi.useGetFavoriteBooksQuery(userId)
  const ids = useAppSelector(selectFavoriteIds)
  return <BookList list="favorites" words={readerMessages.favorites} query={query} ids={ids} />
}

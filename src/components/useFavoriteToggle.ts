import type { Book } from '../../contract/books.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import type { FavoriteScreen } from '../store/favoritesSlice.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { setFavorite } from '../store/setFavorite.ts'

const { heart, session } = messages

/**
 * What a heart does on its screen: visitors get a toast; for readers the heart changes at
 * once, the requests follow, and a failure is told in the screen's own words.
 * @param onToggled is told whether the server has it, in place of the toast (favorites page)
 */
export function useFavoriteToggle(
  book: Book,
  screen: FavoriteScreen,
  onToggled?: (isSaved: boolean) => void,
) {
  const dispatch = useAppDispatch()
  return async (isFavorite: boolean): Promise<void> => {
    const outcome = await dispatch(setFavorite(book, isFavorite, screen))
    if (outcome === 'signedOut') toast({ message: session.notAuthenticated, kind: 'error' })
    if (outcome === 'authorFailed') toast({ message: heart.authorFailed, kind: 'error' })
    if (outcome === 'queued' || outcome === 'ended') return
    const isSaved = outcome !== 'failed'
    if (onToggled) onToggled(isSaved)
    else if (!isSaved) toast({ message: heart.failed, kind: 'error' })
  }
}

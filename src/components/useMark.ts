import { flushSync } from 'react-dom'
import type { Book } from '../../contract/books.ts'
import { closeToast, toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { readerMessages } from '../readerMessages.ts'
import { selectUserId } from '../store/authSlice.ts'
import { MARKS } from '../../contract/markNames.ts'
import { selectMark, type FavoriteScreen, type HeartOrMark } from '../store/favoritesSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { setMark } from '../store/setMark.ts'
import { bookWords } from './bookWords.ts'
import { markMessages, notSaved, saidOf } from './markMessages.ts'

const { heart } = readerMessages
export const UNDO_KEYS = 'Control+Z Meta+Z'

interface Options {
  /** Whose heart it is: it decides which request adds a favorite. */
  screen: FavoriteScreen
  /** Told whether the server has it, in place of a failure's toast (favorites page). */
  onSent?: (isSaved: boolean) => void
  /** `Undo` was pressed, and the book is what it was: the focus, which goes with the toast, needs another place. */
  onUndone?: () => void
}

/**
 * What a book is to the reader, and the way to change it: visitors get a toast; for readers the book changes at once,
 * the requests follow, and a failure is told in the screen's own words. A mark that comes or goes is told in a toast
 * with `Undo`; a heart alone is not.
 * @returns `mark`: the heart or mark, `null` where there is neither; `setMark`: gives another, or takes it back (`null`)
 */
export function useMark(book: Book, { screen, onSent, onUndone }: Options) {
  const dispatch = useAppDispatch()
  const known = useAppSelector((state) =>
    selectUserId(state) === null ? undefined : selectMark(state, book.id),
  )
  const mark = known ?? null

  /** What was said of the book before is no longer true. */
  function closeSaid(): void {
    const { title } = bookWords(book)
    const all = ['favorite', ...MARKS, null] as const
    for (const next of all) for (const before of all) closeToast(saidOf(title, next, before))
  }

  async function send(next: HeartOrMark, isHeart: boolean, undo?: true): Promise<void> {
    const outcome = await dispatch(setMark(book, next, screen, undo))
    if (outcome === 'signedOut')
      toast({ message: messages.session.notAuthenticated, kind: 'error' })
    if (outcome === 'authorFailed') toast({ message: heart.authorFailed, kind: 'error' })
    if (outcome === 'queued' || outcome === 'ended') return
    const failure = notSaved(outcome)
    if (failure !== undefined) closeSaid()
    // Without network the list's own failure would say less.
    if (onSent && outcome !== 'offline') return onSent(failure === undefined)
    if (failure === undefined) return
    if (outcome === 'offline') toast({ message: failure, kind: 'info' })
    else toast({ message: isHeart ? heart.failed : failure, kind: 'error' })
  }

  function change(next: HeartOrMark): Promise<void> {
    const isHeartAlone = [next, mark].includes('favorite') && [next, mark].includes(null)
    const isHeart = isHeartAlone || next === 'favorite'
    if (known !== undefined && !isHeartAlone) {
      const undo = (): void => {
        // What the focus goes to must be there.
        flushSync(() => void send(mark, mark === 'favorite', true))
        onUndone?.()
      }
      closeSaid()
      const message = saidOf(bookWords(book).title, next, mark)
      toast({
        message,
        kind: 'info',
        action: { label: markMessages.undo, onClick: undo, keys: UNDO_KEYS },
      })
    }
    return send(next, isHeart)
  }
  return { mark, setMark: change }
}

import IconButton from '@mui/material/IconButton'
import { useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Book } from '../../contract/books.ts'
import type { Mark } from '../../contract/marks.ts'
import { focusId, focusMain } from '../lib/scroll.ts'
import { closeToasts, toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import type { FavoriteScreen, HeartOrMark } from '../store/favoritesSlice.ts'
import { bookWords } from './bookWords.ts'
import { MoreIcon } from './readerIcons.tsx'
import type { MarkMenu as Menu } from './MarkMenu.tsx'
import { useMark } from './useMark.ts'
import { markMessages } from './markMessages.ts'

interface MoreButtonProps {
  book: Book
  screen: FavoriteScreen
  /** By which the focus finds it. */
  id: string
  /** The marks of its menu. */
  offers: readonly Mark[]
  /** Told whether the server has a change, in place of a failure's toast. */
  onSent?: (isSaved: boolean) => void
}

/** Where a card went, the focus goes to the one that took its place, else to the last one. */
function focusPlace(list: Element | null | undefined, index: number): void {
  const card = list?.children[index] ?? list?.lastElementChild
  const button = card?.querySelector<HTMLElement>('[aria-haspopup=menu]')
  if (button?.isConnected) button.focus()
  else focusMain()
}

/** The quiet button of a book's marks, with its menu. Give it the book; it finds its state and sends its requests. */
export function MoreButton(props: MoreButtonProps) {
  const { book, screen, id, offers, onSent } = props
  const { mark, setMark } = useMark(book, { screen, onSent, onUndone: () => focusId(id) })
  const [menu, setMenu] = useState<{ MarkMenu: typeof Menu; anchor: HTMLElement }>()
  const name = markMessages.more({ title: bookWords(book).title })

  async function open({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> {
    try {
      const { MarkMenu } = await import('./MarkMenu.tsx')
      // On a phone a toast would lie over the menu, its Undo under the finger.
      closeToasts()
      setMenu({ MarkMenu, anchor: currentTarget })
    } catch {
      // The page stays; another press tries again.
      toast({ message: messages.layout.chunkMissing, kind: 'info' })
    }
  }

  function choose(next: HeartOrMark): void {
    const card = document.getElementById(id)?.closest('li')
    const list = card?.parentElement
    const index = [...(list?.children ?? [])].findIndex((one) => one === card)
    flushSync(() => {
      setMenu(undefined)
      void setMark(next)
    })
    const button = document.getElementById(id)
    if (button) button.focus()
    else focusPlace(list, index)
  }

  return (
    <>
      <IconButton
        id={id}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        onClick={(event) => void open(event)}
        sx={{ color: 'text.secondary' }}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      {menu && (
        <menu.MarkMenu
          anchor={menu.anchor}
          label={name}
          mark={mark}
          offers={offers}
          onChoose={choose}
          onClose={() => setMenu(undefined)}
        />
      )}
    </>
  )
}

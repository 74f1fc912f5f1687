import { styled } from '@mui/material/styles'
import { flushSync } from 'react-dom'
import type { PointerEvent } from 'react'
import type { Book } from '../../contract/books.ts'
import type { Move } from '../store/moveWanted.ts'
import { markMessages } from './markMessages.ts'

/** How near to an edge of the window a dragged book scrolls it, and how far each time, in CSS pixels. */
const EDGE = 80
const SCROLL = 16

const STEPS = [
  { by: -1, name: 'moveUp', path: 'M5 15.5l7-7 7 7' },
  { by: 1, name: 'moveDown', path: 'M5 8.5l7 7 7-7' },
] as const

const Tools = styled('span')(({ theme }) => ({
  gridColumn: '1 / -1',
  display: 'flex',
  marginInline: -6,
  color: theme.vars.palette.text.secondary,
  '& svg': {
    width: 20,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.9,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  '& > *': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    padding: 0,
    border: 0,
    borderRadius: '50%',
    background: 'none',
    color: 'inherit',
    cursor: 'pointer',
    '@media (pointer: coarse)': { width: 44, height: 44 },
  },
  '& > :hover': { color: theme.vars.palette.text.primary },
  '& > :focus-visible': { outline: `3px solid ${theme.vars.palette.secondary.main}` },
  '& > span': { cursor: 'grab', touchAction: 'none' },
}))

/** Says of an element of a list, for the styles of the list, that it is dragged, or that something is over it. */
function note(name: 'data-dragged' | 'data-over', element: Element | undefined): void {
  for (const other of document.querySelectorAll(`[${name}]`)) other.removeAttribute(name)
  element?.setAttribute(name, '')
}

/** The element of the list under the pointer. */
function under({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
  const list = currentTarget.closest('ul')
  const item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('li[data-book]')
  return item && item.parentElement === list ? item : undefined
}

function drag(event: PointerEvent<HTMLElement>): void {
  if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
  const { clientY } = event
  if (clientY < EDGE) window.scrollBy(0, -SCROLL)
  if (clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL)
  note('data-over', under(event))
}

interface MoveButtonsProps {
  book: Book
  /** The id of the title, which says of what the buttons are. */
  describedBy: string
  onMove: (book: Book, move: Move) => void
}

/**
 * Moves a book within the reader's own order: by two buttons, or by dragging its handle onto another one's place.
 */
export function MoveButtons({ book, describedBy, onMove }: MoveButtonsProps) {
  function press(button: HTMLElement, by: 1 | -1): void {
    flushSync(() => onMove(book, { by }))
    // Its element was taken to another place, which ends the focus.
    button.focus()
    button.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  function end(event: PointerEvent<HTMLElement>): void {
    const onto = event.type === 'pointerup' ? under(event)?.dataset['book'] : undefined
    note('data-dragged', undefined)
    note('data-over', undefined)
    if (onto !== undefined) onMove(book, { onto })
  }

  return (
    <Tools>
      <span
        aria-hidden
        onPointerDown={({ currentTarget, pointerId }) => {
          currentTarget.setPointerCapture(pointerId)
          note('data-dragged', currentTarget.closest('li') ?? undefined)
        }}
        onPointerMove={drag}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <svg viewBox="0 0 24 24">
          <path d="M3.5 6.5h17M3.5 12h17M3.5 17.5h17" />
        </svg>
      </span>
      {STEPS.map(({ by, name, path }) => (
        <button
          key={name}
          type="button"
          aria-label={markMessages.list[name]}
          aria-describedby={describedBy}
          onClick={({ currentTarget }) => press(currentTarget, by)}
        >
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d={path} />
          </svg>
        </button>
      ))}
    </Tools>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { tabStorage } from '../lib/tabStorage.ts'
import { readerMessages } from '../readerMessages.ts'

/** How many items are shown at first, and how many more each time: divided by two and three. */
const PIECE = 60

interface PiecesProps<Item> {
  items: readonly Item[]
  /** What it is a list of. */
  label: string
  /** How many columns a wide window has. */
  columns?: 1 | 2 | 3
  /** An item as a `li` with its key. */
  children: (item: Item) => ReactNode
}

/** A list of thousands, of which a piece at a time is on the page; as many as before where the reader returns to it. */
export function Pieces<Item>({ items, label, columns = 1, children }: PiecesProps<Item>) {
  const name = `pieces:${useLocation().key} ${label}`
  const [most, setMost] = useState(() => Number(tabStorage.get(name)) || PIECE)
  const list = useRef<HTMLUListElement>(null)
  const rest = items.length - most
  const wide = `repeat(${columns}, minmax(0, 1fr))`
  return (
    <>
      <Box
        component="ul"
        ref={list}
        aria-label={label}
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            above744: columns > 1 ? 'repeat(2, minmax(0, 1fr))' : wide,
            above1280: wide,
          },
          gap: '0.25rem 2rem',
          m: 0,
          p: 0,
          listStyle: 'none',
        }}
      >
        {items.slice(0, most).map(children)}
      </Box>
      {rest > 0 && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => {
            flushSync(() => setMost(most + PIECE))
            tabStorage.set(name, most + PIECE)
            // The button moves away, or goes.
            const item = list.current?.children[most]
            item?.querySelector<HTMLElement>('a, input, button')?.focus()
          }}
          sx={{ my: 1.5 }}
        >
          {readerMessages.favorites.showMore({ more: Math.min(rest, PIECE), rest })}
        </Button>
      )}
    </>
  )
}

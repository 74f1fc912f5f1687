import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { keyframes, styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import type { Book } from '../../contract/books.ts'
import { readerMessages } from '../readerMessages.ts'
import type { FavoriteScreen } from '../store/favoritesSlice.ts'
import { HeartIcon } from './readerIcons.tsx'
import { useMark } from './useMark.ts'

const beat = keyframes({ '40%': { transform: 'scale(1.28)' } })

/** An outline in the colour of the text, or filled red: one red that stands out on either scheme's paper. */
const Chip = styled('span')({
  display: 'grid',
  fontSize: 'var(--heart, 24px)',
  printColorAdjust: 'exact',
  '& path': { fill: 'none', stroke: 'currentColor', strokeWidth: 2 },
  '&[data-favorite=true]': { color: '#dc3a38', '& path': { fill: 'currentColor' } },
  '&[data-beating=true] svg': { animation: `${beat} 240ms ease-out` },
  '@media (forced-colors: active)': { '&[data-favorite=true]': { color: 'Highlight' } },
})

/** One element for every heart: it is never rendered again. */
const heart = <HeartIcon fontSize="inherit" />
const labelledLook = { px: 1, py: 0.5, fontSize: '0.9375rem' }

interface FavoriteButtonProps {
  book: Book
  screen: FavoriteScreen
  /** The id of the element that names the book: in lists the button's description tells hearts apart. */
  describedBy?: string
  /** With its label beside it, as on the detail page. */
  labelled?: boolean
  /** Told whether the toggle was saved, in place of the toast: the favorites page shows an alert. */
  onToggled?: (isSaved: boolean) => void
}

/** The heart: red when favorited, white otherwise. Give it the book; it finds its state and sends its requests. */
export function FavoriteButton(props: FavoriteButtonProps) {
  const { book, screen, describedBy, labelled = false, onToggled } = props
  const button = useRef<HTMLButtonElement>(null)
  const onUndone = () => button.current?.focus({ preventScroll: true })
  const { mark, setMark } = useMark(book, { screen, onSent: onToggled, onUndone })
  const isFavorite = mark === 'favorite'
  // Hearts that were red before do not beat when their page opens.
  const [isBeating, setBeating] = useState(false)
  const label = isFavorite ? readerMessages.heart.remove : readerMessages.heart.add
  const onClick = () => {
    setBeating(!isFavorite)
    void setMark(isFavorite ? null : 'favorite')
  }
  const chip = (
    <Chip data-favorite={isFavorite} data-beating={isBeating && isFavorite}>
      {heart}
    </Chip>
  )
  return labelled ? (
    <Button
      ref={button}
      variant={isFavorite ? 'outlined' : 'contained'}
      startIcon={chip}
      onClick={onClick}
      sx={labelledLook}
    >
      <span>{label}</span>
    </Button>
  ) : (
    <IconButton
      ref={button}
      aria-label={label}
      aria-describedby={describedBy}
      onClick={onClick}
      sx={{ p: 0, color: 'text.secondary' }}
    >
      {chip}
    </IconButton>
  )
}

import { styled } from '@mui/material/styles'
import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import type { Book } from '../../../contract/books.ts'
import { booksApi } from '../../api/booksApi.ts'
import { BookCover } from '../../components/BookCover.tsx'
import { bookWords } from '../../components/bookWords.ts'
import { CheckIcon } from '../../components/icons.tsx'
import { BookmarkIcon, HeartIcon, RefuseIcon } from '../../components/readerIcons.tsx'
import { markMessages } from '../../components/markMessages.ts'
import { paths } from '../../paths.ts'
import { readerMessages } from '../../readerMessages.ts'
import { selectMark } from '../../store/favoritesSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'

const ICONS = {
  favorite: <HeartIcon />,
  wantToRead: <BookmarkIcon />,
  read: <CheckIcon />,
  notForMe: <RefuseIcon />,
}
const words = readerMessages.book

/** Of a cover, in pixels. */
const WIDTH = 44

const Strip = styled('ol')({
  position: 'relative',
  display: 'flex',
  gap: 10,
  // As high before the volumes are there.
  minHeight: 110,
  margin: 0,
  padding: '12px 4px 8px',
  overflowX: 'auto',
  listStyle: 'none',
  scrollbarWidth: 'thin',
})

const VolumeLink = styled(Link)(({ theme }) => ({
  display: 'block',
  width: WIDTH,
  borderRadius: theme.shape.borderRadius,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  '& > b': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 4,
    fontSize: '0.8125rem',
    lineHeight: 1.7,
    fontWeight: 400,
  },
  '& svg': { fontSize: '0.875rem', color: theme.vars.palette.secondary.main },
  '& [data-mark=favorite] svg': { color: theme.vars.palette.error.main },
  '&[aria-current] > b': { fontWeight: 700, boxShadow: 'inset 0 -2px' },
}))

/** A volume by its number, and what it is to the reader. */
function Volume({ book, isCurrent }: { book: Book; isCurrent: boolean }) {
  const { imageLinks, series } = book.volumeInfo
  const mark = useAppSelector((state) => selectMark(state, book.id))
  const volume = words.volumeName({ number: series?.number ?? '', title: bookWords(book).title })
  const said = mark === 'favorite' ? words.loved : mark ? markMessages.is[mark] : ''
  return (
    <VolumeLink
      id={`volume-${book.id}`}
      to={paths.book(book.id)}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={mark ? words.volumeIs({ volume, mark: said }) : volume}
    >
      <BookCover thumbnail={imageLinks?.thumbnail} placeholder={bookWords(book)} />
      <b data-mark={mark}>
        <span>{series?.number}</span>
        {mark && ICONS[mark]}
      </b>
    </VolumeLink>
  )
}

/** The volumes of a book's series in one row, with what the reader has read, loves or wants; none of a single volume. */
export function SeriesStrip({ book: { id, volumeInfo } }: { book: Book }) {
  const { data: volumes = [], isLoading } = booksApi.useGetSeriesQuery(id)
  const showCurrent = useCallback((strip: HTMLOListElement | null) => {
    const current = strip?.querySelector('[aria-current]')?.parentElement
    if (strip && current) strip.scrollLeft = current.offsetLeft - (strip.clientWidth - WIDTH) / 2
  }, [])
  if (volumes.length < 2) return isLoading && <Strip aria-hidden />
  return (
    <Strip ref={showCurrent} aria-label={volumeInfo.series?.name}>
      {volumes.map((book) => (
        <li key={book.id}>
          <Volume book={book} isCurrent={book.id === id} />
        </li>
      ))}
    </Strip>
  )
}

import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import type { LibraryBook } from '../../../contract/library.ts'
import type { LibraryList } from '../../../contract/uploads.ts'
import { BookCover } from '../../components/BookCover.tsx'
import { CheckIcon } from '../../components/icons.tsx'
import { BookmarkIcon, HeartIcon, RefuseIcon } from '../../components/readerIcons.tsx'
import { clampLines } from '../../themeComponents.ts'
import { useLanguage } from '../../languages/useLanguage.ts'
import { libraryMessages } from './messages.ts'

/** A book of a library that can be added, and what it becomes. */
export interface ChoosableBook extends LibraryBook {
  mark: LibraryList
}

const ICONS = {
  favorites: HeartIcon,
  wantToRead: BookmarkIcon,
  read: CheckIcon,
  notForMe: RefuseIcon,
} as const

const rowLook = {
  display: 'grid',
  gridTemplateColumns: 'auto 48px minmax(0, 1fr)',
  alignItems: 'center',
  gap: 1.5,
  py: 0.75,
  cursor: 'pointer',
}
const markLook = { display: 'flex', alignItems: 'center', gap: 0.5, mt: 0.25 }

interface FoundBookProps {
  book: ChoosableBook
  isChosen: boolean
  onChoose: (books: readonly LibraryBook[], isOn: boolean) => void
}

/** A check box with cover, title, author, and what becomes of the book: all of it is its label. */
export const FoundBook = memo(function FoundBook({ book, isChosen, onChoose }: FoundBookProps) {
  const { id, title, author, mark, rating } = book
  const Icon = ICONS[mark]
  const word = libraryMessages.marks[mark]
  useLanguage()
  return (
    <li>
      <Box component="label" sx={rowLook}>
        <Checkbox checked={isChosen} onChange={(_event, isOn) => onChoose([book], isOn)} />
        <BookCover thumbnail={`/covers/${id}`} />
        <span>
          <Typography component="span" variant="h3" dir="auto" sx={clampLines(2)}>
            {title}
          </Typography>{' '}
          <Typography
            component="span"
            variant="body2"
            color="textSecondary"
            dir="auto"
            sx={clampLines(1)}
          >
            {author}
          </Typography>{' '}
          <Typography component="span" variant="body2" color="secondary" sx={markLook}>
            <Icon aria-hidden sx={{ fontSize: '1em' }} />
            <span>
              {rating === null ? word : libraryMessages.markAndRating({ mark: word, rating })}
            </span>
          </Typography>
        </span>
      </Box>
    </li>
  )
})

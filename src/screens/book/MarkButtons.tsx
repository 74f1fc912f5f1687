import Button from '@mui/material/Button'
import type { Book } from '../../../contract/books.ts'
import { BookmarkIcon } from '../../components/icons.tsx'
import { MoreButton } from '../../components/MoreButton.tsx'
import { useMark } from '../../components/useMark.ts'
import { focusId } from '../../lib/scroll.ts'
import { markMessages } from '../../components/markMessages.ts'

const WANT_ID = 'want-to-read'
const filled = { '& path': { fill: 'currentColor' } }

/** 'Want to read', and the menu of the other marks. What is set is said in words; a press takes it back. */
export function MarkButtons({ book }: { book: Book }) {
  const { mark, setMark } = useMark(book, { screen: 'detail', onUndone: () => focusId(WANT_ID) })
  const isWanted = mark === 'wantToRead'
  return (
    <>
      <Button
        id={WANT_ID}
        variant="outlined"
        color="inherit"
        title={isWanted ? markMessages.back.wantToRead : undefined}
        startIcon={<BookmarkIcon sx={isWanted ? filled : undefined} />}
        onClick={() => void setMark(isWanted ? null : 'wantToRead')}
      >
        <span>{isWanted ? markMessages.is.wantToRead : markMessages.wantToRead}</span>
      </Button>
      <MoreButton book={book} screen="detail" id="more" offers={['read', 'notForMe']} labelled />
    </>
  )
}

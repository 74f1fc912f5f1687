import Button from '@mui/material/Button'
import type { Book } from '../../../contract/books.ts'
import { CheckIcon } from '../../components/icons.tsx'
import { BookmarkIcon } from '../../components/readerIcons.tsx'
import { MoreButton } from '../../components/MoreButton.tsx'
import { useMark } from '../../components/useMark.ts'
import { focusId } from '../../lib/scroll.ts'
import { markMessages } from '../../components/markMessages.ts'
import { MARKS } from '../../../contract/markNames.ts'

const MARK_ID = 'mark'
const filled = { '& path': { fill: 'currentColor' } }

/** 'Want to read', or in words the mark that is set, which a press takes back; beside it the menu of the others. */
export function MarkButtons({ book }: { book: Book }) {
  const { mark, setMark } = useMark(book, { screen: 'detail', onUndone: () => focusId(MARK_ID) })
  const set = MARKS.find((one) => one === mark)
  const isWanted = set === 'wantToRead'
  return (
    <>
      <Button
        id={MARK_ID}
        variant="outlined"
        color="inherit"
        title={set && markMessages.back[set]}
        startIcon={
          set && !isWanted ? <CheckIcon /> : <BookmarkIcon sx={isWanted ? filled : undefined} />
        }
        onClick={() => void setMark(set ? null : 'wantToRead')}
      >
        <span>{set ? markMessages.is[set] : markMessages.wantToRead}</span>
      </Button>
      <MoreButton
        book={book}
        screen="detail"
        id="more"
        offers={set && !isWanted ? MARKS : ['read', 'notForMe']}
      />
    </>
  )
}

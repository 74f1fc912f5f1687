import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import Grid from '@mui/material/Grid'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { memo, useId } from 'react'
import type { Book } from '../../contract/books.ts'
import { BookCover, CoverSkeleton } from './BookCover.tsx'
import { FavoritesGrid } from './BookGrid.tsx'
import { bookDetails } from './bookFacts.ts'
import { bookWords } from './bookWords.ts'
import { CardLink } from './CardLink.tsx'
import { CardButtons, CardWords } from './CardWords.tsx'
import { softHyphens } from './cardWords.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { markMessages } from './markMessages.ts'
import { MoreButton } from './MoreButton.tsx'
import { MoveButtons } from './MoveButtons.tsx'
import { useLanguage } from '../languages/useLanguage.ts'
import { paths } from '../paths.ts'
import { readerMessages } from '../readerMessages.ts'
import { MARKS } from '../../contract/markNames.ts'
import { selectMark } from '../store/favoritesSlice.ts'
import { useAppSelector } from '../store/hooks.ts'
import type { Move } from '../store/moveWanted.ts'
import { clampLines } from '../themeComponents.ts'

/** A row on phones: cover, words, heart. From 481 px the words are below the cover. */
const Root = styled(Card)(({ theme }) => ({
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  gridTemplateColumns: '88px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '8px 16px',
  background: 'none',
  overflow: 'visible',
  [theme.breakpoints.up('above480')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  '[data-compact] &': { gridTemplateColumns: '44px minmax(0, 1fr)', gap: '0 12px' },
}))

/** Below the words, which its shadow must not darken. */
const coverPlace = { zIndex: -1 }
const wordsLook = {
  '--heart': { xs: '26px', above1280: '24px', from1422: '26px' },
  '& > button, & > div': { alignSelf: { xs: 'center', above480: 'start' } },
  // Books are chosen, or given hearts.
  '[data-choosing] && > :is(button, div)': { visibility: 'hidden' },
  '[data-compact] &': { gridTemplateRows: 'none', alignItems: 'start' },
  '[data-compact] && > :is(button, div)': { gridRow: '1 / span 3', alignSelf: 'center', m: 0 },
}
const titleLook = {
  ...clampLines(3),
  fontSize: { above1280: '0.8125rem', from1422: '1.0625rem' },
  '[data-compact] &': { fontSize: '1rem', WebkitLineClamp: '1' },
}
const authorsLook = { ...clampLines(2), '[data-compact] &': { WebkitLineClamp: '1' } }
/** Of the compact list alone. */
const detailsLook = {
  ...clampLines(1),
  gridColumn: 1,
  'ul:not([data-compact]) &': { display: 'none' },
}

/** The lists of a reader that have a page. */
export type ListName = 'favorites' | 'wantToRead'

/** The whole card chooses its book; the box stands on the cover, in rows where the heart was. */
const selectLook = {
  position: 'absolute',
  inset: 0,
  zIndex: 1,
  cursor: 'pointer',
  borderRadius: 1,
  '&:has(:checked)': { outline: '3px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
  '& > span': {
    position: 'absolute',
    insetInline: { xs: 'auto 0', above480: '6px auto' },
    top: { xs: 'calc(50% - 21px)', above480: 6 },
    bgcolor: { above480: 'background.paper' },
    '[data-compact] &': { insetInline: 'auto 0', top: 'calc(50% - 21px)', bgcolor: 'transparent' },
  },
} as const

/** The way to another place, or what became of a book that was wanted when the page was opened. */
function WantedState({
  onMove,
  ...props
}: Pick<ListCardProps, 'book' | 'onMove'> & { describedBy: string }) {
  const mark = useAppSelector((state) => selectMark(state, props.book.id))
  if (mark === 'wantToRead') return onMove && <MoveButtons {...props} onMove={onMove} />
  const { is, list } = markMessages
  return (
    <Typography variant="body2" color="secondary" sx={{ gridColumn: '1 / -1' }}>
      {mark === null ? list.gone : mark === 'favorite' ? list.loved : is[mark]}
    </Typography>
  )
}

interface ListCardProps {
  list: ListName
  book: Book
  onToggled: (isSaved: boolean) => void
  /** Moves it in the reader's own order, where that is seen. */
  onMove: ((book: Book, move: Move) => void) | undefined
  /** While books are chosen: whether this one is. */
  isChosen: boolean | undefined
  onChoose: (bookId: string, isOn: boolean, isRange: boolean) => void
}

/** A book of the reader's own list: cover, title, authors, heart (docs/product.md 2.9); of a wanted one also the marks. */
export const ListCard = memo(function ListCard(props: ListCardProps) {
  const { list, book, onToggled, onMove, isChosen, onChoose } = props
  useLanguage()
  const titleId = useId()
  const linkId = `${list}-${book.id}`
  const { imageLinks, language } = book.volumeInfo
  const words = bookWords(book)
  return (
    <Grid component="li" size={1} data-book={book.id}>
      <Root>
        <Box sx={coverPlace}>
          <BookCover thumbnail={imageLinks?.thumbnail} placeholder={words} />
        </Box>
        <CardWords sx={wordsLook}>
          <Typography variant="h3" component="h2" dir="auto" lang={language} sx={titleLook}>
            <CardLink id={linkId} to={paths.book(book.id)}>
              <span id={titleId}>{softHyphens(words.title)}</span>
            </CardLink>
          </Typography>
          <Typography variant="body2" color="textSecondary" dir="auto" sx={authorsLook}>
            {words.authors}
          </Typography>
          <Typography variant="body2" color="textSecondary" dir="auto" sx={detailsLook}>
            {bookDetails(book)}
          </Typography>
          {list === 'favorites' ? (
            <FavoriteButton
              book={book}
              screen="favorites"
              describedBy={titleId}
              onToggled={onToggled}
            />
          ) : (
            <>
              <CardButtons>
                <FavoriteButton
                  book={book}
                  screen="recommendations"
                  describedBy={titleId}
                  onToggled={onToggled}
                />
                <MoreButton
                  book={book}
                  screen="recommendations"
                  id={`more-${linkId}`}
                  offers={MARKS}
                  onSent={onToggled}
                />
              </CardButtons>
              <WantedState book={book} describedBy={titleId} onMove={onMove} />
            </>
          )}
        </CardWords>
        {isChosen !== undefined && (
          <Box component="label" sx={selectLook}>
            <Checkbox
              checked={isChosen}
              onChange={({ nativeEvent }, isOn) =>
                onChoose(book.id, isOn, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
              slotProps={{
                input: {
                  'aria-label': readerMessages.favorites.selectBook({ title: words.title }),
                },
              }}
            />
          </Box>
        )}
      </Root>
    </Grid>
  )
})

/** Full rows of cards that hold the space of those to come. */
export function ListSkeletons() {
  return (
    <FavoritesGrid aria-hidden>
      {Array.from({ length: 24 }, (_, index) => (
        <Grid key={index} component="li" size={1}>
          <Root>
            <CoverSkeleton />
            <CardWords sx={wordsLook}>
              <Skeleton sx={{ width: '80%' }} />
              <Skeleton sx={{ gridRow: 2, width: '50%', fontSize: '0.875rem' }} />
            </CardWords>
          </Root>
        </Grid>
      ))}
    </FavoritesGrid>
  )
}

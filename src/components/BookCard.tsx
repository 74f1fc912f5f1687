import Card from '@mui/material/Card'
import Grid from '@mui/material/Grid'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { memo, useId } from 'react'
import type { Book } from '../../contract/books.ts'
import { BOOKS_PER_SECTION } from '../constants.ts'
import { useLanguage } from '../languages/useLanguage.ts'
import { messages } from '../messages.ts'
import { readerMessages } from '../readerMessages.ts'
import { paths } from '../paths.ts'
import { MARKS } from '../../contract/markNames.ts'
import { selectMark, type FavoriteScreen } from '../store/favoritesSlice.ts'
import { useAppSelector } from '../store/hooks.ts'
import { clampLines } from '../themeComponents.ts'
import { BookCover, CoverSkeleton } from './BookCover.tsx'
import { BookGrid, wideText } from './BookGrid.tsx'
import { bookWords } from './bookWords.ts'
import { CardLink } from './CardLink.tsx'
import { CardButtons, CardWords } from './CardWords.tsx'
import { bookPreview, softHyphens } from './cardWords.ts'
import { FavoriteButton } from './FavoriteButton.tsx'
import { BookmarkIcon } from './readerIcons.tsx'
import { MoreButton } from './MoreButton.tsx'
import { Reason } from './Reason.tsx'
import { StatusText } from './StatusText.tsx'
import { markMessages } from './markMessages.ts'

const CoverBox = styled('div')({
  position: 'relative',
  marginBottom: 8,
  // Below the words, which its shadow must not darken.
  '& > span': {
    zIndex: -1,
    transition: 'transform 160ms ease-out, box-shadow 160ms ease-out',
  },
})

const Root = styled(Card)(({ theme }) => ({
  position: 'relative',
  isolation: 'isolate',
  gridTemplateColumns: 'minmax(0, 1fr)',
  background: 'none',
  overflow: 'visible',
  '&:has(a:hover) [data-cover] > :first-of-type': {
    transform: 'translateY(-4px)',
    boxShadow: `0 20px 32px -14px ${theme.vars.palette.shade}`,
  },
}))

/** A line of lead to what follows. */
const wordsLook = { mb: { xs: 0, above480: 2.5 } }
const authorsLook = {
  ...clampLines('var(--authors-lines, 1)'),
  fontSize: { xs: '0.75rem', above480: wideText },
  lineHeight: { xs: 1.25, above480: '1.25rem' },
  // Of a single line no word is left out whole.
  wordBreak: 'var(--authors-break, break-all)',
}
const reasonLook = {
  gridColumn: '1 / -1',
  mb: 0,
  fontSize: { xs: '0.75rem', above480: wideText },
  WebkitLineClamp: { xs: 6, above480: 5 },
}
const noteLook = { gridColumn: '1 / -1', mt: 0.5, fontSize: '0.75rem', lineHeight: 1.35 }
const previewLook = {
  ...clampLines(7),
  textAlign: 'start',
  display: { xs: 'none', above480: '-webkit-box' },
  // Smaller where the columns have little more than 140 px: its last word would be cut.
  fontSize: { xs: '0.8125rem', from576: '0.875rem', above993: '0.8125rem', lg: wideText },
  '&:has([hidden])::after': { content: '"…"' },
}
const titleLook = {
  ...clampLines(4),
  hyphens: 'auto',
  fontSize: { xs: '0.75rem', above325: '0.8125rem', above480: `max(0.9375rem, ${wideText})` },
  lineHeight: { xs: 1.25, above480: '1.25rem' },
  // A narrower cover leaves a third line.
  WebkitLineClamp: { xs: 4, above480: 3, from576: 2, above993: 3, lg: 2 },
}

interface BookCardProps {
  book: Book
  /** The section's name: one book may be in several sections of a page. */
  section: string
  /** Whose heart it has; with the preview on the recommendations alone. */
  screen?: FavoriteScreen
  /** Why it is recommended, as a line of its own. */
  reason?: string
  /** 'Books by Your Favorite Authors' shows the first author only (docs/product.md 2.7). */
  firstAuthorOnly?: boolean
}

/** A wish stays where it is, and says so. */
export function WantedNote({ book: { id } }: { book: Book }) {
  const isWanted = useAppSelector((state) => selectMark(state, id) === 'wantToRead')
  return (
    isWanted && (
      <Typography variant="body2" color="secondary" sx={noteLook}>
        <BookmarkIcon sx={{ mr: 0.5, fontSize: '1em', verticalAlign: '-0.1em' }} />
        <span>{markMessages.is.wantToRead}</span>
      </Typography>
    )
  )
}

/** The id of a card's link, by which the focus finds it. */
export const cardLinkId = (section: string, { id }: Book): string => `${section}-${id}`

/** A card of the recommendations: heart, cover, title, authors, preview (docs/product.md 2.7). */
export const BookCard = memo(function BookCard(props: BookCardProps) {
  const { book, section, screen = 'recommendations', reason, firstAuthorOnly } = props
  useLanguage()
  const titleId = useId()
  const cardId = cardLinkId(section, book)
  const { imageLinks, language } = book.volumeInfo
  const words = bookWords(book)
  const names = firstAuthorOnly ? book.volumeInfo.authors[0] : words.authors
  const authors = names || readerMessages.card.unknownAuthor
  const preview = bookPreview(book)
  return (
    <Grid component="li" size={1}>
      <Root>
        <CoverBox data-cover>
          <BookCover thumbnail={imageLinks?.thumbnail} placeholder={{ ...words, authors }} />
        </CoverBox>
        <CardWords sx={wordsLook}>
          <Typography variant="h3" dir="auto" lang={language} sx={titleLook}>
            <CardLink id={cardId} to={paths.book(book.id)}>
              <span id={titleId}>{softHyphens(words.title)}</span>
            </CardLink>
          </Typography>
          <Typography variant="body2" color="textSecondary" dir="auto" sx={authorsLook}>
            {softHyphens(authors)}
          </Typography>
          {reason && (
            <Reason dir="auto" sx={reasonLook}>
              {softHyphens(reason)}
            </Reason>
          )}
          <CardButtons>
            <FavoriteButton book={book} screen={screen} describedBy={titleId} />
            <MoreButton book={book} screen={screen} id={`more-${cardId}`} offers={MARKS} />
          </CardButtons>
          <WantedNote book={book} />
        </CardWords>
        {screen === 'recommendations' && (
          <Typography
            variant="body2"
            dir="auto"
            lang={preview.seen ? language : undefined}
            sx={previewLook}
          >
            <span>{preview.seen || readerMessages.card.noDescription}</span>
            {preview.rest && <span hidden>{preview.rest}</span>}
          </Typography>
        )}
      </Root>
    </Grid>
  )
})

/** Cards of the exact geometry of those to come, over the first of which it says that they load. */
export function BookCardSkeletons() {
  return (
    <>
      <StatusText sx={{ position: 'absolute', zIndex: 1, m: 1 }}>{messages.loading}</StatusText>
      <BookGrid aria-hidden>
        {Array.from({ length: BOOKS_PER_SECTION }, (_, index) => (
          <Grid key={index} component="li" size={1}>
            <Root>
              <CoverBox>
                <CoverSkeleton />
              </CoverBox>
              <CardWords sx={wordsLook}>
                <Skeleton sx={{ fontSize: '1rem' }} />
                <Skeleton sx={{ gridRow: 2, width: '65%', fontSize: '0.875rem' }} />
              </CardWords>
              <Skeleton
                variant="rounded"
                sx={{ display: { xs: 'none', above480: 'block' }, height: 101 }}
              />
            </Root>
          </Grid>
        ))}
      </BookGrid>
    </>
  )
}

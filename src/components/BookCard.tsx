import Card from '@mui/material/Card'
import Grid from '@mui/material/Grid'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { memo, useId } from 'react'
import type { Book } from '../../contract/books.ts'
import { BOOKS_PER_SECTION, PREVIEW_CHARACTERS } from '../constants.ts'
import { cutText, htmlToText } from '../lib/text.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import type { FavoriteScreen } from '../store/favoritesSlice.ts'
import { clampLines } from '../themeComponents.ts'
import { BookCover, CoverSkeleton } from './BookCover.tsx'
import { BookGrid } from './BookGrid.tsx'
import { CardLink } from './CardLink.tsx'
import { FavoriteButton } from './FavoriteButton.tsx'

/** The 350 px item (decision 43b): the cover is as large as title and authors leave it. On phones 150 px hold it. */
const Item = styled('div')(({ theme }) => ({
  height: 'auto',
  '--cover-width': '100px',
  '--title-lines': 3,
  [theme.breakpoints.up('above480')]: {
    height: 350,
    overflow: 'clip',
    // By as much a cover is lifted.
    overflowClipMargin: 4,
    '--cover-width': '160px',
    '--title-lines': 4,
  },
  [theme.breakpoints.up('above768')]: { '--cover-width': '173px', '--title-lines': 3 },
  [theme.breakpoints.up('above993')]: { '--cover-width': '187px', '--title-lines': 2 },
}))

const CoverBox = styled('div')(({ theme }) => ({
  position: 'relative',
  width: 'min(100%, var(--cover-width))',
  marginBottom: 8,
  // Below the words, which its shadow must not darken.
  '& > span': {
    zIndex: -1,
    transition: 'transform 160ms ease-out, box-shadow 160ms ease-out',
  },
  // On a phone the heart has a row of its own, clear of the cover's words.
  '& > button': { position: 'absolute', zIndex: 1, right: -5, top: '100%', marginTop: -2 },
  [theme.breakpoints.up('above480')]: { '& > button': { right: 0, bottom: 0, top: 'auto' } },
}))

const Root = styled(Card)(({ theme }) => ({
  position: 'relative',
  isolation: 'isolate',
  background: 'none',
  overflow: 'visible',
  '&:has(a:hover) [data-cover] > :first-of-type': {
    transform: 'translateY(-4px)',
    boxShadow: `0 20px 32px -14px ${theme.vars.palette.shade}`,
  },
}))

/** Why a book is there, under its authors: whole, but for the longest titles. */
const Reason = styled(Typography)(({ theme }) => ({
  ...clampLines(5),
  marginTop: 6,
  color: theme.vars.palette.secondary.main,
  fontFamily: theme.typography.lede.fontFamily,
  fontSize: '0.8125rem',
  fontStyle: 'italic',
  lineHeight: 1.35,
  [theme.breakpoints.up('above480')]: { fontSize: '0.875rem', WebkitLineClamp: '3' },
}))

const small = { fontSize: { xs: '0.8125rem', above480: '0.875rem' } }
const authorsLook = { ...clampLines(1), ...small, mt: 0.25 }
const previewLook = {
  ...clampLines(3),
  ...small,
  WebkitLineClamp: { xs: 3, above480: 5 },
  mt: 0.75,
}
const titleLook = {
  ...clampLines('var(--title-lines)'),
  fontSize: { xs: '0.875rem', above480: '1rem' },
  mt: { xs: 5, above480: 0 },
}

interface BookCardProps {
  book: Book
  /** The section's name: one book may be in several sections of a page. */
  section: string
  /** Whose heart it has; with the preview on the recommendations alone. */
  screen?: FavoriteScreen
  /** Why it is there, as a line of its own (decision 53). */
  reason?: string
  /** 'Books by Your Favorite Authors' shows the first author only (decision 40). */
  firstAuthorOnly?: boolean
}

/** The id of a card's link, by which the focus finds it. */
export const cardLinkId = (section: string, { id }: Book): string => `${section}-${id}`

/** A card of the recommendations: heart, cover, title, authors, preview (docs/product.md 2.7). */
export const BookCard = memo(function BookCard(props: BookCardProps) {
  const { book, section, screen = 'recommendations', reason, firstAuthorOnly } = props
  const titleId = useId()
  const { authors, description = '', imageLinks, language } = book.volumeInfo
  const title = book.volumeInfo.title || messages.untitled
  const names = (firstAuthorOnly ? authors[0] : authors.join(', ')) || messages.unknownAuthorOnCard
  const preview = cutText(htmlToText(description), PREVIEW_CHARACTERS)
  return (
    <Grid component="li" size={1}>
      <Root>
        <Item>
          <CoverBox data-cover>
            <BookCover thumbnail={imageLinks?.thumbnail} placeholder={{ title, authors: names }} />
            <FavoriteButton book={book} screen={screen} describedBy={titleId} />
          </CoverBox>
          <Typography variant="h3" dir="auto" lang={language} sx={titleLook}>
            <CardLink id={cardLinkId(section, book)} to={paths.book(book.id)}>
              <span id={titleId}>{title}</span>
            </CardLink>
          </Typography>
          <Typography variant="body2" color="textSecondary" dir="auto" sx={authorsLook}>
            {names}
          </Typography>
        </Item>
        {reason && <Reason dir="auto">{reason}</Reason>}
        {screen === 'recommendations' && (
          <Typography
            variant="body2"
            dir="auto"
            lang={preview ? language : undefined}
            sx={previewLook}
          >
            {preview || messages.noDescriptionOnCard}
          </Typography>
        )}
      </Root>
    </Grid>
  )
})

/** Cards of the exact geometry of those to come. */
export function BookCardSkeletons() {
  return (
    <BookGrid aria-hidden>
      {Array.from({ length: BOOKS_PER_SECTION }, (_, index) => (
        <Grid key={index} component="li" size={1}>
          <Root>
            <Item>
              <CoverBox>
                <CoverSkeleton />
              </CoverBox>
              <Skeleton sx={{ width: '80%', fontSize: '1rem', mt: { xs: 5, above480: 0 } }} />
              <Skeleton sx={{ width: '55%', fontSize: '0.875rem' }} />
            </Item>
            <Skeleton variant="rounded" sx={{ height: { xs: 57, above480: 80 }, mt: 0.75 }} />
          </Root>
        </Grid>
      ))}
    </BookGrid>
  )
}

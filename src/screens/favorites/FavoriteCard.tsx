import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Grid from '@mui/material/Grid'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { memo, useId } from 'react'
import type { Book } from '../../../contract/books.ts'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { FavoritesGrid } from '../../components/BookGrid.tsx'
import { bookWords } from '../../components/bookWords.ts'
import { CardLink, CardWords } from '../../components/CardLink.tsx'
import { FavoriteButton } from '../../components/FavoriteButton.tsx'
import { paths } from '../../paths.ts'
import { clampLines } from '../../themeComponents.ts'

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
}))

// Thousands stay smooth. The size is known without the cover, so that Back finds its place.
const coverPlace = {
  // Below the words, which its shadow must not darken.
  zIndex: -1,
  aspectRatio: '2 / 3',
  contentVisibility: 'auto',
  overflowClipMargin: '24px',
}
const wordsLook = {
  '--chip': { xs: '34px', above480: '32px', above1280: '24px', from1422: '32px' },
  '& > button': { alignSelf: { xs: 'center', above480: 'start' } },
}
const titleLook = { ...clampLines(3), fontSize: { above1280: '0.8125rem', from1422: '1.0625rem' } }

/** A book of the reader's own shelf: cover, title, authors, heart (docs/product.md 2.9). */
export const FavoriteCard = memo(function FavoriteCard(props: {
  book: Book
  /** The filter leaves it out. */
  isHidden: boolean
  onToggled: (isSaved: boolean) => void
}) {
  const { book, isHidden, onToggled } = props
  const titleId = useId()
  const { imageLinks, language } = book.volumeInfo
  const words = bookWords(book)
  return (
    <Grid component="li" size={1} hidden={isHidden}>
      <Root>
        <Box sx={coverPlace}>
          <BookCover thumbnail={imageLinks?.thumbnail} placeholder={words} />
        </Box>
        <CardWords sx={wordsLook}>
          <Typography variant="h3" component="h2" dir="auto" lang={language} sx={titleLook}>
            <CardLink id={`favorite-${book.id}`} to={paths.book(book.id)}>
              <span id={titleId}>{words.title}</span>
            </CardLink>
          </Typography>
          <Typography variant="body2" color="textSecondary" dir="auto" sx={clampLines(2)}>
            {words.authors}
          </Typography>
          <FavoriteButton
            book={book}
            screen="favorites"
            describedBy={titleId}
            onToggled={onToggled}
          />
        </CardWords>
      </Root>
    </Grid>
  )
})

/** Full rows of cards that hold the space of those to come. */
export function FavoriteCardSkeletons() {
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

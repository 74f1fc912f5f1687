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
import { CardLink } from '../../components/CardLink.tsx'
import { FavoriteButton } from '../../components/FavoriteButton.tsx'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { clampLines } from '../../themeComponents.ts'

const Root = styled(Card)(({ theme }) => ({
  position: 'relative',
  isolation: 'isolate',
  maxWidth: 280,
  margin: '0 auto',
  background: 'none',
  overflow: 'visible',
  [theme.breakpoints.up('above480')]: { maxWidth: 'none' },
}))

// Thousands stay smooth. The size is known without the cover, so that Back finds its place.
const coverPlace = {
  position: 'relative',
  // Below the words, which its shadow must not darken.
  zIndex: -1,
  aspectRatio: '2 / 3',
  contentVisibility: 'auto',
  overflowClipMargin: '24px',
}
const heartPlace = { position: 'absolute', right: 2, bottom: 2, zIndex: 1 }

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
  const title = book.volumeInfo.title || messages.untitled
  const authors = book.volumeInfo.authors.join(', ')
  return (
    <Grid component="li" size={1} hidden={isHidden}>
      <Root>
        {/* The heart lies above the link, which covers the card. */}
        <Box sx={{ position: 'relative', '& > button': heartPlace }}>
          <Box sx={coverPlace}>
            <BookCover thumbnail={imageLinks?.thumbnail} placeholder={{ title, authors }} />
          </Box>
          <FavoriteButton
            book={book}
            screen="favorites"
            describedBy={titleId}
            onToggled={onToggled}
          />
        </Box>
        <Typography
          variant="h3"
          component="h2"
          dir="auto"
          lang={language}
          sx={{ ...clampLines(3), mt: 1 }}
        >
          <CardLink id={`favorite-${book.id}`} to={paths.book(book.id)}>
            <span id={titleId}>{title}</span>
          </CardLink>
        </Typography>
        <Typography variant="body2" color="textSecondary" dir="auto" sx={clampLines(1)}>
          {authors}
        </Typography>
      </Root>
    </Grid>
  )
})

/** Cards that hold the space of those to come. */
export function FavoriteCardSkeletons({ count }: { count: number }) {
  return (
    <FavoritesGrid aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <Grid key={index} component="li" size={1}>
          <Root>
            <CoverSkeleton />
            <Skeleton sx={{ width: '80%', mt: 1 }} />
            <Skeleton sx={{ width: '50%', fontSize: '0.875rem' }} />
          </Root>
        </Grid>
      ))}
    </FavoritesGrid>
  )
}

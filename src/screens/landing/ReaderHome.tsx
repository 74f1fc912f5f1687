import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Grid from '@mui/material/Grid'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { booksApi } from '../../api/booksApi.ts'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { Leaf } from '../../components/AuthLeaf.tsx'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'

const COVERS = 6

/** Three covers in a row, however many there are. */
const Covers = (props: { children: ReactNode; 'aria-hidden'?: boolean }) => (
  <Grid component="ul" container columns={3} spacing="clamp(12px, 3cqi, 20px)" {...props} />
)

const CoverLink = styled(Link)(({ theme }) => ({
  display: 'block',
  borderRadius: theme.shape.borderRadius,
}))

/** Where visitors have the form: the reader's latest favorites and the way onward (decision 57). */
export function ReaderHome({ userId }: { userId: string }) {
  // Every page keeps the list subscribed (AppLayout); it is only read here.
  const { data: books, isError } = booksApi.endpoints.getFavoriteBooks.useQueryState(userId)
  const isEmpty = books?.length === 0
  return (
    <Leaf role="region" aria-labelledby="reader-home">
      <Box sx={{ flex: 1, minWidth: 0, p: 'clamp(20px, 6cqi, 40px)' }}>
        <Typography id="reader-home" variant="h2" sx={{ mb: 2 }}>
          {messages.readerShelf}
        </Typography>
        {isEmpty && <Typography color="textSecondary">{messages.readerShelfEmpty}</Typography>}
        {books ? (
          <Covers>
            {books.slice(0, COVERS).map(({ id, volumeInfo: { title, authors, imageLinks } }) => (
              <Grid key={id} component="li" size={1}>
                <CoverLink
                  id={`latest-${id}`}
                  to={paths.book(id)}
                  aria-label={[title || messages.untitled, ...authors.slice(0, 1)].join(' by ')}
                >
                  <BookCover
                    thumbnail={imageLinks?.thumbnail}
                    placeholder={{ title: title || messages.untitled, authors: authors.join(', ') }}
                  />
                </CoverLink>
              </Grid>
            ))}
          </Covers>
        ) : (
          !isError && (
            <Covers aria-hidden>
              {Array.from({ length: COVERS }, (_, index) => (
                <Grid key={index} component="li" size={1}>
                  <CoverSkeleton />
                </Grid>
              ))}
            </Covers>
          )
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 3 }}>
          <Button component={Link} to={paths.recommendations} variant="contained">
            Your Recommendations
          </Button>
          {!isEmpty && (
            <Button component={Link} to={paths.favorites} variant="outlined" color="inherit">
              All favorites
            </Button>
          )}
        </Box>
      </Box>
    </Leaf>
  )
}

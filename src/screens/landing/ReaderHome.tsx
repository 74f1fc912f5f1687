import { skipToken } from '@reduxjs/toolkit/query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Grid from '@mui/material/Grid'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Book } from '../../../contract/books.ts'
import { booksApi } from '../../api/booksApi.ts'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { bookWords } from '../../components/bookWords.ts'
import { CardLink } from '../../components/CardLink.tsx'
import { softHyphens } from '../../components/cardWords.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Leaf } from '../../components/Leaf.tsx'
import { PRODUCT_NAME } from '../../constants.ts'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { paths } from '../../paths.ts'
import { selectMarks } from '../../store/favoritesSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { OWN_BOOKS, pairLook } from '../../theme.ts'

const COVERS = 6
const WANTED = 3
const COLUMNS = { xs: 3, above480: COVERS }

/** Three covers in a row, however many there are; from 481 px all in one. */
const Covers = (props: { children: ReactNode; 'aria-hidden'?: boolean }) => (
  <Grid component="ul" container columns={COLUMNS} spacing="clamp(12px, 3cqi, 20px)" {...props} />
)

const CoverLink = styled(Link)(({ theme }) => ({
  display: 'block',
  borderRadius: theme.shape.borderRadius,
}))

// As high without the cover: nothing moves when it comes, or none does.
const onwardLook = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '8px 16px',
  alignItems: 'center',
  alignContent: 'start',
  minHeight: 132,
} as const
const besideCoverLook = {
  ...onwardLook,
  gridTemplateColumns: { xs: '88px minmax(0, 1fr)', above993: 'minmax(0, 1fr)' },
}

interface OnwardProps {
  userId: string
  favorites: readonly Book[] | undefined
  isWaiting: boolean
}

/** The first is the reader's: the next volume of the series they are in, or the first that is picked for them. */
function Onward({ userId, favorites = [], isWaiting }: OnwardProps) {
  const last = favorites.find(({ volumeInfo }) => volumeInfo.series)
  const similar = booksApi.useGetSimilarBooksQuery(last?.id ?? skipToken)
  const isNext = ({ id, volumeInfo: { series } }: Book) =>
    series?.name === last?.volumeInfo.series?.name && favorites.every((one) => one.id !== id)
  const volume = similar.data?.find(({ book }) => isNext(book))
  const skip = favorites.length === 0 || similar.isLoading || volume !== undefined
  const picked = booksApi.useGetForYouQuery(userId, { skip })
  const next = volume ?? picked.data?.[0]
  const isLoading = isWaiting || similar.isLoading || picked.isLoading
  const { title, imageLinks, language } = next?.book.volumeInfo ?? {}
  const hasCover = next !== undefined || isLoading
  return (
    <Box sx={hasCover ? besideCoverLook : onwardLook}>
      {isLoading && <CoverSkeleton />}
      {next && <BookCover thumbnail={imageLinks?.thumbnail} placeholder={bookWords(next.book)} />}
      <div>
        <Typography variant="overline" component="p" color="textSecondary">
          {next?.reason ?? readerMessages.recommendations.forYou}
        </Typography>
        <Typography variant="lede" dir="auto" lang={language}>
          <CardLink id="onward" to={next ? paths.book(next.book.id) : paths.recommendations}>
            {title ?? readerMessages.readerHome.picks}
          </CardLink>
        </Typography>
      </div>
    </Box>
  )
}

function titleAndAuthor(book: Book): string {
  const { title } = bookWords(book)
  const [author] = book.volumeInfo.authors
  return author ? messages.bookBy({ title, author }) : title
}

/** A cover that leads to its book. */
const CoverOf = ({ book, id }: { book: Book; id: string }) => (
  <CoverLink id={id} to={paths.book(book.id)} aria-label={titleAndAuthor(book)}>
    <BookCover thumbnail={book.volumeInfo.imageLinks?.thumbnail} placeholder={bookWords(book)} />
  </CoverLink>
)

// As high without covers: nothing moves when they come.
const wantedLook = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 72,
  mt: 3,
  '& ul': { display: 'flex', gap: 1, m: 0, p: 0, listStyle: 'none' },
  '& li': { width: 48 },
}

/** The first three of the books that the reader wants to read, and the way to all of them. */
function Wanted({ userId }: { userId: string }) {
  const { wantToRead } = useAppSelector(selectMarks)
  // The whole list, once: the service worker keeps it, and these covers are there without network, too.
  const { data, isFetching } = booksApi.useGetMarkedBooksQuery(
    wantToRead.length > 0 ? { userId, mark: 'wantToRead' } : skipToken,
  )
  const byId = new Map(data?.map((book) => [book.id, book]))
  return (
    <Box sx={wantedLook}>
      {wantToRead.length > 0 && (
        <ul>
          {wantToRead.slice(0, WANTED).map((id) => {
            const book = byId.get(id)
            const cover = book ? <CoverOf book={book} id={`wanted-${id}`} /> : <CoverSkeleton />
            return (book ?? isFetching) && <li key={id}>{cover}</li>
          })}
        </ul>
      )}
      <Button component={Link} to={paths.wantToRead} color="inherit" sx={{ px: 1, minWidth: 0 }}>
        {softHyphens(messages.pages.wantToRead)}
      </Button>
    </Box>
  )
}

const columnsLook = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', above993: '190px minmax(0, 1fr)' },
  gap: 'clamp(20px, 3.4vw, 56px)',
  flex: 1,
  minWidth: 0,
  p: 'clamp(20px, 2.6vw, 40px)',
}

/** The reader's latest favorites and the way onward, before a small hero that explains no name. */
export function ReaderHome({ userId, explore }: { userId: string; explore: () => void }) {
  // Every page keeps the list subscribed (AppLayout); it is only read here.
  const { data: books, isError } = booksApi.endpoints.getFavoriteBooks.useQueryState(userId)
  const isEmpty = books?.length === 0
  return (
    <>
      <Leaf role="region" aria-labelledby="reader-home" sx={{ mb: 'clamp(28px, 4vw, 56px)' }}>
        <Box sx={columnsLook}>
          <Onward userId={userId} favorites={books} isWaiting={!books && !isError} />
          <div>
            <Typography id="reader-home" variant="h2" sx={{ mb: 2 }}>
              {readerMessages.readerHome.shelf}
            </Typography>
            {isEmpty && <EmptyState isSmall text={readerMessages.readerHome.empty} />}
            {books ? (
              <Covers>
                {books.slice(0, COVERS).map((book) => (
                  <Grid key={book.id} component="li" size={1}>
                    <CoverOf book={book} id={`latest-${book.id}`} />
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
            <Wanted userId={userId} />
            <Box sx={{ ...pairLook, gap: 1.5, mt: 2 }}>
              <Button component={Link} to={paths.recommendations} variant="contained">
                {readerMessages.readerHome.recommendations}
              </Button>
              {!isEmpty && (
                <Button component={Link} to={paths.favorites} variant="outlined" color="inherit">
                  {readerMessages.readerHome.favorites}
                </Button>
              )}
            </Box>
          </div>
        </Box>
      </Leaf>
      <section aria-labelledby="welcome">
        <Typography variant="overline" component="p" color="textSecondary">
          {messages.landing.kicker}
        </Typography>
        <Typography id="welcome" variant="h1" sx={{ mb: 2 }}>
          {PRODUCT_NAME}
        </Typography>
        <Button
          variant="outlined"
          color="inherit"
          onClick={explore}
          sx={{ [OWN_BOOKS]: { display: 'none' } }}
        >
          {messages.landing.explore}
        </Button>
      </section>
    </>
  )
}

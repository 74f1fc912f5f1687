import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { WantedNote } from '../../components/BookCard.tsx'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { bookWords } from '../../components/bookWords.ts'
import { CardLink } from '../../components/CardLink.tsx'
import { FavoriteButton } from '../../components/FavoriteButton.tsx'
import { MoreButton } from '../../components/MoreButton.tsx'
import { Reason } from '../../components/Reason.tsx'
import { htmlToText } from '../../lib/text.ts'
import { paths } from '../../paths.ts'
import { readerMessages } from '../../readerMessages.ts'
import { MARKS } from '../../../contract/markNames.ts'
import type { ShelfItem } from '../../store/shelvesSlice.ts'
import { clampLines } from '../../themeComponents.ts'

/** Low enough that the first row below is seen, too. On a phone the sentences are under cover and title. */
const Root = styled('section')(({ theme }) => ({
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  gridTemplateColumns: '112px minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr',
  columnGap: 'clamp(14px, 2.4vw, 40px)',
  marginBottom: 'clamp(20px, 2.4vw, 36px)',
  padding: 'clamp(12px, 2vw, 28px)',
  borderRadius: 12,
  background: theme.vars.palette.wash,
  // Seen on this ground, too.
  '& .MuiSkeleton-root': { background: theme.vars.palette.divider },
  [theme.breakpoints.up('above480')]: {
    gridTemplateColumns: 'clamp(132px, 13.2vw, 260px) minmax(0, 44rem)',
    // The cover.
    '& > span': { gridRow: 'span 2' },
  },
}))

const Buttons = styled('div')({ display: 'flex', margin: '4px 0 0 -5px' })

const titleLook = {
  ...clampLines(3),
  fontSize: { xs: '1.375rem', above768: '1.73rem', above993: '2.07rem' },
}
// Of large text one line is too little.
const authorsLook = clampLines(2)
const sentencesLook = {
  ...clampLines(5),
  textAlign: 'start',
  gridColumn: { xs: '1 / -1', above480: 2 },
  alignSelf: 'start',
  mt: { xs: 1.25, above480: 1 },
  fontSize: { xs: '1rem', above768: '1.125rem' },
}

/**
 * A sentence ends behind a word in small letters or a number, not behind `Mr.` or `J.`, where none in small letters
 * follows.
 */
const TWO_SENTENCES =
  /^(?:.+?(?:(?:\p{Ll}{3}|(?<!\p{L})\p{Ll}{2}|[\d)])\.|[!?…。])["'”’»)]*(?=\s+\P{Ll}|\s*$)){1,2}/su

/** The first two sentences of a description, or all of it where it has no end of one. */
export function firstSentences(html: string): string {
  const text = htmlToText(html)
  return TWO_SENTENCES.exec(text)?.[0] ?? text
}

/** The book above all sections, the first of those that are picked: large, with the reason and two sentences. */
export function Lead({ item: { book, reason } }: { item: ShelfItem }) {
  const id = useId()
  const { imageLinks, language, description = '' } = book.volumeInfo
  const words = bookWords(book)
  return (
    <Root aria-labelledby={id}>
      <BookCover thumbnail={imageLinks?.thumbnail} placeholder={words} eager />
      <div>
        {reason && <Reason dir="auto">{reason}</Reason>}
        <Typography variant="h2" dir="auto" lang={language} sx={titleLook}>
          <CardLink id={`lead-${book.id}`} to={paths.book(book.id)}>
            <span id={id}>{words.title}</span>
          </CardLink>
        </Typography>
        <Typography color="textSecondary" dir="auto" sx={authorsLook}>
          {words.authors || readerMessages.card.unknownAuthor}
        </Typography>
        <Buttons>
          {/* Of another book it beats not. The menu's button stays, and keeps the focus. */}
          <FavoriteButton key={book.id} book={book} screen="recommendations" describedBy={id} />
          <MoreButton book={book} screen="recommendations" id="more-lead" offers={MARKS} />
        </Buttons>
        <WantedNote book={book} />
      </div>
      <Typography variant="lede" dir="auto" lang={language} sx={sentencesLook}>
        {firstSentences(description)}
      </Typography>
    </Root>
  )
}

/** Holds its place. */
export const LeadSkeleton = () => (
  <Root aria-hidden as="div">
    <CoverSkeleton />
    <div>
      <Skeleton sx={{ width: '40%' }} />
      <Skeleton sx={{ width: '80%', fontSize: '2.07rem' }} />
      <Skeleton sx={{ width: '40%' }} />
    </div>
    <Box sx={sentencesLook}>
      <Skeleton sx={{ height: '4.5rem' }} />
    </Box>
  </Root>
)

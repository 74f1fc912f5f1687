import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import type { Book } from '../../../contract/books.ts'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { FavoriteButton } from '../../components/FavoriteButton.tsx'
import { OutsideIcon } from '../../components/icons.tsx'
import { messages } from '../../messages.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { searchRequested } from '../../store/searchRequested.ts'
import { GUTTER } from '../../theme.ts'
import { Description } from './Description.tsx'
import { formatDate, httpLink, placeInSeries } from './facts.ts'

const TITLE_SIZE = 'clamp(1.9rem, 4vw, 3.05rem)'

/** Cover at the left, words of at most 65 characters a line beside it; below each other at 744 px and below. */
const Columns = styled('article')(({ theme }) => ({
  display: 'grid',
  gap: 'clamp(24px, 5vw, 80px)',
  marginTop: 'clamp(16px, 3vw, 32px)',
  [theme.breakpoints.up('above744')]: {
    gridTemplateColumns: 'minmax(220px, min(36vw, 400px)) minmax(0, 36rem)',
    justifyContent: 'center',
  },
}))

const Side = styled('div')(({ theme }) => ({
  position: 'relative',
  overflowX: 'clip',
  margin: `0 calc(-1 * ${GUTTER})`,
  padding: '24px 0',
  [theme.breakpoints.up('above744')]: { overflowX: 'visible', margin: 0, padding: 0 },
}))

const Cover = styled('div')(({ theme }) => ({
  position: 'relative',
  width: 'min(58vw, 260px)',
  margin: '0 auto',
  filter: `drop-shadow(0 24px 36px ${theme.vars.palette.shade})`,
  [theme.breakpoints.up('above744')]: { position: 'sticky', top: 96, width: 'auto' },
}))

/** On a phone the cover's own colours shine behind it. */
const Glow = styled('img')(({ theme }) => ({
  position: 'absolute',
  inset: '-6% 0',
  zIndex: -1,
  width: '100%',
  height: '112%',
  objectFit: 'cover',
  filter: 'blur(42px) saturate(1.8)',
  opacity: 0.55,
  maskImage: 'radial-gradient(closest-side, #000 35%, transparent)',
  [theme.breakpoints.up('above744')]: { display: 'none' },
}))

/**
 * Lies over the skeleton's cover: in place of `data-cover` the server writes the address (server/plugins/bookMeta.ts),
 * so that the cover is seen before the script runs. Elsewhere it has none.
 */
const EarlyCover = styled('img')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  borderRadius: theme.shape.borderRadius,
  '&:not([src])': { display: 'none' },
}))

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'min(10rem, 45%) minmax(0, 1fr)',
  gap: '0.5rem 1rem',
  margin: '1.25rem 0 1.5rem',
  padding: '1rem 0',
  borderBlock: `1px solid ${theme.vars.palette.divider}`,
  '& dt': {
    ...theme.typography.overline,
    color: theme.vars.palette.text.secondary,
    textTransform: 'uppercase',
  },
  '& dd': { margin: 0 },
}))

const Actions = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(17.5rem, 100%), 1fr))',
  gap: 12,
})

/** A book with all that is known of it, its heart and its links. */
export function BookDetail({ book }: { book: Book }) {
  const { title, subtitle, originalTitle, series, authors, categories, language } = book.volumeInfo
  const { description, imageLinks, publishedDate, subjects = [] } = book.volumeInfo
  const [category] = categories
  const facts: Record<string, ReactNode> = {
    Category: category ? <SearchLinks words={[category]} /> : messages.categoryFallback,
    Author: authors.length > 0 ? <SearchLinks words={authors} /> : messages.authorFallback,
    Series: series && (
      <>
        <span>{placeInSeries(series)}</span>
        <SearchLinks words={[series.name]} />
      </>
    ),
    'Also known as': originalTitle === title ? undefined : originalTitle,
    Subjects: subjects.length > 0 && <SearchLinks words={subjects} />,
    'Published Year': publishedDate ? formatDate(publishedDate) : messages.publishedFallback,
  }
  const hasSubtitle = subtitle !== undefined && !title.includes(subtitle)
  return (
    <Columns>
      <Side>
        {imageLinks && <Glow src={imageLinks.thumbnail} alt="" aria-hidden />}
        <Cover>
          <BookCover thumbnail={imageLinks?.thumbnail} eager />
        </Cover>
      </Side>
      {/* Above the shadow of the cover. */}
      <Box sx={{ position: 'relative', overflowWrap: 'anywhere' }}>
        <Typography variant="h1" dir="auto" lang={language} sx={{ fontSize: titleSize(title) }}>
          {title || messages.untitled}
        </Typography>
        {hasSubtitle && (
          <Typography
            variant="lede"
            dir="auto"
            lang={language}
            color="textSecondary"
            sx={{ mt: 1 }}
          >
            {subtitle}
          </Typography>
        )}
        <Facts>
          {Object.entries(facts).map(
            ([name, value]) =>
              value && (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd dir="auto">{value}</dd>
                </Fragment>
              ),
          )}
        </Facts>
        <Actions>
          <FavoriteButton book={book} screen="detail" labelled />
          <Links book={book} />
        </Actions>
        <Box
          component="section"
          dir="auto"
          lang={description ? language : undefined}
          aria-label="Description"
          // A scrolling region must be reachable by keyboard.
          tabIndex={0}
          sx={{
            typography: 'lede',
            maxHeight: 'min(60vh, 34rem)',
            mt: 3,
            pr: 1.5,
            overflowY: 'auto',
            scrollbarWidth: 'thin',
            fontSize: '1.125rem',
            lineHeight: 1.65,
            '& p': { mt: 0, mb: '0.9em' },
            '@media print': { maxHeight: 'none' },
          }}
        >
          <Description html={description ?? ''} />
        </Box>
      </Box>
    </Columns>
  )
}

/** Buttons that look like links: the search in the bar looks for their words (decision 54). */
function SearchLinks({ words }: { words: readonly string[] }) {
  const dispatch = useAppDispatch()
  return words.map((text, index) => (
    <Fragment key={index}>
      {index > 0 && <span>, </span>}
      <Link
        component="button"
        type="button"
        onClick={() => dispatch(searchRequested(text))}
        sx={{ textAlign: 'start', verticalAlign: 'baseline' }}
      >
        {text}
      </Link>
    </Fragment>
  ))
}

/** Titles of old, which tell half the book, are set smaller. */
function titleSize(title: string): string {
  if (title.length >= 160) return '1.44rem'
  return title.length >= 80 ? '1.73rem' : TITLE_SIZE
}

/** The three links out, each under its condition, http(s) only (decision 42). */
function Links({ book: { accessInfo, saleInfo } }: { book: Book }) {
  const { pdf, webReaderLink } = accessInfo
  const links = {
    'Read Now': httpLink(webReaderLink),
    'View PDF': pdf.isAvailable ? httpLink(pdf.acsTokenLink) : undefined,
    'Buy Link': httpLink(saleInfo.buyLink),
  }
  return Object.entries(links).map(
    ([text, href]) =>
      href && (
        <Button
          key={text}
          {...(text === 'Read Now'
            ? { variant: 'contained' }
            : { variant: 'outlined', color: 'inherit' })}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          endIcon={<OutsideIcon />}
        >
          {text}
        </Button>
      ),
  )
}

/** Holds the page's shape while the book loads. */
export function BookSkeleton() {
  return (
    <Columns aria-hidden>
      <Side>
        <Cover sx={{ '&:not(:has([src]))': { filter: 'none' } }}>
          <CoverSkeleton />
          <EarlyCover alt="" data-cover="" />
        </Cover>
      </Side>
      <Box>
        <Skeleton sx={{ width: '70%', fontSize: TITLE_SIZE }} />
        <Skeleton variant="rounded" sx={{ height: 122, my: 2.5 }} />
        <Actions>
          <Skeleton variant="rounded" sx={{ height: 44 }} />
          <Skeleton variant="rounded" sx={{ height: 44 }} />
        </Actions>
        <Skeleton variant="rounded" sx={{ height: '13rem', mt: 3 }} />
      </Box>
    </Columns>
  )
}

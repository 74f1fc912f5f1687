import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Fragment, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { authorsShown } from '../../../contract/authorsShown.ts'
import type { Book } from '../../../contract/books.ts'
import { titleLength } from '../../../contract/titleLength.ts'
import { BookCover, CoverSkeleton } from '../../components/BookCover.tsx'
import { bookWords } from '../../components/bookWords.ts'
import { FavoriteButton } from '../../components/FavoriteButton.tsx'
import { formatDate, httpLink, placeInSeries } from '../../components/bookFacts.ts'
import { OutsideIcon } from '../../components/readerIcons.tsx'
import { StatusText } from '../../components/StatusText.tsx'
import { useSearchRequest } from '../../components/useSearchRequest.ts'
import { interestName } from '../../interestMessages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { GUTTER, visuallyHidden } from '../../theme.ts'
import { Around } from '../../languages/Around.tsx'
import { FoldedDescription } from './Description.tsx'
import { MarkButtons } from './MarkButtons.tsx'
import { SeriesStrip } from './SeriesStrip.tsx'
import { useSubjectLabels } from './useSubjectLabels.ts'

const words = readerMessages.book
const TITLE_SIZE = '1.9rem'

/**
 * Cover, title, actions, description, facts: below each other; from 745 px beside the cover; from 1281 px in two
 * columns beside it, so that what comes next is in view.
 */
const Columns = styled('article')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '16px clamp(24px, 3.4vw, 64px)',
  marginTop: 16,
  overflowWrap: 'anywhere',
  // Titles of old, which tell half the book, are set smaller (contract/titleLength.ts).
  [theme.breakpoints.down('from993')]: { '& [data-length=short]': { fontSize: TITLE_SIZE } },
  '& [data-length=long]': { fontSize: '1.73rem' },
  '& [data-length=longest]': { fontSize: '1.44rem' },
  [theme.breakpoints.up('above744')]: {
    gridTemplate: 'auto auto auto 1fr / min(34vw, 320px) minmax(0, 40rem)',
  },
  [theme.breakpoints.up('above1280')]: {
    // The second row takes what the buttons are higher than the title: the description follows the title at once.
    gridTemplate:
      'auto minmax(min-content, 0fr) 1fr / min(16.6vw, 340px) minmax(0, 1.4fr) minmax(0, 1fr)',
    '& > :nth-of-type(3)': { gridArea: '1 / 3 / span 2' },
    '& > :nth-of-type(4)': { gridArea: '2 / 2 / span 2' },
  },
}))

const Side = styled('div')(({ theme }) => ({
  position: 'relative',
  // Below the words, which its shadow must not darken.
  zIndex: -1,
  overflowX: 'clip',
  margin: `0 calc(-1 * ${GUTTER})`,
  padding: '16px 0 24px',
  [theme.breakpoints.up('above744')]: {
    gridRow: '1 / -1',
    overflowX: 'visible',
    margin: 0,
    padding: 0,
  },
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
  gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)',
  alignItems: 'baseline',
  alignContent: 'start',
  gap: '0.5rem 1.25rem',
  margin: 0,
  padding: '1rem 0 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& dt': {
    ...theme.typography.overline,
    color: theme.vars.palette.text.secondary,
  },
  '& dd': { margin: 0 },
}))

/** The heart, below it the mark and its menu: as wide and high whatever they say, so that nothing below moves. */
const Actions = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignContent: 'start',
  gap: 8,
  '& > :first-of-type': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('above480')]: { maxWidth: 320 },
}))

const OutsideLinks = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '&:not(:empty)': { paddingTop: 16 },
  '& > a': { paddingInline: 12 },
  [theme.breakpoints.down('above480')]: { '& > a': { flexGrow: 1, fontSize: '0.875rem' } },
}))

interface BookDetailProps {
  book: Book
  /** The description is a list's, cut, and the rest is not on the device. */
  isCut?: boolean
}

/** A book with all that is known of it, its heart and its links. */
export function BookDetail({ book, isCut = false }: BookDetailProps) {
  const { title, subtitle, originalTitle, series, authors, categories, language } = book.volumeInfo
  const { description, imageLinks, publishedDate, subjects = [] } = book.volumeInfo
  const labels = useSubjectLabels()
  const [category] = categories
  const facts: readonly [name: string, value: ReactNode][] = [
    [
      words.category,
      category ? <SearchLinks key="words" words={[category]} /> : words.notAvailable,
    ],
    [
      words.series,
      series && (
        <Around key="words" text={(name) => placeInSeries(series, name)}>
          <SearchLinks words={[series.name]} />
        </Around>
      ),
    ],
    [
      words.alsoKnownAs,
      originalTitle && originalTitle !== title && <bdi key="words">{originalTitle}</bdi>,
    ],
    [
      words.subjects,
      subjects.length > 0 && <SearchLinks key="words" words={subjects} labels={labels} />,
    ],
    [words.published, publishedDate ? formatDate(publishedDate) : words.notAvailable],
  ]
  const hasSubtitle = subtitle !== undefined && !title.includes(subtitle)
  return (
    <Columns>
      <Side>
        {imageLinks && <Glow src={imageLinks.thumbnail} alt="" aria-hidden />}
        <Cover>
          <BookCover thumbnail={imageLinks?.thumbnail} eager />
        </Cover>
      </Side>
      <div>
        <Typography variant="h1" dir="auto" lang={language} data-length={titleLength(title)}>
          {bookWords(book).title}
        </Typography>
        {hasSubtitle && (
          <Typography variant="lede" dir="auto" lang={language} color="textSecondary">
            {subtitle}
          </Typography>
        )}
        <Typography variant="lede" component="dl" sx={bylineLook}>
          <dt>{words.author}</dt>
          <dd>
            {authors.length > 0 ? (
              <Around text={(names) => words.by({ authors: names })}>
                <SearchLinks words={authors} first={authorsShown(authors)} />
              </Around>
            ) : (
              words.unknownAuthor
            )}
          </dd>
        </Typography>
      </div>
      <Actions>
        <FavoriteButton book={book} screen="detail" labelled />
        <MarkButtons book={book} />
      </Actions>
      <div>
        <FoldedDescription html={description ?? ''} language={language} />
        {isCut && <StatusText>{readerMessages.offline.rest}</StatusText>}
        <Links book={book} />
      </div>
      <div>
        <Facts>
          {facts.map(
            ([name, value], index) =>
              value && (
                <Fragment key={index}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </Fragment>
              ),
          )}
        </Facts>
        {series?.number !== undefined && <SeriesStrip book={book} />}
      </div>
    </Columns>
  )
}

/** The author stands under the title, where 'by' says what the label would. */
const bylineLook = { m: 0, mt: 0.5, '& dt': visuallyHidden, '& dd': { m: 0 } } as const

/**
 * Buttons that look like links: the search in the bar looks for their words. Where not all are shown `first`, one shows
 * the others.
 */
function SearchLinks({
  words: all,
  first = all,
  labels = {},
}: {
  words: readonly string[]
  first?: readonly string[]
  /** What they are called, where that is not what is searched for. */
  labels?: Readonly<Record<string, string>>
}) {
  const requestSearch = useSearchRequest()
  const [shown, setShown] = useState(first)
  const others = all.length - shown.length
  return (
    <>
      {shown.map((text, index) => (
        <Fragment key={index}>
          {index > 0 && <span>{readerMessages.comma.slice(1)}</span>}
          {/* No line begins with the comma. */}
          <Box component="span" sx={{ display: 'inline-block' }}>
            <Link
              component="button"
              type="button"
              dir="auto"
              onClick={() => requestSearch(text)}
              sx={linkLook}
            >
              {labels[text] ?? interestName(text)}
            </Link>
            {index < all.length - 1 && <span>{readerMessages.comma.charAt(0)}</span>}
          </Box>
        </Fragment>
      ))}
      {others > 0 && (
        <>
          <span> </span>
          <Link
            component="button"
            type="button"
            color="textSecondary"
            sx={linkLook}
            onClick={({ currentTarget: { parentElement } }) => {
              // It goes: the focus is on the first that came.
              flushSync(() => setShown(all))
              parentElement?.querySelectorAll('button')[first.length]?.focus()
            }}
          >
            {words.moreAuthors({ count: others })}
          </Link>
        </>
      )}
    </>
  )
}

const linkLook = {
  fontSize: 'inherit',
  textAlign: 'inherit',
  verticalAlign: 'baseline',
  '@media (pointer: coarse)': { minHeight: 44 },
}

/** The three links out, each under its condition, http(s) only: others could run scripts. */
function Links({ book: { accessInfo, saleInfo } }: { book: Book }) {
  const { pdf, webReaderLink } = accessInfo
  const links = [
    [words.read, httpLink(webReaderLink)],
    [words.pdf, pdf.isAvailable ? httpLink(pdf.acsTokenLink) : undefined],
    [words.buy, httpLink(saleInfo.buyLink)],
  ] as const
  return (
    <OutsideLinks>
      {links.map(
        ([text, href], index) =>
          href && (
            <Button
              key={index}
              variant="outlined"
              color="inherit"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
              endIcon={<OutsideIcon />}
            >
              {text}
            </Button>
          ),
      )}
    </OutsideLinks>
  )
}

/**
 * Where title, subtitle and authors will be. Of a page that was opened by its address the server writes them there
 * (server/plugins/bookMeta.ts), so that they are read before the script runs, and hydration leaves what it finds;
 * elsewhere bars hold their places.
 */
const EarlyWords = styled('div')({
  '& [data-early]:empty, & p:has(> [data-early]:empty)': { display: 'none' },
  '& [data-early=title]:not(:empty) ~ .MuiSkeleton-root': { display: 'none' },
  // As high as the buttons that come.
  '@media (pointer: coarse)': { '& span[data-early]': { lineHeight: '44px' } },
})

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
      <EarlyWords>
        <Typography
          variant="h1"
          component="p"
          dir="auto"
          data-early="title"
          suppressHydrationWarning
        >
          {''}
        </Typography>
        <Typography
          variant="lede"
          component="p"
          dir="auto"
          color="textSecondary"
          data-early="subtitle"
          suppressHydrationWarning
        >
          {''}
        </Typography>
        <Typography variant="lede" component="p" dir="auto" sx={{ mt: 0.5 }}>
          <Around text={(authors) => words.by({ authors })}>
            <Link component="span" data-early="authors" suppressHydrationWarning>
              {''}
            </Link>
          </Around>
        </Typography>
        <Skeleton sx={{ width: '70%', fontSize: TITLE_SIZE }} />
        <Skeleton sx={{ width: '40%', fontSize: '1.5rem' }} />
      </EarlyWords>
      <Actions>
        <Skeleton variant="rounded" sx={{ height: 44 }} />
        <Skeleton variant="rounded" sx={{ gridColumn: '1 / -1', height: 44 }} />
      </Actions>
      <Skeleton variant="rounded" sx={{ maxWidth: '40rem', height: '16rem' }} />
      <Skeleton variant="rounded" sx={{ height: '12rem' }} />
    </Columns>
  )
}

import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useId } from 'react'
import { flushSync } from 'react-dom'
import { BookCard, BookCardSkeletons, cardLinkId } from '../../components/BookCard.tsx'
import { BookGrid } from '../../components/BookGrid.tsx'
import { Catchword } from '../../components/Catchword.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { Reason, sharedReason } from '../../components/Reason.tsx'
import { useIsOffline } from '../../components/useIsOffline.ts'
import { interestName } from '../../interestMessages.ts'
import { focusId, scrollToId } from '../../lib/scroll.ts'
import { readerMessages } from '../../readerMessages.ts'
import { FOR_YOU, type SectionBooks } from '../../store/shelvesSlice.ts'
import { ruled, visuallyHidden } from '../../theme.ts'
import type { Shelves } from './useShelves.ts'

const Root = styled('section')({ marginBottom: 'clamp(24px, 3vw, 40px)', outline: 'none' })

/** `Show more` and the catchword. */
const Foot = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: 44,
  '& a': { marginLeft: 'auto' },
  '@media print': { display: 'none' },
})

const skipLook = { position: 'absolute', zIndex: 1, '&:not(:focus)': visuallyHidden } as const

const sectionId = (name: string): string => `section-${name.replaceAll(/\W+/g, '-')}`

interface SectionProps {
  title: string
  /** Names the section and the links of its cards. */
  name: string
  shelves: Shelves
  /** What the section's request brought, the same list at every render; `undefined` while it brought nothing. */
  books: SectionBooks | undefined
  request: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Why there are no books, with a button that tries again. */
  failure: string
  /** In place of books; without it, the section is there only where it has books or failed. */
  emptyText?: string
  firstAuthorOnly?: boolean
  /** The name of the next section, to which the catchword at its foot leads. */
  next?: string
}

/** A section of the recommendations: its heading over a thin rule, and full rows of its books. */
export function Section(props: SectionProps) {
  const { title, name, shelves, books, failure, emptyText, firstAuthorOnly, next } = props
  const { isError, isFetching, refetch } = props.request
  const id = useId()
  const shelf = shelves.shelves[name]
  const isDue = shelves.next === name || shelf?.isFailed === true
  const { offer } = shelves
  useEffect(() => {
    if (isDue && !isFetching && (isError || books)) offer(name, isError ? undefined : books)
  }, [isDue, isError, isFetching, books, name, offer])
  const isOptional = emptyText === undefined
  const isOffline = useIsOffline()
  // All at once: the book that leads the page is above them.
  if (!shelves.isReady || (!shelf && isOptional)) return null
  const isFailed = shelf?.isFailed === true
  if (isOptional && isFailed && isOffline) return null
  const { shown: all = [], more = [] } = shelves.view[name] ?? {}
  const shown = name === FOR_YOU ? all.slice(1) : all
  const isLoading = !shelf || (isFailed && isFetching)
  const isEmpty = !isLoading && !isFailed && shown.length === 0
  if (isOptional && isEmpty) return null
  const [first] = more
  const after = next === undefined ? `${sectionId(name)}-end` : sectionId(next)
  const shared = sharedReason(shown)
  return (
    <Root
      id={sectionId(name)}
      tabIndex={-1}
      aria-labelledby={id}
      aria-describedby={shared && `${id}-why`}
    >
      <Typography id={id} variant="h2" sx={{ ...ruled, pt: 0.5, mb: 'clamp(14px, 2vw, 24px)' }}>
        {title}
      </Typography>
      {shared && (
        <Reason id={`${id}-why`} dir="auto">
          {shared}
        </Reason>
      )}
      {isLoading && <BookCardSkeletons />}
      {isFailed && !isLoading && (
        <FailureAlert isSmall onRetry={() => void refetch()}>
          {failure}
        </FailureAlert>
      )}
      {isEmpty && emptyText !== undefined && <EmptyState isSmall text={emptyText} />}
      {shown.length > 0 && (
        <Button
          variant="contained"
          onClick={() => {
            focusId(after)
            scrollToId(after, next === undefined ? 'nearest' : 'start')
          }}
          sx={skipLook}
        >
          {readerMessages.recommendations.skip}
        </Button>
      )}
      {shown.length > 0 && (
        <BookGrid>
          {shown.map(({ book, reason }) => (
            <BookCard
              key={book.id}
              book={book}
              section={name}
              reason={reason === shared ? undefined : reason}
              firstAuthorOnly={firstAuthorOnly}
            />
          ))}
        </BookGrid>
      )}
      <Foot id={`${sectionId(name)}-end`} tabIndex={-1}>
        {first && (
          <Button
            variant="outlined"
            color="inherit"
            aria-label={readerMessages.recommendations.moreOf({ title })}
            onClick={() => {
              // The card that takes the focus must be there.
              flushSync(() => shelves.reveal(name))
              focusId(cardLinkId(name, first.book))
            }}
          >
            {readerMessages.recommendations.more}
          </Button>
        )}
        {next !== undefined && (
          <Catchword to={sectionId(next)}>
            {next === FOR_YOU ? readerMessages.recommendations.forYou : interestName(next)}
          </Catchword>
        )}
      </Foot>
    </Root>
  )
}

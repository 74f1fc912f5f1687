import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Book } from '../../../contract/books.ts'
import { BookCard, BookCardSkeletons } from '../../components/BookCard.tsx'
import { BookGrid } from '../../components/BookGrid.tsx'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { StatusText } from '../../components/StatusText.tsx'
import { BOOKS_PER_SECTION } from '../../constants.ts'
import { messages } from '../../messages.ts'

const Root = styled('section')({
  marginBottom: 'clamp(24px, 3vw, 40px)',
})

interface SectionProps {
  title: string
  /** Names the links of its cards: one book may be in several sections. */
  name: string
  books: readonly Book[] | undefined
  /** Cards of those to come hold their place. */
  isLoading: boolean
  /** Why there are none, with a button that tries again. */
  failure?: string | undefined
  onRetry: () => void
  firstAuthorOnly?: boolean
  /** The catchword at its foot: what the next section is about. Not read out. */
  next?: string | undefined
}

/** A section of the recommendations: its heading over a thin rule, and full rows of its books. */
export function Section({
  title,
  name,
  books,
  isLoading,
  failure,
  onRetry,
  firstAuthorOnly = false,
  next,
}: SectionProps) {
  const id = useId()
  return (
    <Root aria-labelledby={id}>
      <Typography
        id={id}
        variant="h2"
        sx={{
          pt: 0.5,
          pb: 1,
          mb: 'clamp(14px, 2vw, 24px)',
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        {title}
      </Typography>
      {isLoading && <StatusText>{messages.loading}</StatusText>}
      {isLoading && <BookCardSkeletons />}
      {failure !== undefined && <FailureAlert onRetry={onRetry}>{failure}</FailureAlert>}
      {books?.length === 0 && <StatusText>{messages.noBooksForPreference}</StatusText>}
      {books && (
        <BookGrid>
          {books.slice(0, BOOKS_PER_SECTION).map((book) => (
            <BookCard key={book.id} book={book} section={name} firstAuthorOnly={firstAuthorOnly} />
          ))}
        </BookGrid>
      )}
      {next !== undefined && (
        <Typography
          variant="subtitle1"
          component="p"
          aria-hidden
          color="textSecondary"
          sx={{ mt: 2.5, textAlign: 'end', displayPrint: 'none' }}
        >
          {next}
        </Typography>
      )}
    </Root>
  )
}

import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { useGetPreferencesQuery } from '../../api/booksApi.ts'
import { BookCardSkeletons } from '../../components/BookCard.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { preferencesFailure } from '../../components/preferencesFailure.ts'
import { StatusText } from '../../components/StatusText.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { visuallyHidden } from '../../theme.ts'
import { PreferenceSection } from './PreferenceSection.tsx'
import { Section } from './Section.tsx'
import { useAuthorBooks } from './useAuthorBooks.ts'

/** Recommendations: books by favorite authors, then one section per preference (section 2). */
export function RecommendationsScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle('Recommendations')
  // Of another reader it is another page.
  return userId === null ? null : <Recommendations key={userId} userId={userId} />
}

function Recommendations({ userId }: { userId: string }) {
  const { data: preferences, error, isLoading, refetch } = useGetPreferencesQuery(userId)
  const authors = useAuthorBooks(userId)
  // Whether there are favorite authors is known first: nothing is pushed down later.
  const isReady = !isLoading && !authors.isLoading
  return (
    <>
      <Typography variant="h1" sx={visuallyHidden}>
        Recommendations
      </Typography>
      {!isReady && (
        <>
          <Skeleton sx={{ width: '9em', fontSize: '1.95rem' }} />
          <StatusText>{messages.loading}</StatusText>
          <BookCardSkeletons />
        </>
      )}
      {isReady && error && (
        <FailureAlert onRetry={() => void refetch()}>{preferencesFailure(error)}</FailureAlert>
      )}
      {isReady && (authors.isError || authors.books?.length) ? (
        <Section
          title="Books by Your Favorite Authors"
          name="authors"
          books={authors.books}
          isLoading={false}
          failure={authors.isError ? messages.favoriteAuthorsFailed : undefined}
          onRetry={() => void authors.refetch()}
          firstAuthorOnly
          next={preferences?.[0]}
        />
      ) : null}
      {isReady &&
        preferences?.map((preference, index) => (
          <PreferenceSection
            key={preference}
            preference={preference}
            next={preferences[index + 1]}
          />
        ))}
      {isReady && preferences?.length === 0 && (
        <EmptyState
          text="You have not picked any interests yet."
          to={paths.categories}
          linkText="Discover your interests"
        />
      )}
      {isReady && (error !== undefined || Boolean(preferences?.length)) && (
        <Typography color="textSecondary" sx={{ displayPrint: 'none' }}>
          <span>Looking for something else? </span>
          <Typography component={Link} to={paths.categories} color="primary">
            Change your interests
          </Typography>
        </Typography>
      )}
    </>
  )
}

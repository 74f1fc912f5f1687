import { Link } from 'react-router-dom'
import { useGetPreferencesQuery } from '../../api/booksApi.ts'
import { EmptyShelf } from '../../components/EmptyShelf.tsx'
import { preferencesFailure } from '../../components/preferencesFailure.ts'
import { FailureText } from '../../components/StatusText.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../state/authSlice.ts'
import { useAppSelector } from '../../state/hooks.ts'
import { FavoriteAuthorsShelf } from './FavoriteAuthorsShelf.tsx'
import { PreferenceShelf } from './PreferenceShelf.tsx'
import { UnknownShelf } from './Shelf.tsx'
import styles from './Shelf.module.css'

/** Recommendations: the favorite authors' shelf, then one per preference (section 2). */
export function RecommendationsScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle('Recommendations')
  return userId === null ? null : <Shelves userId={userId} />
}

function Shelves({ userId }: { userId: string }) {
  const { data: preferences, error, isLoading, refetch } = useGetPreferencesQuery(userId)
  // Also as long as nobody knows: a heading that is seen would move them.
  const hasShelves = !error && preferences?.length !== 0
  return (
    <>
      <h1 className={hasShelves ? 'visually-hidden' : styles['page']}>Recommendations</h1>
      <FavoriteAuthorsShelf userId={userId} />
      {isLoading && <UnknownShelf />}
      {error && (
        <FailureText onRetry={() => void refetch()}>{preferencesFailure(error)}</FailureText>
      )}
      {preferences?.map((preference) => (
        <PreferenceShelf key={preference} preference={preference} />
      ))}
      {preferences?.length === 0 && (
        <EmptyShelf
          text="You have not picked any interests yet."
          to={paths.categories}
          onward="Discover your interests"
        />
      )}
      {(error ?? preferences?.length) ? (
        <p className={styles['onward']}>
          Looking for something else? <Link to={paths.categories}>Change your interests</Link>
        </p>
      ) : null}
    </>
  )
}

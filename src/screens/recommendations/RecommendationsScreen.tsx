import { useEffect, useState } from 'react'
import { Link, NavigationType, useNavigationType } from 'react-router-dom'
import { useGetFavoriteAuthorsQuery, useGetPreferencesQuery } from '../../api/booksApi.ts'
import { EmptyShelf, failed } from '../../components/EmptyShelf.tsx'
import { preferencesFailure } from '../../components/preferencesFailure.ts'
import { FailureText } from '../../components/StatusText.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../state/authSlice.ts'
import { secondsSinceChange } from '../../state/favoritesChanged.ts'
import { useAppSelector, useAppStore } from '../../state/hooks.ts'
import { selectEntries } from '../../state/localFavoritesSlice.ts'
import { FavoriteAuthorsShelf } from './FavoriteAuthorsShelf.tsx'
import { PreferenceShelf } from './PreferenceShelf.tsx'
import { UnknownShelf } from './Shelf.tsx'
import { takeUpShelves } from './takeUpShelves.ts'
import styles from './Shelf.module.css'

/** Recommendations: the favorite authors' shelf, then one per preference (section 2). */
export function RecommendationsScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle('Recommendations')
  // Of another reader it is another page: nothing of the one before is theirs.
  return userId === null ? null : <Shelves key={userId} userId={userId} />
}

RecommendationsScreen.takeUp = takeUpShelves

/** So long, in ms, known interests wait to be told whether another shelf stands over theirs. */
const PATIENCE = 300

/**
 * Whether the shelves can come, so that what is seen of them stays where it is: the interests are known, and
 * whether the favorite authors' shelf stands over theirs; where its place is held, that need not be.
 */
function useShelvesDue({
  isHeld,
  isLoading,
  isUnknown,
}: Record<'isHeld' | 'isLoading' | 'isUnknown', boolean>) {
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    if (isLoading) return undefined
    const timer = setTimeout(() => setPatient(false), PATIENCE)
    return () => clearTimeout(timer)
  }, [isLoading])
  return !isLoading && (isHeld || !isUnknown || !isPatient)
}

function Shelves({ userId }: { userId: string }) {
  const { data: preferences, error, isLoading, refetch } = useGetPreferencesQuery(userId)
  // Whoever gave a heart finds its author on the page that they open next. Back brings it as it was left,
  // with the place (decision 15).
  const type = useNavigationType()
  const authors = useGetFavoriteAuthorsQuery(userId, {
    refetchOnMountOrArgChange: type !== NavigationType.Pop && secondsSinceChange(),
  })
  // Whoever has favorites nearly always has favorite authors, whose shelf stands first: its place is held, so
  // that it does not push the others down when its books come. Only favorites that are known in the first
  // frame count: a place that is made later would push them down itself.
  const store = useAppStore()
  const [isHeld] = useState(() => selectEntries(store.getState()).length > 0)
  const areDue = useShelvesDue({ isHeld, isLoading, isUnknown: authors.isLoading })
  // Where shelves stand the heading is for screen readers alone. It is so while nobody knows yet, too: a
  // heading that is seen until the shelves come would move them up when it goes.
  const hasShelves = !error && preferences?.length !== 0
  return (
    <>
      <h1 className={hasShelves ? 'visually-hidden' : styles['page']}>Recommendations</h1>
      {/* Under the page's heading: below the shelf it would seem to be the shelf's. */}
      {areDue && error && (
        <div className={isHeld ? undefined : failed}>
          <FailureText onRetry={() => void refetch()}>{preferencesFailure(error)}</FailureText>
        </div>
      )}
      {(isHeld || areDue) && (
        <FavoriteAuthorsShelf {...authors} isExpected={isHeld} next={preferences?.[0]} />
      )}
      {areDue ? (
        <>
          {preferences?.map((preference, index) => (
            <PreferenceShelf
              key={preference}
              preference={preference}
              next={preferences[index + 1]}
            />
          ))}
          {preferences?.length === 0 && (
            <EmptyShelf
              text="You have not picked any interests yet."
              to={paths.categories}
              onward="Discover your interests"
            />
          )}
          {(error ?? preferences?.length) ? (
            <p className={`${styles['onward']} no-print`}>
              Looking for something else? <Link to={paths.categories}>Change your interests</Link>
            </p>
          ) : null}
        </>
      ) : (
        <UnknownShelf />
      )}
    </>
  )
}

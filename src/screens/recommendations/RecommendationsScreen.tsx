import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Fragment, useEffect, useState } from 'react'
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { booksApi } from '../../api/booksApi.ts'
import { BookCardSkeletons } from '../../components/BookCard.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { preferencesFailure } from '../../components/preferencesFailure.ts'
import { useGuardedPage } from '../../components/useGuardedPage.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { AUTHORS, FOR_YOU } from '../../store/shelvesSlice.ts'
import { visuallyHidden } from '../../theme.ts'
import { Lead, LeadSkeleton } from './Lead.tsx'
import { AuthorsSection, ForYouSection, PreferenceSection } from './sections.tsx'
import { useShelves } from './useShelves.ts'

/** Recommendations: books by favorite authors, books picked for the reader, then one section per preference. */
export function RecommendationsScreen() {
  const userId = useAppSelector(selectUserId)
  const { key } = useLocation()
  usePageTitle(messages.pages.recommendations)
  if (userId === null) return null
  const entry = `${userId} ${key}`
  return <Recommendations key={entry} entry={entry} userId={userId} />
}

/** After a login that the guard began: on to the page that was asked for, until this one is left. */
function GuardedPageLink() {
  const [isArrival] = useState(useNavigationType() !== NavigationType.Pop)
  const guarded = useGuardedPage()
  if (!isArrival || !guarded) return null
  return (
    <Button component={Link} to={guarded.path} variant="outlined" color="inherit" sx={{ mb: 3 }}>
      {messages.session.continueTo[guarded.name]}
    </Button>
  )
}

function Recommendations({ entry, userId }: { entry: string; userId: string }) {
  const type = useNavigationType()
  useEffect(() => {
    // Its link was followed on the page itself: the page is opened anew.
    if (type === NavigationType.Replace) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [type])
  const { data: preferences, error, isLoading, refetch } = booksApi.useGetPreferencesQuery(userId)
  const names = isLoading ? [] : [AUTHORS, FOR_YOU, ...(preferences ?? [])]
  const shelves = useShelves(entry, userId, names)
  const [first, ...others] = preferences ?? []
  const [lead, ...picked] = shelves.view[FOR_YOU]?.shown ?? []
  return (
    <>
      <Typography variant="h1" sx={visuallyHidden}>
        {messages.pages.recommendations}
      </Typography>
      <GuardedPageLink />
      {error && !isLoading && (
        <FailureAlert onRetry={() => void refetch()}>{preferencesFailure(error)}</FailureAlert>
      )}
      {lead && shelves.isReady && <Lead item={lead} />}
      <AuthorsSection
        userId={userId}
        shelves={shelves}
        next={picked.length > 0 ? FOR_YOU : first}
      />
      <ForYouSection userId={userId} shelves={shelves} next={first} />
      {/* Of its own where no book leads: nothing moves up. */}
      {!shelves.isReady && (
        <Fragment key={String(shelves.mayLead)}>
          {shelves.mayLead && <LeadSkeleton />}
          <Skeleton
            sx={{ width: '9em', mb: 'clamp(27px, 2vw + 13px, 37px)', fontSize: '1.95rem' }}
          />
          <BookCardSkeletons />
        </Fragment>
      )}
      {preferences?.map((preference, index) => (
        <PreferenceSection
          key={preference}
          preference={preference}
          shelves={shelves}
          next={others[index]}
        />
      ))}
      {preferences?.length === 0 && shelves.isReady && (
        <EmptyState text={readerMessages.recommendations.noInterests} to={paths.categories}>
          {readerMessages.recommendations.discover}
        </EmptyState>
      )}
      {shelves.isReady && (error !== undefined || first !== undefined) && (
        <Typography color="textSecondary" sx={{ displayPrint: 'none' }}>
          <span>{readerMessages.recommendations.somethingElse}</span>
          <Typography component={Link} to={paths.categories} color="primary">
            {readerMessages.recommendations.change}
          </Typography>
        </Typography>
      )}
    </>
  )
}

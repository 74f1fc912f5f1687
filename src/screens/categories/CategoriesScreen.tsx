import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import Grid from '@mui/material/Grid'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CATEGORIES, type Category } from '../../../contract/categories.ts'
import { booksApi } from '../../api/booksApi.ts'
import { FailureAlert } from '../../components/FailureAlert.tsx'
import { preferencesFailure } from '../../components/preferencesFailure.ts'
import { StickyFoot } from '../../components/StickyFoot.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { toast } from '../../lib/toast.tsx'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { ruled } from '../../theme.ts'
import { CategoryTile, TILE_HEIGHT } from './CategoryTile.tsx'

/** Toasts on the foot: at the left of its button; on a phone above it. */
const toastsLook = {
  ':root .notistack-SnackbarContainer': {
    marginBottom: 72,
    '@media (min-width: 600px)': { margin: '0 calc(180px + max(0px, 50vw - 740px)) -4px 0' },
  },
}

/** What the reader has selected (`true`) or deselected, of the tiles that they have pressed. */
type Toggled = Partial<Record<Category, boolean>>

/** In the specification's order: as toggled, else as saved. */
function selectedOf(toggled: Toggled, saved: readonly Category[] | undefined): Category[] {
  return CATEGORIES.filter((name) => toggled[name] ?? saved?.includes(name))
}

/** The interest picker (docs/product.md 2.6). */
export function CategoriesScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle(readerMessages.categories.title)
  // Of another reader it is another page.
  return userId === null ? null : <Picker key={userId} userId={userId} />
}

function Picker({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const saved = booksApi.useGetPreferencesQuery(userId)
  const [save, { isLoading: isSaving }] = booksApi.useSavePreferencesMutation()
  const [toggled, setToggled] = useState<Toggled>({})
  const [failure, setFailure] = useState<string>()
  const selected = selectedOf(toggled, saved.data)
  const isBusy = isSaving || (saved.isFetching && !saved.data)

  const { none, chosen } = readerMessages.categories
  const countText =
    selected.length > 0 ? chosen({ count: selected.length, all: CATEGORIES.length }) : none

  function toggle(category: Category): void {
    setFailure(undefined)
    setToggled({ ...toggled, [category]: !selected.includes(category) })
  }

  async function confirm(): Promise<void> {
    // Confirm replaces the list: one that was not loaded is never replaced.
    if (isBusy || !saved.data) return
    setFailure(undefined)
    const { error } = await save({ userId, preferences: selected })
    if (error) return setFailure(readerMessages.categories.saveFailed)
    toast({ message: readerMessages.categories.saved, kind: 'success' })
    await navigate(paths.recommendations)
  }

  return (
    <>
      <Typography variant="h1" sx={{ ...ruled, fontSize: { xs: 'min(2.07rem, 7.1vw)' } }}>
        {readerMessages.categories.title}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: '60ch', mt: 1.5, mb: 2.5 }}>
        {readerMessages.categories.lede}
      </Typography>
      {saved.isError && (
        <FailureAlert isSmall onRetry={() => void saved.refetch()}>
          {preferencesFailure(saved.error)}
        </FailureAlert>
      )}
      {/* Three columns below 768 px; two below 576 px (docs/product.md 9.2). */}
      <Grid
        component="ul"
        container
        columns={{ xs: 2, from576: 3, from768: 4 }}
        spacing="clamp(8px, 1.4vw, 18px)"
        aria-label={readerMessages.categories.list}
        aria-busy={saved.isLoading}
      >
        {CATEGORIES.map((category) => (
          <Grid key={category} component="li" size={1}>
            {saved.isLoading ? (
              <Skeleton variant="rounded" sx={{ height: TILE_HEIGHT, borderRadius: '10px' }} />
            ) : (
              <CategoryTile
                category={category}
                isSelected={selected.includes(category)}
                onToggle={() => toggle(category)}
              />
            )}
          </Grid>
        ))}
      </Grid>
      <GlobalStyles styles={toastsLook} />
      <StickyFoot data-sticky-foot>
        <Typography role="status" color="textSecondary">
          {saved.isLoading ? messages.loading : countText}
        </Typography>
        {failure !== undefined && (
          <Typography role="alert" sx={{ color: 'error.main', fontWeight: 600 }}>
            {failure}
          </Typography>
        )}
        <Button
          variant="contained"
          disabled={selected.length === 0 || (saved.isError && !saved.data)}
          // It keeps the focus while it waits.
          aria-disabled={isBusy}
          onClick={() => void confirm()}
        >
          {readerMessages.categories.confirm}
        </Button>
      </StickyFoot>
    </>
  )
}

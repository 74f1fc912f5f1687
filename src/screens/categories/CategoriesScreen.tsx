import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CATEGORIES, type Category } from '../../../contract/categories.ts'
import { useGetPreferencesQuery, useSavePreferencesMutation } from '../../api/booksApi.ts'
import { Icon } from '../../components/Icon.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { StatusText, FailureText } from '../../components/StatusText.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { preferencesFailure } from '../../components/preferencesFailure.ts'
import { toast } from '../../lib/toasts.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../state/authSlice.ts'
import { useAppSelector } from '../../state/hooks.ts'
import styles from './CategoriesScreen.module.css'
import { CategoryTile } from './CategoryTile.tsx'

/** What the reader has chosen (`true`) or taken out, of the tiles that they have touched. */
type Touched = Partial<Record<Category, boolean>>

/** In the specification's order, so that the shelves stand as the tiles do: as touched, else as saved. */
function selectedOf(touched: Touched, saved: readonly Category[] | undefined): Category[] {
  return CATEGORIES.filter((name) => touched[name] ?? saved?.includes(name))
}

const chosen = (count: number): string =>
  count === 0 ? 'Nothing chosen yet' : `${count} of ${CATEGORIES.length} chosen`

/** The interest picker (section 2, decisions 49 and 51). */
export function CategoriesScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle('Discover Your Interests')
  // Of another reader it is another page: nothing of the one before is theirs.
  return userId === null ? null : <Picker key={userId} userId={userId} />
}

function Picker({ userId }: { userId: string }) {
  const navigate = useNavigate()
  const saved = useGetPreferencesQuery(userId)
  const [save, { isLoading: saving }] = useSavePreferencesMutation()
  const [touched, setTouched] = useState<Touched>({})
  const [failure, setFailure] = useState<string>()
  const selected = selectedOf(touched, saved.data)
  const isBusy = saving || (saved.isFetching && !saved.data)

  function toggle(category: Category): void {
    setFailure(undefined)
    setTouched({ ...touched, [category]: !selected.includes(category) })
  }

  async function confirm(): Promise<void> {
    if (isBusy) return
    setFailure(undefined)
    // Confirm replaces the list (decision 49): one that could not be fetched is not replaced unseen.
    const preferences = saved.data ? selected : selectedOf(touched, (await saved.refetch()).data)
    try {
      await save({ userId, preferences }).unwrap()
    } catch {
      setFailure(messages.preferencesSaveFailed)
      return
    }
    toast({ message: messages.preferencesSaved, kind: 'success' })
    await navigate(paths.recommendations)
  }

  return (
    <>
      <h1 className={styles['title']}>Discover Your Interests</h1>
      <p className={styles['lead']}>
        Choose as many as you like. Each becomes a shelf of its own, and you can change them any
        time.
      </p>
      {saved.isLoading && <StatusText>{messages.loading}</StatusText>}
      {saved.isError && (
        <FailureText onRetry={() => void saved.refetch()}>
          {preferencesFailure(saved.error)}
        </FailureText>
      )}
      <ul
        className={styles['grid']}
        aria-label="Interests"
        aria-busy={saved.isLoading}
        data-breathing={saved.isLoading}
      >
        {CATEGORIES.map((category) => (
          <li key={category}>
            {saved.isLoading ? (
              <Skeleton block className={styles['waiting']} />
            ) : (
              <CategoryTile
                category={category}
                selected={selected.includes(category)}
                onToggle={() => toggle(category)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className={styles['foot']} data-sticky-foot>
        <div aria-live="polite" className={styles['count']}>
          {/* Not said before it is known. */}
          {!saved.isLoading && chosen(selected.length)}
        </div>
        {failure !== undefined && (
          <p role="alert" className={styles['failure']}>
            <Icon name="alert" />
            {failure}
          </p>
        )}
        <button
          type="button"
          className="button"
          disabled={selected.length === 0}
          // It keeps the focus while it waits.
          aria-disabled={isBusy}
          onClick={() => void confirm()}
        >
          Confirm
        </button>
      </div>
    </>
  )
}

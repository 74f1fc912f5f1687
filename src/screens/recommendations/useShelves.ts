import { useEffect, useState } from 'react'
import type { Book } from '../../../contract/books.ts'
import { booksApi } from '../../api/booksApi.ts'
import { BOOKS_PER_SECTION } from '../../constants.ts'
import { selectFavoriteIds } from '../../store/favoritesSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'

/** The two sections that are there only where they have books. */
export const AUTHORS = 'authors'
export const FOR_YOU = 'forYou'

/** A book of a section, and why it is there where the section says so. */
export interface ShelfItem {
  book: Book
  reason?: string
}

/** What a section shows, and what `Show more` may add. */
interface Shelf {
  shown: readonly ShelfItem[]
  rest: readonly ShelfItem[]
  /** Until trying again works. */
  isFailed?: true
}

const FAILED: Shelf = { shown: [], rest: [], isFailed: true }

/** What a visit of the page shows. Editions of one work count as one (decision 55b). */
interface Visit {
  /** By id and by work, as they were when the first section was filled. */
  favorites: ReadonlySet<string> | undefined
  /** By the section's name. */
  shelves: Readonly<Record<string, Shelf>>
}

/** By user and history entry: Back rearranges nothing and requests nothing (decision 33). */
const visits = new Map<string, Visit>()

const workOf = ({ id, workId }: Book): string => workId ?? id

const shownWorks = ({ shelves }: Visit): Set<string> =>
  new Set(Object.values(shelves).flatMap(({ shown }) => shown.map(({ book }) => workOf(book))))

/** Whose list this browser knows by id; the server's list also knows the works. */
const favoritesNow =
  (userId: string): AppThunk<ReadonlySet<string>> =>
  (_dispatch, getState) => {
    const ids = selectFavoriteIds(getState())
    const { data = [] } = booksApi.endpoints.getFavoriteBooks.select(userId)(getState())
    return new Set([...ids, ...data.filter(({ id }) => ids.has(id)).map(workOf)])
  }

/** Without favorites, and without what a section shows already. */
function fill(name: string, items: readonly ShelfItem[], visit: Visit): Shelf {
  // The authors' section is there whenever it has a book (decision 55), also where it comes last.
  const shown = name === AUTHORS ? new Set<string>() : shownWorks(visit)
  const fresh = items.filter(({ book }) => {
    const work = workOf(book)
    if (shown.has(work) || visit.favorites?.has(book.id) || visit.favorites?.has(work)) return false
    shown.add(work)
    return true
  })
  return { shown: fresh.slice(0, BOOKS_PER_SECTION), rest: fresh.slice(BOOKS_PER_SECTION) }
}

/**
 * The sections of the recommendations as this visit of the page shows them: filled from the top, each once those
 * above it have answered or failed, then left as they are.
 * @param entry the user and the history entry
 * @param names the sections in their order, as far as they are known
 */
export function useShelves(entry: string, userId: string, names: readonly string[]) {
  const dispatch = useAppDispatch()
  const [visit, setVisit] = useState<Visit>(
    () => visits.get(entry) ?? { favorites: undefined, shelves: {} },
  )
  useEffect(() => void visits.set(entry, visit), [entry, visit])

  const { isSuccess, isError } = booksApi.endpoints.getFavoriteBooks.useQueryState(userId, {
    selectFromResult: ({ isSuccess, isError }) => ({ isSuccess, isError }),
  })
  const isEmpty = useAppSelector((state) => selectFavoriteIds(state).size === 0)
  // After a login this browser knows of no favorites before the server's list is here.
  const hasList = !isEmpty || isSuccess || isError
  const next = hasList ? names.find((name) => visit.shelves[name] === undefined) : undefined

  return {
    shelves: visit.shelves,
    /** Whether it is known which sections there are. */
    isReady: visit.shelves[FOR_YOU] !== undefined,
    hasFavorites: !isEmpty,
    /** Fills a section with what its request brought, where it is its turn; `undefined` where that failed. */
    offer(name: string, items: readonly ShelfItem[] | undefined): void {
      const shelf = visit.shelves[name]
      if (shelf ? !shelf.isFailed || !items : name !== next) return
      const favorites = visit.favorites ?? dispatch(favoritesNow(userId))
      setVisit((before) => {
        if (before.shelves[name] !== shelf) return before
        const now = { ...before, favorites: before.favorites ?? favorites }
        const filled = items ? fill(name, items, now) : FAILED
        return { ...now, shelves: { ...before.shelves, [name]: filled } }
      })
    },
    /** What `Show more` would add: of the rest, what no section shows by now. */
    more(name: string): readonly ShelfItem[] {
      const shown = shownWorks(visit)
      return visit.shelves[name]?.rest.filter(({ book }) => !shown.has(workOf(book))) ?? []
    },
    /** `Show more` was pressed. */
    reveal(name: string, more: readonly ShelfItem[]): void {
      const { shown = [] } = visit.shelves[name] ?? {}
      const shelf = { shown: [...shown, ...more], rest: [] }
      setVisit({ ...visit, shelves: { ...visit.shelves, [name]: shelf } })
    },
  }
}

/** The page's sections, as `useShelves` returns them. */
export type Shelves = ReturnType<typeof useShelves>

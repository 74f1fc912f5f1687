import { useCallback, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { isCategory } from '../../../contract/categories.ts'
import { booksApi } from '../../api/booksApi.ts'
import { useBookColumns } from '../../components/BookGrid.tsx'
import { BOOKS_PER_SECTION } from '../../constants.ts'
import { tabStorage } from '../../lib/tabStorage.ts'
import { selectFavoriteIds, selectGoneIds, selectMarks } from '../../store/favoritesSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { endSection, viewOf } from '../../store/sections.ts'
import {
  AUTHORS,
  FOR_YOU,
  sectionRevealed,
  selectShelves,
  type SectionBooks,
} from '../../store/shelvesSlice.ts'

/** Whether a request was answered or failed. */
const hasEnded = {
  selectFromResult: ({ isSuccess, isError }: { isSuccess: boolean; isError: boolean }) => ({
    hasEnded: isSuccess || isError,
  }),
}

/** How many a section shows at first: of the authors one row; of what is picked one more, which leads the page. */
function placesOf(name: string, columns: number): number {
  if (name === AUTHORS) return columns
  return name === FOR_YOU ? BOOKS_PER_SECTION + 1 : BOOKS_PER_SECTION
}

/**
 * The sections of the recommendations as this visit of the page shows them: filled from the top, each once those
 * above it have answered or failed, then left as they are.
 * @param entry the user and the history entry
 * @param names the sections in their order, as far as they are known
 */
export function useShelves(entry: string, userId: string, names: readonly string[]) {
  const dispatch = useAppDispatch()
  const { key } = useLocation()
  const columns = useBookColumns()
  const shelves = useAppSelector((state) => selectShelves(state, entry))
  const gone = useAppSelector(selectGoneIds)
  const view = useMemo(() => viewOf(shelves, gone), [shelves, gone])
  const { getFavoriteBooks, getMarks } = booksApi.endpoints
  const hasList = getFavoriteBooks.useQueryState(userId, hasEnded).hasEnded
  const hasMarks = getMarks.useQueryState(userId, hasEnded).hasEnded
  const isEmpty = useAppSelector((state) => selectFavoriteIds(state).size === 0)
  const hasWishes = useAppSelector((state) => selectMarks(state).wantToRead.length > 0)
  // After a login this browser knows of no favorites before the server's list is here, and what they are says the list
  // alone: interests' shelves are ordered by it.
  const empty = names.find((name) => shelves[name] === undefined)
  const isReady = hasMarks && (hasList || (empty !== undefined && !isEmpty && !isCategory(empty)))
  const next = isReady ? empty : undefined
  const offer = useCallback(
    (name: string, books: SectionBooks | undefined) => {
      // What was revealed before a reload stays so.
      const places = Number(tabStorage.get(`places:${key} ${name}`)) || placesOf(name, columns)
      dispatch(endSection(userId, { entry, name, books, places }))
    },
    [columns, dispatch, entry, key, userId],
  )
  return {
    shelves,
    /** Whether it is known which sections there are. */
    isReady: shelves[FOR_YOU] !== undefined,
    /** Whether books are picked: by favorites and by what the reader wants to read. */
    hasPicks: !isEmpty || hasWishes,
    /** Whether the page has a book that leads it, as far as is known. */
    mayLead: !isEmpty || hasWishes || !(hasList && hasMarks),
    /** The section whose turn it is to be filled. */
    next,
    /** Fills a section with what its request brought; `undefined` where that failed. */
    offer,
    view,
    reveal: (name: string) => {
      const { shown = [], more = [] } = view[name] ?? {}
      const places = (shelves[name]?.places ?? 0) + BOOKS_PER_SECTION
      tabStorage.set(`places:${key} ${name}`, places)
      const items = [...shown, ...more.slice(0, BOOKS_PER_SECTION)]
      dispatch(sectionRevealed({ entry, name, items }))
    },
  }
}

/** The page's sections, as `useShelves` returns them. */
export type Shelves = ReturnType<typeof useShelves>

// What the sections of the recommendations show. Apart from their slice, so that a first visit does not load it.
import { workIdOf } from '../../contract/workId.ts'
import { booksApi } from '../api/booksApi.ts'
import { selectFavoriteIds, selectMarks } from './favoritesSlice.ts'
import {
  sectionEnded,
  shownWorks,
  type SectionEnd,
  type ShelfItem,
  type Visit,
} from './shelvesSlice.ts'
import { suitedFirst } from './suitedFirst.ts'
import type { AppThunk } from './store.ts'

/** A section as the reader sees it, and what `Show more` may add. */
interface SectionView {
  shown: readonly ShelfItem[]
  more: readonly ShelfItem[]
}

/**
 * The sections by name, without what is `gone`: where a card goes the next takes its place, from a section's own books,
 * then from its rest what no section shows.
 */
export function viewOf(
  shelves: Visit['shelves'],
  gone: ReadonlySet<string>,
): Readonly<Record<string, SectionView>> {
  const works = shownWorks(shelves)
  const isPresent = ({ book }: ShelfItem) => !gone.has(book.id) && !gone.has(workIdOf(book))
  const views = Object.entries(shelves).map(([name, { shown, rest, places }]) => {
    const others = rest.filter(({ book }) => !works.has(workIdOf(book)))
    const items = [...shown, ...others].filter(isPresent)
    const view: SectionView = { shown: items.slice(0, places), more: items.slice(places) }
    for (const { book } of view.shown) works.add(workIdOf(book))
    return [name, view] as const
  })
  return Object.fromEntries(views)
}

/** Fills a section with what its request brought. Hearts and wishes count as they are at the visit's first section. */
export function endSection(userId: string, end: SectionEnd): AppThunk {
  return (dispatch, getState) => {
    const state = getState()
    const { wantToRead } = selectMarks(state)
    const ids = state.shelves[end.entry]?.known ?? [...selectFavoriteIds(state), ...wantToRead]
    const seen = new Set(ids)
    // This browser knows the list by id; the server's list also knows the works.
    const { data = [] } = booksApi.endpoints.getFavoriteBooks.select(userId)(state)
    const loved = data.filter(({ id }) => seen.has(id))
    const { works } = state.localFavorites
    const wanted = wantToRead.flatMap((id) => works[id] ?? [])
    const known = [...new Set([...ids, ...loved.map(workIdOf), ...wanted])]
    const { data: preferences = [] } = booksApi.endpoints.getPreferences.select(userId)(state)
    const books = end.books && suitedFirst(end.name, end.books, loved, preferences)
    dispatch(sectionEnded({ ...end, books, known }))
  }
}

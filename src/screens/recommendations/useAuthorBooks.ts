import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import type { Book } from '../../../contract/books.ts'
import { useGetFavoriteAuthorsQuery } from '../../api/booksApi.ts'

/** What a visit of the page showed, by user and history entry: Back shows the same (decision 15). */
const shownBefore = new Map<string, readonly Book[]>()

/**
 * Books by favorite authors as this visit of the page shows them: requested anew when the page is opened by a link,
 * then unchanged, whatever hearts do meanwhile.
 */
export function useAuthorBooks(userId: string) {
  const { key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const entry = `${userId} ${key}`
  const [shown, setShown] = useState(() => shownBefore.get(entry))
  const query = useGetFavoriteAuthorsQuery(userId, {
    skip: shown !== undefined,
    refetchOnMountOrArgChange: !isBack,
  })
  // At the first render the query still has the response of an earlier visit.
  const [earlier] = useState(isBack ? null : query.requestId)
  if (shown === undefined && query.isSuccess && query.requestId !== earlier && !query.isFetching)
    setShown(query.data)
  useEffect(() => {
    if (shown) shownBefore.set(entry, shown)
  }, [entry, shown])
  const isError = shown === undefined && query.isError && !query.isFetching
  const isLoading = shown === undefined && !isError
  return { books: shown, isLoading, isError, refetch: query.refetch }
}

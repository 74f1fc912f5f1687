import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { booksApi } from '../../api/booksApi.ts'
import { placeAmong } from '../../components/arrangement.ts'
import { BookList } from '../../components/BookList.tsx'
import { markMessages } from '../../components/markMessages.ts'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { messages } from '../../messages.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { selectMarks } from '../../store/favoritesSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { moveWanted, type Move } from '../../store/moveWanted.ts'

/** 'Books You Want to Read' (docs/product.md 2.9). */
export function WantToReadScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle(messages.pages.wantToRead)
  // Of another reader it is another page.
  return userId === null ? null : <Wanted key={userId} userId={userId} />
}

function Wanted({ userId }: { userId: string }) {
  const query = booksApi.useGetMarkedBooksQuery({ userId, mark: 'wantToRead' })
  const { wantToRead } = useAppSelector(selectMarks)
  const ids = useMemo(() => new Set(wantToRead), [wantToRead])
  const followIds = useEffectEvent((wanted: readonly string[]) => {
    const { data, isFetching, refetch } = query
    const known = data && new Set(data.map(({ id }) => id))
    if (known && !isFetching && !wanted.every((id) => known.has(id))) void refetch()
  })
  // Another tab or device wants more: its ids come when the window gets the focus.
  useEffect(() => followIds(wantToRead), [wantToRead])
  const [own, setOwn] = useState({ ids: wantToRead, order: placeAmong([], wantToRead) })
  if (own.ids !== wantToRead) setOwn({ ids: wantToRead, order: placeAmong(own.order, wantToRead) })
  const dispatch = useAppDispatch()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const onMove = useCallback(
    (bookId: string, move: Move) => {
      const moved = dispatch(moveWanted(bookId, move, last.current))
      if (moved) last.current = moved.outcome
      return moved
    },
    [dispatch],
  )
  return (
    <BookList
      list="wantToRead"
      words={markMessages.list}
      query={query}
      ids={ids}
      own={{ order: own.order, onMove }}
    />
  )
}

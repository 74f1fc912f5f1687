import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import Typography from '@mui/material/Typography'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, NavLink, useSearchParams } from 'react-router-dom'
import type { Book } from '../../contract/books.ts'
import { focusId, focusMain } from '../lib/scroll.ts'
import { closeToast, closeToasts, toast } from '../lib/toast.tsx'
import { importMessages } from './importMessages.ts'
import { messages } from '../messages.ts'
import { readerMessages } from '../readerMessages.ts'
import { paths } from '../paths.ts'
import { useAppDispatch } from '../store/hooks.ts'
import type { Move, Moved } from '../store/moveWanted.ts'
import { removeBooks } from '../store/removeBooks.ts'
import type { MarkOutcome } from '../store/setMark.ts'
import { ruled, visuallyHidden } from '../theme.ts'
import {
  ARRANGED_FROM,
  inOrder,
  matching,
  ordersOf,
  readArrangement,
  readListView,
  storeListView,
  withArrangement,
  type Arrangement,
  type ListView,
} from './arrangement.ts'
import { BackButton } from './BackButton.tsx'
import { FavoritesGrid } from './BookGrid.tsx'
import { bookWords } from './bookWords.ts'
import { ChoiceFoot, useChoice } from './ChoiceFoot.tsx'
import { EmptyState } from './EmptyState.tsx'
import { FailureAlert } from './FailureAlert.tsx'
import { ListCard, ListSkeletons, type ListName } from './ListCard.tsx'
import { ListTools } from './ListTools.tsx'
import { markMessages, notSaved } from './markMessages.ts'
import { StatusText } from './StatusText.tsx'
import { useGrowing } from './useGrowing.ts'
import { UNDO_KEYS } from './useMark.ts'

const NO_BOOKS: readonly Book[] = []
const NO_IDS: ReadonlySet<string> = new Set()
const SELECT_ID = 'select-books'
const LIST_ID = 'books'
const LISTS = ['favorites', 'wantToRead'] as const satisfies readonly ListName[]

const headLook = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: 1,
  // In line with what is below.
  '& > nav': { display: 'flex', mx: -1, displayPrint: 'none' },
  '& a': { px: 1 },
  '& a[aria-current]': {
    textDecoration: 'underline',
    textDecorationThickness: '2px',
    textUnderlineOffset: '0.4em',
  },
}
const titleRowLook = {
  ...ruled,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '0 1rem',
  mt: 2,
  mb: 3,
}

/** The list with the books removed since the page was opened, each in its place: there it can be added again. */
function withRemoved(
  shown: readonly Book[],
  present: readonly Book[],
  ids: ReadonlySet<string>,
): readonly Book[] {
  const known = new Set(shown.map(({ id }) => id))
  const added = present.filter(({ id }) => !known.has(id) && ids.has(id))
  return added.length === 0 ? shown : [...added, ...shown]
}

interface BookListProps {
  list: ListName
  /** What it says of itself. */
  words: Readonly<
    Record<
      'title' | 'loading' | 'failed' | 'empty' | 'noMatch' | 'showAll' | 'updateFailed',
      string
    >
  >
  /** Its books, newest first, as RTK Query has them. */
  query: { data?: readonly Book[]; isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** What is in it now, with changes that the server has not confirmed. */
  ids: ReadonlySet<string>
  /** The reader's own order, where the list has one: what has left the list keeps its place in it. */
  own?: {
    order: readonly string[]
    /** `undefined` where there is no such place. Never another function. */
    onMove: (bookId: string, move: Move) => Moved | undefined
  }
}

/** A page of one of the reader's own lists (docs/product.md 2.9). */
export function BookList({ list, words, query, ids, own }: BookListProps) {
  const { data: present, isError, isFetching, refetch } = query
  const [shown, setShown] = useState<readonly Book[]>(NO_BOOKS)
  const [hasFailed, setFailed] = useState(false)
  const onToggled = useCallback((isSaved: boolean) => setFailed(!isSaved), [])
  const [said, setSaid] = useState('')
  /** @param sentence what was said of the change, which is not so where it failed */
  const onOutcome = useCallback((outcome: MarkOutcome, sentence = '') => {
    const failure = notSaved(outcome)
    if (failure !== undefined) setSaid((now) => (now === sentence ? '' : now))
    // Without network the list's own failure would say less.
    if (failure !== undefined && outcome === 'offline') toast({ message: failure, kind: 'info' })
    else if (failure !== undefined) setFailed(true)
  }, [])
  const all = present && withRemoved(shown, present, ids)
  if (all && all !== shown) setShown(all)
  // Many that were removed at once do not keep their places, but have them again with `Undo`.
  const [gone, setGone] = useState(NO_IDS)
  const books = useMemo(
    () => all?.filter(({ id }) => !gone.has(id) || ids.has(id)),
    [all, gone, ids],
  )
  const [search, setSearch] = useSearchParams()
  const isLong = books !== undefined && books.length >= ARRANGED_FROM
  const orders = ordersOf(own !== undefined)
  const [view, setView] = useState(() => readListView(list))
  function changeView(next: Partial<ListView>): void {
    setView({ ...view, ...next })
    storeListView(list, { ...view, ...next })
  }
  // The address comes before what is remembered.
  const arrangement = isLong
    ? readArrangement(search, orders, view.order)
    : readArrangement(new URLSearchParams(), orders)
  // The tools follow at once, the cards when there is time.
  const order = useDeferredValue(arrangement.order)
  const filter = useDeferredValue(arrangement.filter)
  const ordered = useMemo(
    () => inOrder(books ?? NO_BOOKS, order, own?.order),
    [books, order, own?.order],
  )
  const matches = useMemo(() => matching(ordered, filter), [ordered, filter])
  const [most, end] = useGrowing(`${order} ${filter}`)
  const count = present?.length ?? 0
  const move = own?.onMove
  const onMove = useCallback(
    (book: Book, where: Move) => {
      const moved = move?.(book.id, where)
      if (!moved) return
      setFailed(false)
      const sentence = markMessages.list.moved({ title: bookWords(book).title, ...moved })
      setSaid(sentence)
      void moved.outcome.then((outcome) => onOutcome(outcome, sentence))
    },
    [move, onOutcome],
  )
  const choice = useChoice(matches)
  const dispatch = useAppDispatch()

  function arrange(next: Arrangement): void {
    if (next.order !== arrangement.order) changeView({ order: next.order })
    setSearch(withArrangement(search, next, orders), { replace: true })
    // What is seen begins at the first book again.
    const cards = document.getElementById(LIST_ID)
    if (cards && cards.getBoundingClientRect().top < 0) cards.scrollIntoView()
  }

  function endChoice(): void {
    flushSync(choice.end)
    // The button that was pressed is gone, perhaps all tools of the list, too.
    if (document.getElementById(SELECT_ID)) focusId(SELECT_ID)
    else focusMain()
  }

  async function removeChosen(): Promise<void> {
    const chosen = ordered.filter(({ id }) => choice.chosen?.has(id) && ids.has(id))
    const [first] = chosen
    if (!first) return
    setGone(new Set([...gone, ...chosen.map(({ id }) => id)]))
    setFailed(false)
    const { outcome, undo } = dispatch(removeBooks(list, chosen))
    endChoice()
    const { removed, removedWith } = readerMessages.favorites
    const { title } = bookWords(first)
    const others = chosen.length - 1
    const message = others === 0 ? removed({ title }) : removedWith({ title, count: others })
    let tries = 0
    /** A way back that fails is offered again. */
    function offerUndo(message: string, kind: 'info' | 'error', key = message): void {
      const onClick = async (): Promise<void> => {
        const outcome = await undo()
        const failure = notSaved(outcome)
        if (failure === undefined) return
        tries += 1
        if (outcome === 'offline') offerUndo(failure, 'info', `undo ${tries}`)
        else offerUndo(words.updateFailed, 'error', `undo ${tries}`)
      }
      const action = { label: markMessages.undo, onClick: () => void onClick(), keys: UNDO_KEYS }
      toast({ message, kind, action, key })
    }
    closeToasts()
    offerUndo(message, 'info')
    const ended = await outcome
    if (notSaved(ended) !== undefined) closeToast(message)
    onOutcome(ended)
  }
  return (
    <>
      <Box sx={headLook}>
        <BackButton />
        <nav aria-label={markMessages.lists}>
          {LISTS.map((name) => (
            // The router says which is the present page.
            <Button key={name} component={NavLink} to={paths[name]} color="inherit">
              {messages.pages[name]}
            </Button>
          ))}
        </nav>
      </Box>
      <Box sx={titleRowLook}>
        <Typography variant="h1">{words.title}</Typography>
        {count > 0 && (
          <Typography color="textSecondary">{readerMessages.favorites.count({ count })}</Typography>
        )}
        {isFetching && !books && <StatusText sx={{ m: 0 }}>{words.loading}</StatusText>}
      </Box>
      {hasFailed && (
        <FailureAlert
          floating
          onClose={() => {
            setFailed(false)
            focusMain()
          }}
        >
          {words.updateFailed}
        </FailureAlert>
      )}
      {isFetching && !books && <ListSkeletons />}
      {isError && <FailureAlert onRetry={() => void refetch()}>{words.failed}</FailureAlert>}
      {books?.length === 0 && !isError && (
        <EmptyState text={words.empty}>
          <Button component={Link} to={paths.recommendations} variant="contained">
            {readerMessages.favorites.find}
          </Button>
          <Button component={Link} to={paths.import}>
            {importMessages.title}
          </Button>
        </EmptyState>
      )}
      {isLong && (
        <ListTools
          arrangement={arrangement}
          orders={orders}
          onChange={arrange}
          shown={matches.length}
          all={books.length}
          isCompact={view.isCompact}
          onCompact={(isCompact) => changeView({ isCompact })}
        >
          <ToggleButton
            id={SELECT_ID}
            value="select"
            selected={choice.chosen !== undefined}
            onChange={choice.chosen ? choice.end : choice.begin}
          >
            {readerMessages.favorites.select}
          </ToggleButton>
        </ListTools>
      )}
      {isLong && matches.length === 0 && (
        <EmptyState picture="spectacles" text={words.noMatch} to={paths[list]}>
          {words.showAll}
        </EmptyState>
      )}
      <Box aria-live="polite" sx={visuallyHidden}>
        {said}
      </Box>
      {matches.length > 0 && (
        <FavoritesGrid
          id={LIST_ID}
          isCompact={isLong && view.isCompact}
          data-choosing={choice.chosen && true}
        >
          {matches.slice(0, most).map((book) => (
            <ListCard
              key={book.id}
              list={list}
              book={book}
              onToggled={onToggled}
              onMove={isLong && order === 'own' && filter === '' ? onMove : undefined}
              isChosen={isLong ? choice.chosen?.has(book.id) : undefined}
              onChoose={choice.choose}
            />
          ))}
        </FavoritesGrid>
      )}
      {matches.length > most && <div key={most} ref={end} />}
      {isLong && choice.chosen && (
        <ChoiceFoot {...choice} onRemove={() => void removeChosen()} onCancel={endChoice} />
      )}
    </>
  )
}

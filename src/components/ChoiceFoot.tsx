import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Book } from '../../contract/books.ts'
import { readerMessages } from '../readerMessages.ts'
import { pairLook } from '../theme.ts'
import { StickyFoot } from './StickyFoot.tsx'

const { favorites } = readerMessages

/** The chosen ones with these or without them. */
const changed = (ids: readonly string[], isOn: boolean) => (before?: ReadonlySet<string>) => {
  const others = [...(before ?? [])].filter((id) => !ids.includes(id))
  return new Set(isOn ? [...others, ...ids] : others)
}

/**
 * Which books of a list are chosen: `chosen` is `undefined` while none can be. `choose` is always the same function;
 * with `isRange` it takes all from the one that was pressed before to this one.
 * @param books what the filter leaves, in its order
 */
export function useChoice(books: readonly Book[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const shown = useRef<readonly string[]>([])
  const last = useRef('')
  useEffect(() => {
    shown.current = books.map(({ id }) => id)
  }, [books])

  const choose = useCallback((bookId: string, isOn: boolean, isRange: boolean) => {
    const places = [isRange ? last.current : bookId, bookId].map((id) => shown.current.indexOf(id))
    const from = Math.min(...places)
    const ids = from < 0 ? [bookId] : shown.current.slice(from, Math.max(...places) + 1)
    setChosen(changed(ids, isOn))
    last.current = bookId
  }, [])
  return {
    chosen,
    choose,
    begin: () => setChosen(new Set()),
    end: () => setChosen(undefined),
    chooseAll: (isOn: boolean) => setChosen(changed(shown.current, isOn)),
    isAll: chosen !== undefined && books.every(({ id }) => chosen.has(id)),
  }
}

interface ChoiceFootProps extends Pick<
  ReturnType<typeof useChoice>,
  'chosen' | 'chooseAll' | 'isAll'
> {
  onRemove: () => void
  onCancel: () => void
}

/** How many books are chosen, and what can be done with them, always in view. */
export function ChoiceFoot({ chosen, chooseAll, isAll, onRemove, onCancel }: ChoiceFootProps) {
  const count = chosen?.size ?? 0
  return (
    <StickyFoot data-sticky-foot>
      <Typography role="status">{favorites.chosen({ count })}</Typography>
      <Box sx={pairLook}>
        <Button onClick={() => chooseAll(!isAll)}>
          <span>{isAll ? favorites.none : favorites.all}</span>
        </Button>
        <Button onClick={onCancel}>{favorites.cancel}</Button>
        <Button variant="contained" disabled={count === 0} onClick={onRemove}>
          {favorites.remove({ count })}
        </Button>
      </Box>
    </StickyFoot>
  )
}

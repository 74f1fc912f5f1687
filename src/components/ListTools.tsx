import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { CloseIcon } from './icons.tsx'
import { readerMessages } from '../readerMessages.ts'
import { ORDERS, type Arrangement, type Order } from './arrangement.ts'

/** How long after the last letter the list follows, in milliseconds: browsers limit how often an address changes. */
const TYPING_MS = 150

/** With a button of its own in place of the browser's. */
const fieldLook = {
  flex: '1 1 12rem',
  maxWidth: { above480: '26rem' },
  '& ::-webkit-search-cancel-button': { display: 'none' },
}

interface ListToolsProps {
  arrangement: Arrangement
  onChange: (arrangement: Arrangement) => void
  /** How many books are shown, and of how many. */
  shown: number
  all: number
}

/** Filter and order of a reader's long list. */
export function ListTools({ arrangement, onChange, shown, all }: ListToolsProps) {
  const { order, filter } = arrangement
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // The address was changed by something else, such as a link to the whole list.
    if (timer.current === undefined && field.current) field.current.value = filter
  }, [filter])

  function change(filter: string, order: Order): void {
    clearTimeout(timer.current)
    timer.current = undefined
    onChange({ filter, order })
  }

  const endAdornment = (
    <>
      <Typography role="status" variant="body2" color="textSecondary" noWrap sx={{ flexShrink: 0 }}>
        {filter === '' ? '' : readerMessages.favorites.shown(shown, all)}
      </Typography>
      {filter === '' ? null : (
        <IconButton
          color="inherit"
          aria-label={readerMessages.favorites.clear}
          onClick={() => {
            change('', order)
            // The button goes.
            field.current?.focus()
          }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </>
  )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3, displayPrint: 'none' }}>
      <TextField
        inputRef={field}
        label={readerMessages.favorites.filter}
        type="search"
        autoComplete="off"
        defaultValue={filter}
        onChange={({ target: { value } }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => change(value, order), TYPING_MS)
        }}
        slotProps={{ input: { endAdornment } }}
        sx={fieldLook}
      />
      <TextField
        select
        label={readerMessages.favorites.sort}
        value={order}
        onChange={({ target: { value } }) =>
          change(field.current?.value ?? '', ORDERS.find((order) => order === value) ?? 'newest')
        }
        slotProps={{ select: { native: true } }}
        sx={{ flex: { xs: '1 1 7rem', above480: '0 0 8rem' } }}
      >
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {readerMessages.favorites.orders[order]}
          </option>
        ))}
      </TextField>
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { messages } from '../../messages.ts'
import { ORDERS, type Arrangement, type Order } from './arrangement.ts'

const NAMES: Record<Order, string> = { newest: 'Newest', title: 'Title', author: 'Author' }

/** How long after the last letter the list follows, in milliseconds: browsers limit how often an address changes. */
const TYPING_MS = 150

interface FavoriteToolsProps {
  arrangement: Arrangement
  onChange: (arrangement: Arrangement) => void
  /** How many books are shown, and of how many. */
  shown: number
  all: number
}

/** Filter and order of many favorites (decision 60). */
export function FavoriteTools({ arrangement, onChange, shown, all }: FavoriteToolsProps) {
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

  return (
    <Box sx={{ mb: 3, displayPrint: 'none' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <TextField
          inputRef={field}
          label="Filter by title or author"
          type="search"
          autoComplete="off"
          defaultValue={filter}
          onChange={({ target: { value } }) => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => change(value, order), TYPING_MS)
          }}
          sx={{ flex: '1 1 190px', maxWidth: { above480: 420 } }}
        />
        <TextField
          select
          label="Order"
          value={order}
          onChange={({ target: { value } }) =>
            change(field.current?.value ?? '', ORDERS.find((order) => order === value) ?? 'newest')
          }
          slotProps={{ select: { native: true } }}
          sx={{ flex: '0 1 130px' }}
        >
          {ORDERS.map((order) => (
            <option key={order} value={order}>
              {NAMES[order]}
            </option>
          ))}
        </TextField>
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          mt: 1,
          minHeight: 44,
        }}
      >
        <Typography role="status" color="textSecondary">
          {filter === '' ? '' : messages.favoritesShown(shown, all)}
        </Typography>
        {filter !== '' && (
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              change('', order)
              // The button goes.
              field.current?.focus()
            }}
          >
            Clear filter
          </Button>
        )}
      </Box>
    </Box>
  )
}

import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, type ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { readerMessages } from '../readerMessages.ts'
import { BELOW_NAVBAR, LOW_WINDOW, visuallyHidden } from '../theme.ts'
import type { Arrangement, Order, ordersOf } from './arrangement.ts'

/** How long after the last letter the list follows, in milliseconds: browsers limit how often an address changes. */
const TYPING_MS = 150

/** What is beside the fields has a row of its own on phones, which goes below the bar while the fields stay. */
const barLook = {
  position: 'sticky',
  top: { ...BELOW_NAVBAR, xs: `calc(${BELOW_NAVBAR.xs} - 44px - 1rem)` },
  [LOW_WINDOW]: { position: 'static' },
  zIndex: 10,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1rem 8px',
  mb: 3,
  pb: 1,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  // Shadows of covers and rings of chosen books, which are wider, pass below it.
  boxShadow: ({ vars: { palette } }: Theme) =>
    `12px 0 ${palette.background.default}, -12px 0 ${palette.background.default}`,
  displayPrint: 'none',
  // Between the bar and this one no cards are seen.
  '&::before': {
    content: '""',
    position: 'absolute',
    bottom: '100%',
    insetInline: '-12px',
    height: '1.5rem',
    bgcolor: 'inherit',
  },
  '& label': visuallyHidden,
  '& .MuiToggleButton-root': { height: 44, whiteSpace: 'nowrap' },
}
const fieldsLook = { display: 'flex', flex: { xs: '1 0 100%', from664: 1 }, gap: 1, minWidth: 0 }
/** With a button of its own in place of the browser's. */
const fieldLook = {
  flex: '1 1 0',
  maxWidth: { from664: '26rem' },
  '& input': { textOverflow: 'ellipsis' },
  '& ::-webkit-search-cancel-button': { display: 'none' },
}

interface ListToolsProps {
  arrangement: Arrangement
  orders: ReturnType<typeof ordersOf>
  onChange: (arrangement: Arrangement) => void
  /** How many books are shown, and of how many. */
  shown: number
  all: number
  isCompact: boolean
  onCompact: (isCompact: boolean) => void
  /** What else the bar has. */
  children: ReactNode
}

/** Filter, order and form of a reader's long list, in view while it is scrolled. */
export function ListTools(props: ListToolsProps) {
  const { arrangement, orders, onChange, shown, all, isCompact, onCompact, children } = props
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
        {filter === '' ? '' : readerMessages.favorites.shown({ shown, all })}
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
    <Box sx={barLook}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ToggleButton value="compact" selected={isCompact} onChange={() => onCompact(!isCompact)}>
          {readerMessages.favorites.compact}
        </ToggleButton>
        {children}
      </Box>
      <Box sx={fieldsLook}>
        <TextField
          inputRef={field}
          label={readerMessages.favorites.filterAll}
          placeholder={readerMessages.favorites.filterAll}
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
            change(field.current?.value ?? '', orders.find((order) => order === value) ?? orders[0])
          }
          slotProps={{ select: { native: true } }}
          sx={{ flex: '0 0 7.5rem' }}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {readerMessages.favorites.orders[order]}
            </option>
          ))}
        </TextField>
      </Box>
    </Box>
  )
}

import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { QUERY_MAX_LENGTH } from '../../contract/limits.ts'
import { SearchIcon } from '../components/icons.tsx'
import { messages } from '../messages.ts'

interface SearchFieldProps extends Omit<TextFieldProps, 'slotProps'> {
  isSearching?: boolean
  onSearch?: () => void
  /** What MUI's Autocomplete hands to its field. */
  slotProps?: { input: object; htmlInput: object }
}

/** The navbar's search field with its icon (docs/product.md 2.3). */
export function SearchField({ isSearching, onSearch, slotProps, ...props }: SearchFieldProps) {
  return (
    <TextField
      {...props}
      placeholder={messages.search.field}
      sx={{
        // Autocomplete brings paddings of its own.
        '&&& .MuiOutlinedInput-root': {
          borderRadius: 99,
          bgcolor: 'background.paper',
          py: 0,
          pr: 0,
        },
      }}
      slotProps={{
        htmlInput: {
          ...slotProps?.htmlInput,
          'aria-label': messages.search.field,
          autoComplete: 'off',
          enterKeyHint: 'search',
          maxLength: QUERY_MAX_LENGTH,
        },
        input: {
          ...slotProps?.input,
          endAdornment: (
            <InputAdornment position="end" sx={{ ml: 0, color: 'primary.main' }}>
              <IconButton
                color="inherit"
                aria-label={messages.search.button}
                aria-busy={isSearching}
                onClick={onSearch}
              >
                <SearchIcon />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

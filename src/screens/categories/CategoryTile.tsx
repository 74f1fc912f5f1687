import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import type { Category } from '../../../contract/categories.ts'
import { CheckIcon } from '../../components/icons.tsx'
import { interestMessages } from '../../interestMessages.ts'
import emblems from './emblems.json' with { type: 'json' }

/** A drawing of each category, in a square of 48. */
const drawings: Readonly<Record<Category, string>> = emblems

/** All are in view where the window has room for them. */
export const TILE_HEIGHT = 'clamp(100px, 20vh - 80px, 148px)'

interface CategoryTileProps {
  category: Category
  isSelected: boolean
  onToggle: () => void
}

/** One interest: its emblem, its name, and a clear selected state. */
export function CategoryTile({ category, isSelected, onToggle }: CategoryTileProps) {
  return (
    <ToggleButton
      value={category}
      selected={isSelected}
      onChange={onToggle}
      fullWidth
      sx={{
        typography: 'subtitle1',
        flexDirection: 'column',
        gap: 1,
        height: '100%',
        minHeight: TILE_HEIGHT,
        borderRadius: '10px',
        '& > svg:first-of-type': { width: 44, height: 44 },
        '&:not(.Mui-selected) > svg:first-of-type': {
          color: 'secondary.main',
          forcedColorAdjust: 'auto',
        },
      }}
    >
      <svg
        viewBox="0 0 48 48"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={drawings[category]} />
      </svg>
      <span>{interestMessages.names[category]}</span>
      {isSelected && (
        <Box component="span" sx={{ position: 'absolute', top: 6, right: 8 }}>
          <CheckIcon fontSize="small" />
        </Box>
      )}
    </ToggleButton>
  )
}

import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import { Icon } from '../../components/Icon.tsx'

/** Four columns; three below 768px; two below 576px (section 9). */
export const CategoryGrid = styled('ul')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  gap: 'clamp(8px, 1.4vw, 18px)',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  [theme.breakpoints.down('from768')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [theme.breakpoints.down('from576')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

/** One interest: its emblem, its name, and a clear selected state. */
export const CategoryTile = styled(ToggleButton)({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  width: '100%',
  height: '100%',
  minHeight: 'clamp(112px, 12vw, 148px)',
  padding: '16px 8px',
  border: '1px solid var(--edge)',
  borderRadius: 10,
  background: 'var(--leaf)',
  color: 'var(--ink)',
  font: '600 var(--step-0) / 1.2 var(--display)',
  textTransform: 'none',
  transition: 'background var(--quick), color var(--quick), transform var(--quick)',
  '& > svg:first-of-type': { width: 44, height: 44, color: 'var(--cloth)' },
  '&:hover': { background: 'var(--wash)', transform: 'translateY(-2px)' },
  '&.Mui-selected, &.Mui-selected:hover': {
    background: 'var(--cloth)',
    borderColor: 'var(--cloth)',
    color: 'var(--on-cloth)',
    '& > svg:first-of-type': { color: 'inherit' },
  },
})

const Corner = styled('span')({
  position: 'absolute',
  top: 8,
  right: 8,
})

/** The check in a selected tile's corner: not by colour alone. */
export function SelectedMark() {
  return (
    <Corner>
      <Icon name="check" size={18} />
    </Corner>
  )
}

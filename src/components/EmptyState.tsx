import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import { StatusText } from './StatusText.tsx'

interface EmptyStateProps {
  text: string
  to: string
  linkText: string
}

/** A shelf without books, and the way onward. */
export function EmptyState({ text, to, linkText }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: '6vh', textAlign: 'center' }}>
      <Box
        component="img"
        src="/empty-shelf.svg"
        alt=""
        width={320}
        height={180}
        sx={{ width: 'min(320px, 80%)', height: 'auto' }}
      />
      <StatusText>{text}</StatusText>
      <Button component={Link} to={to} variant="contained">
        {linkText}
      </Button>
    </Box>
  )
}

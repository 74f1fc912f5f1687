import Button from '@mui/material/Button'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { ArrowLeftIcon } from './icons.tsx'

/** One step back in history; home where this tab has no earlier page of ours (decision 10). */
export function BackButton() {
  const navigate = useNavigate()
  const { key } = useLocation()
  // A page opened by its address has no key; whether another of ours is behind it, the browser knows.
  const isFirst = () =>
    key === 'default' && !('navigation' in window && window.navigation.canGoBack)
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<ArrowLeftIcon />}
      onClick={() => void (isFirst() ? navigate(paths.home) : navigate(-1))}
      sx={{ displayPrint: 'none' }}
    >
      Back
    </Button>
  )
}

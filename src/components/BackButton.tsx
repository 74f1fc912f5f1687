import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'
import { historyIndex } from '../lib/historyIndex.ts'
import { paths } from '../paths.ts'
import { ArrowLeftIcon } from './icons.tsx'

// A page opened by its address counts from 0; whether another of ours is behind it, the browser knows.
const hasEarlier = () =>
  historyIndex() > 0 || ('navigation' in window && window.navigation.canGoBack)

/** One step back in history; home where this tab has no earlier page of ours (decision 10). */
export function BackButton() {
  const navigate = useNavigate()
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<ArrowLeftIcon />}
      onClick={() => void (hasEarlier() ? navigate(-1) : navigate(paths.home))}
      sx={{ displayPrint: 'none' }}
    >
      Back
    </Button>
  )
}

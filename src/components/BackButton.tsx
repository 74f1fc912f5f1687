import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'
import { historyIndex } from '../lib/historyIndex.ts'
import { paths } from '../paths.ts'
import { ArrowLeftIcon } from './icons.tsx'

/** One step back in history; home where this tab has no earlier page of ours (decision 10). */
export function BackButton() {
  const navigate = useNavigate()
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<ArrowLeftIcon />}
      onClick={() => void (historyIndex() > 0 ? navigate(-1) : navigate(paths.home))}
      sx={{ displayPrint: 'none' }}
    >
      Back
    </Button>
  )
}

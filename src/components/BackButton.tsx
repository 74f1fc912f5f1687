import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'
import { field } from '../lib/record.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { ArrowLeftIcon } from './readerIcons.tsx'

// React Router counts a tab's pages as `idx`. One opened by its address is 0; what is behind it, the browser knows.
const hasEarlier = () =>
  Number(field(window.history.state, 'idx')) > 0 ||
  ('navigation' in window && window.navigation.canGoBack)

/** One step back in history; home if this tab has no earlier page of ours, since Back would leave the site. */
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
      {messages.back}
    </Button>
  )
}

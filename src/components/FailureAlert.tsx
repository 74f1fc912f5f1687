import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { focusMain } from '../lib/scroll.ts'
import { messages } from '../messages.ts'
import { AlertIcon } from './icons.tsx'

interface FailureAlertProps {
  children: string
  onRetry?: () => void
  onClose?: () => void
}

/** A failure in words with a way out, read out at once. */
export function FailureAlert({ children, onRetry, onClose }: FailureAlertProps) {
  return (
    <Alert
      severity="error"
      icon={<AlertIcon fontSize="inherit" />}
      sx={{ maxWidth: '44rem', my: 2 }}
      onClose={onClose}
      action={
        onRetry && (
          <Button
            color="inherit"
            variant="outlined"
            sx={{ whiteSpace: 'nowrap' }}
            onClick={() => {
              // The button goes at once.
              focusMain()
              onRetry()
            }}
          >
            {messages.tryAgain}
          </Button>
        )
      }
    >
      {children}
    </Alert>
  )
}

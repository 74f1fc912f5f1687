import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { focusMain } from '../lib/scroll.ts'
import { messages } from '../messages.ts'
import { BELOW_NAVBAR, GUTTER } from '../theme.ts'
import { AlertIcon } from './icons.tsx'

/** Under the bar, outside the flow: nothing moves when it comes (decision 37). */
const floatingLook = {
  position: 'fixed',
  zIndex: 'mobileStepper',
  top: BELOW_NAVBAR,
  insetInline: GUTTER,
  width: 'fit-content',
  mx: 'auto',
  // In a low window the bar is not in view.
  '@media (max-height: 30rem)': { top: 8 },
} as const

interface FailureAlertProps {
  children: string
  onRetry?: () => void
  onClose?: () => void
  /** Stays in view, however far the page is scrolled. */
  floating?: boolean
}

/** A failure in words with a way out, read out at once. */
export function FailureAlert({ children, onRetry, onClose, floating }: FailureAlertProps) {
  return (
    <Alert
      severity="error"
      icon={<AlertIcon fontSize="inherit" />}
      sx={[{ maxWidth: '44rem', my: 2 }, floating === true && floatingLook]}
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

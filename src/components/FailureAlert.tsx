import Alert from '@mui/material/Alert'
import { focusMain } from '../lib/scroll.ts'
import { messages } from '../messages.ts'
import { readerMessages } from '../readerMessages.ts'
import { BAR_AWAY, BELOW_NAVBAR, GUTTER, LOW_WINDOW } from '../theme.ts'
import { EmptyState } from './EmptyState.tsx'
import { AlertIcon } from './icons.tsx'
import { StatusText } from './StatusText.tsx'
import { useIsOffline } from './useIsOffline.ts'

/** Under the bar, outside the flow: always in view, and nothing moves when it comes. */
const floatingLook = {
  position: 'fixed',
  zIndex: 'mobileStepper',
  top: BELOW_NAVBAR,
  insetInline: GUTTER,
  width: 'fit-content',
  maxWidth: '44rem',
  mx: 'auto',
  my: 2,
  [LOW_WINDOW]: { [BAR_AWAY]: { top: 8 } },
} as const

interface FailureAlertProps {
  children: string
  onRetry?: () => void
  onClose?: () => void
  /** Stays in view, however far the page is scrolled. */
  floating?: boolean
  isSmall?: boolean
}

/** A failure in words with a way out, read out at once. */
export function FailureAlert(props: FailureAlertProps) {
  const { children, onRetry, onClose, floating, isSmall = false } = props
  const isOffline = useIsOffline()
  if (floating) {
    const icon = <AlertIcon fontSize="inherit" />
    return (
      <Alert severity="error" icon={icon} sx={floatingLook} onClose={onClose}>
        {children}
      </Alert>
    )
  }
  // The bar says why, and all is tried again by itself (layout/ReaderLayer.tsx).
  if (isOffline) return <StatusText>{readerMessages.offline.notHere}</StatusText>
  const retry = onRetry && {
    onClick: () => {
      // The button goes at once.
      focusMain()
      onRetry()
    },
    children: messages.tryAgain,
  }
  return <EmptyState picture="torn-page" text={children} isSmall={isSmall} {...retry} />
}

import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** What the dialog tells its sections. */
export interface DialogProps {
  userId: string
  /** For password managers; empty while it is not known. */
  email: string
  /** Whether the reader confirms with a password; else the sign-in has to be recent. */
  hasPassword: boolean
  /** The dialog must stay until the server has responded. */
  onBusy: (isBusy: boolean) => void
}

interface AccountSectionProps {
  title: string
  id?: string
  children: ReactNode
}

/** A section of the account dialog under its heading. */
export function AccountSection({ title, id, children }: AccountSectionProps) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId}>
      <Typography id={titleId} variant="overline" component="h3" color="textSecondary">
        {title}
      </Typography>
      {children}
    </section>
  )
}

interface OpenedSectionProps {
  title: string
  text: string
  button: string
  color?: 'error' | 'inherit'
  /** What came of it; read out. */
  status?: string
  /** The form in the button's place, and the way to close it. */
  children: (close: () => void) => ReactNode
}

/** A section whose form is opened by a button. What comes in the place of what was pressed has the focus. */
export function OpenedSection(props: OpenedSectionProps) {
  const { title, text, button, color = 'inherit', status = '', children } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  function toggle(isOpen: boolean): void {
    flushSync(() => setOpen(isOpen))
    document.getElementById(id)?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()
  }
  return (
    <AccountSection title={title} id={id}>
      <Typography>{text}</Typography>
      {isOpen ? (
        children(() => toggle(false))
      ) : (
        <Button variant="outlined" color={color} onClick={() => toggle(true)} sx={{ mt: 1.5 }}>
          {button}
        </Button>
      )}
      <Typography role="status" color="textSecondary" sx={{ '&:not(:empty)': { mt: 1 } }}>
        {status}
      </Typography>
    </AccountSection>
  )
}

import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { focusId } from '../lib/scroll.ts'

interface OpenedSectionProps {
  title: string
  text: string
  /** The button that opens the form. */
  button: string
  color?: 'error' | 'inherit'
  /** What came of it; read out. */
  status?: string
  /** The form in the button's place, and the way to close it, which returns the focus. */
  children: (close: () => void) => ReactNode
}

/** A section of the account dialog whose form is opened by a button. */
export function OpenedSection({
  title,
  text,
  button,
  color = 'inherit',
  status = '',
  children,
}: OpenedSectionProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  function close(): void {
    flushSync(() => setOpen(false))
    focusId(`${id}-open`)
  }
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="overline" component="h3" color="textSecondary">
        {title}
      </Typography>
      <Typography>{text}</Typography>
      {isOpen ? (
        children(close)
      ) : (
        <Button
          id={`${id}-open`}
          variant="outlined"
          color={color}
          onClick={() => setOpen(true)}
          sx={{ mt: 1.5 }}
        >
          {button}
        </Button>
      )}
      <Typography role="status" color="textSecondary" sx={{ '&:not(:empty)': { mt: 1 } }}>
        {status}
      </Typography>
    </section>
  )
}

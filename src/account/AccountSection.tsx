import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { ArrowDownIcon } from '../components/readerIcons.tsx'

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
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A `ref` of what has to be in view. */
export const scrollTo = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' })

/** A section of the account dialog that its heading opens. */
export function AccountSection(props: AccountSectionProps) {
  const { title, isOpen, onToggle, children } = props
  const id = useId()
  return (
    <Box
      component="section"
      ref={isOpen ? scrollTo : undefined}
      aria-labelledby={id}
      sx={{ borderTop: 1, borderColor: 'divider' }}
    >
      <Typography id={id} variant="h3">
        <Button
          fullWidth
          color="inherit"
          endIcon={<ArrowDownIcon />}
          aria-expanded={isOpen}
          aria-controls={`${id}content`}
          onClick={onToggle}
          sx={{
            minHeight: 52,
            px: 0,
            justifyContent: 'space-between',
            typography: 'h3',
            textAlign: 'start',
            '&:hover': { bgcolor: 'transparent', color: 'primary.main' },
            '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
          }}
        >
          {title}
        </Button>
      </Typography>
      <Box id={`${id}content`} hidden={!isOpen} sx={{ pb: 2.5 }}>
        {isOpen && children}
      </Box>
    </Box>
  )
}

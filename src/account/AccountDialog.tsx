import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { CloseIcon } from '../components/icons.tsx'
import { AccountDeletion } from './AccountDeletion.tsx'
import { AccountDownloads } from './AccountDownloads.tsx'
import { AccountPassword } from './AccountPassword.tsx'
import type { DialogProps } from './AccountSection.tsx'
import { LibraryImport } from './LibraryImport.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'

interface AccountDialogProps extends Omit<DialogProps, 'onBusy'> {
  /** Empty while it is not known. */
  name: string
  onClose: () => void
}

/** What readers decide about themselves: the appearance, their password, their data, the end of the account. */
export function AccountDialog(props: AccountDialogProps) {
  const { userId, name, email, hasPassword, onClose } = props
  const titleId = useId()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const close = (): void => {
    if (!isBusy) setOpen(false)
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullWidth
      aria-labelledby={titleId}
      // The menu item that had the focus is gone; the opener returns it to the menu's button.
      disableRestoreFocus
      slotProps={{ transition: { onExited: onClose } }}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ pr: 8 }}>
        Your account
      </DialogTitle>
      <IconButton
        color="inherit"
        aria-label="Close"
        disabled={isBusy}
        onClick={close}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <CloseIcon />
      </IconButton>
      <DialogContent
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2.5,
          '& > section + section': { pt: 2.5, borderTop: 1, borderColor: 'divider' },
        }}
      >
        {name !== '' && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
        )}
        <SchemeSwitch />
        {hasPassword && <AccountPassword userId={userId} email={email} onBusy={setBusy} />}
        <LibraryImport userId={userId} onBusy={setBusy} onLeave={close} />
        <AccountDownloads userId={userId} />
        <AccountDeletion userId={userId} email={email} hasPassword={hasPassword} onBusy={setBusy} />
      </DialogContent>
    </Dialog>
  )
}

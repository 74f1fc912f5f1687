import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId, useState, type ReactNode } from 'react'
import { CloseIcon } from '../components/icons.tsx'
import { AccountDeletion } from './AccountDeletion.tsx'
import { AccountDownloads } from './AccountDownloads.tsx'
import { AccountPassword } from './AccountPassword.tsx'
import { AccountSection, type DialogProps } from './AccountSection.tsx'
import { LibraryImport } from './LibraryImport.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'

const IMPORT = 'Import your library'
const PASSWORD = 'Change your password'

interface AccountDialogProps extends Omit<DialogProps, 'onBusy'> {
  /** Empty while it is not known. */
  name: string
  /** The password's section is open at first, not the import. */
  isPassword: boolean
  onClose: () => void
}

/** What readers decide about themselves: the appearance, their password, their data, the end of the account. */
export function AccountDialog(props: AccountDialogProps) {
  const { name, isPassword, onClose, ...shared } = props
  const titleId = useId()
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [opened, setOpened] = useState(isPassword ? PASSWORD : IMPORT)
  const close = (): void => {
    if (!isBusy) setOpen(false)
  }
  const sections: Record<string, ReactNode> = {
    [IMPORT]: <LibraryImport userId={shared.userId} onBusy={setBusy} onLeave={close} />,
    [PASSWORD]: shared.hasPassword && <AccountPassword {...shared} onBusy={setBusy} />,
    'Download your data': <AccountDownloads userId={shared.userId} />,
    'Delete your account': <AccountDeletion {...shared} onBusy={setBusy} onCancel={close} />,
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
      <DialogTitle id={titleId} variant="h2" sx={{ pr: 8, pb: 0.5 }}>
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
      <DialogContent>
        {name !== '' && (
          <Typography color="textSecondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
        )}
        <SchemeSwitch />
        {Object.entries(sections).map(
          ([title, content]) =>
            content && (
              <AccountSection
                key={title}
                title={title}
                isOpen={opened === title}
                isKept={title === IMPORT}
                onToggle={() => !isBusy && setOpened(opened === title ? '' : title)}
              >
                {content}
              </AccountSection>
            ),
        )}
      </DialogContent>
    </Dialog>
  )
}

import Dialog from '@mui/material/Dialog'
import { useId, useState } from 'react'
import { Icon } from '../components/Icon.tsx'
import { AccountDeletion } from './AccountDeletion.tsx'
import styles from './AccountDialog.module.css'
import { AccountDownloads } from './AccountDownloads.tsx'
import { AppTheme } from './AppTheme.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'

/** Who it is about, and what closes it. */
interface AccountDialogProps {
  open: boolean
  /** The reader wants to go; the dialog is not yet gone. */
  onClose: () => void
  /** It is gone. */
  onClosed: () => void
  userId: string
  /** Empty while it is not known. */
  name: string
  hasPassword: boolean
}

/** What a reader may decide about themselves: how it looks, what is taken away, when it ends. */
export default function AccountDialog({
  open,
  onClose,
  onClosed,
  userId,
  name,
  hasPassword,
}: AccountDialogProps) {
  const titleId = useId()
  const [busy, setBusy] = useState(false)
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <AppTheme>
      <Dialog
        open={open}
        onClose={close}
        fullWidth
        maxWidth={false}
        aria-labelledby={titleId}
        // The menu's item that had the focus is gone: the opener gives it back to the menu's button.
        disableRestoreFocus
        slotProps={{
          transition: { onExited: onClosed },
          paper: { className: styles['dialog'] ?? '' },
        }}
      >
        <div className={styles['head']}>
          <h2 id={titleId} className={styles['title']}>
            Your account
          </h2>
          {name !== '' && <p className={styles['name']}>{name}</p>}
          <button
            type="button"
            className={styles['close']}
            aria-label="Close"
            disabled={busy}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        </div>
        <div className={styles['body']}>
          <SchemeSwitch />
          <AccountDownloads userId={userId} />
          <AccountDeletion userId={userId} hasPassword={hasPassword} onBusy={setBusy} />
        </div>
      </Dialog>
    </AppTheme>
  )
}

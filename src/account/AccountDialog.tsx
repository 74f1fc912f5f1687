import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CloseIcon } from '../components/icons.tsx'
import { LanguageSwitch } from '../components/LanguageSwitch.tsx'
import { LastImport } from '../components/LastImport.tsx'
import { importMessages } from '../components/importMessages.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { AccountDeletion } from './AccountDeletion.tsx'
import { AccountDownloads } from './AccountDownloads.tsx'
import { AccountMarks } from './AccountMarks.tsx'
import { AccountPassword } from './AccountPassword.tsx'
import { AccountSection, type DialogProps } from './AccountSection.tsx'
import { AccountSessions } from './AccountSessions.tsx'
import { accountMessages } from './messages.ts'
import { SchemeSwitch } from './SchemeSwitch.tsx'

const SECTIONS = ['marks', 'password', 'sessions', 'download', 'deletion'] as const

/** As wide as the choice of the appearance above it. */
const languageLook = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  mb: 0.5,
  '& select': { flex: 1, px: 1, border: 1, borderColor: 'edge', borderRadius: 1 },
} as const

interface AccountDialogProps extends Omit<DialogProps, 'onBusy'> {
  /** Empty while it is not known. */
  name: string
  /** What is open at first. */
  section: (typeof SECTIONS)[number] | undefined
  onClose: () => void
}

/** What readers decide about themselves: the appearance, their password, their sessions, their data, the end of the account. */
export function AccountDialog(props: AccountDialogProps) {
  const { name, section, onClose, ...shared } = props
  const titleId = useId()
  const isSmall = useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('sm'))
  const [isOpen, setOpen] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [opened, setOpened] = useState(section)
  const close = (): void => {
    if (!isBusy) setOpen(false)
  }
  const sections: Record<(typeof SECTIONS)[number], ReactNode> = {
    marks: <AccountMarks userId={shared.userId} onLeave={close} />,
    password: shared.hasPassword && <AccountPassword {...shared} onBusy={setBusy} />,
    sessions: <AccountSessions userId={shared.userId} />,
    download: <AccountDownloads userId={shared.userId} />,
    deletion: <AccountDeletion {...shared} onBusy={setBusy} onCancel={close} />,
  }
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullWidth
      fullScreen={isSmall}
      aria-labelledby={titleId}
      // The menu item that had the focus is gone; the opener returns it to the menu's button.
      disableRestoreFocus
      slotProps={{
        transition: { onExited: onClose },
        paper: { sx: isSmall ? undefined : { border: 1, borderColor: 'divider', borderRadius: 2 } },
      }}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ pr: 8, pb: 0.5 }}>
        {accountMessages.title}
      </DialogTitle>
      <IconButton
        color="inherit"
        aria-label={messages.close}
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
        <Typography component="label" variant="body2" sx={languageLook}>
          <span>{messages.layout.language}</span>
          <LanguageSwitch />
        </Typography>
        <Button
          component={Link}
          to={paths.import}
          variant="outlined"
          color="inherit"
          fullWidth
          onClick={close}
          sx={{ my: 2 }}
        >
          {importMessages.title}
        </Button>
        <LastImport userId={shared.userId} />
        {SECTIONS.map(
          (name) =>
            sections[name] && (
              <AccountSection
                key={name}
                title={accountMessages[name]}
                isOpen={opened === name}
                onToggle={() => !isBusy && setOpened(opened === name ? undefined : name)}
              >
                {sections[name]}
              </AccountSection>
            ),
        )}
      </DialogContent>
    </Dialog>
  )
}

import Avatar from '@mui/material/Avatar'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
} from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { booksApi } from '../api/booksApi.ts'
import type { AccountDialog as Dialog } from '../account/AccountDialog.tsx'
import { PersonIcon } from '../components/icons.tsx'
import { BookmarkIcon, CameraIcon, DownloadIcon, LeaveIcon } from '../components/readerIcons.tsx'
import { DEFAULT_AVATAR } from '../constants.ts'
import { toast } from '../lib/toast.tsx'
import { importMessages } from '../components/importMessages.ts'
import { interestName } from '../interestMessages.ts'
import { messages } from '../messages.ts'
import { inRow, readerMessages } from '../readerMessages.ts'
import { paths } from '../paths.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { logOut } from '../store/session.ts'

/** Sections of the account dialog that links open, on whatever page, by these names as fragments: `#password`. */
const LINKED = ['password', 'marks'] as const

/** What is only logged (docs/product.md 8). A warning, since the reader loses nothing by it. */
function logQuietly(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for a log and nothing else
  if (error && navigator.onLine) console.warn(what, error)
}

/** The reader's picture and the menu behind it (docs/product.md 2.2). Its failures are only logged. */
export function ProfileMenu({ userId, name }: { userId: string; name: string }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { data: profile, error: profileError } = booksApi.useGetProfileQuery()
  const { data: preferences, error: preferencesError } =
    booksApi.useGetNavbarPreferencesQuery(userId)
  const [upload, { isLoading: isUploading }] = booksApi.useUploadProfileImageMutation()
  const [preview, setPreview] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [account, setAccount] = useState<
    Pick<ComponentProps<typeof Dialog>, 'section'> & { Account: typeof Dialog }
  >()
  const button = useRef<HTMLButtonElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)

  useEffect(() => logQuietly('Profile fetch failed', profileError), [profileError])
  useEffect(
    () => logQuietly('Profile preferences fetch failed', preferencesError),
    [preferencesError],
  )
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])

  async function uploadPhoto({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0]
    // The same file can be chosen again after a failure.
    target.value = ''
    if (!file) return
    // Shown at once from the chosen file, and rolled back when the server rejects it.
    setPreview(URL.createObjectURL(file))
    const { error } = await upload(file)
    if (!error) return
    setPreview(undefined)
    logQuietly('Image upload failed', error)
  }

  function openFilePicker(): void {
    setOpen(false)
    fileInput.current?.click()
  }

  async function openAccount(section?: (typeof LINKED)[number]): Promise<void> {
    setOpen(false)
    try {
      const module = await import('../account/AccountDialog.tsx')
      setAccount({ Account: module.AccountDialog, section })
    } catch {
      // The page stays; another press tries again.
      toast({ message: messages.layout.chunkMissing, kind: 'info' })
    }
  }

  const { hash, ...place } = useLocation()
  const onHash = useEffectEvent((hash: string) => {
    const section = LINKED.find((name) => hash === `#${name}`)
    if (!section) return
    void openAccount(section)
    void navigate({ ...place, hash: '' }, { replace: true, state: place.state })
  })
  useEffect(() => {
    // First the page takes the focus.
    const timer = setTimeout(() => onHash(hash))
    return () => clearTimeout(timer)
  }, [hash])

  function leave(): void {
    // The landing page first: the guard would greet the leaving reader.
    flushSync(() => void navigate(paths.home))
    void dispatch(logOut())
  }

  return (
    <>
      <IconButton
        ref={button}
        aria-label={readerMessages.menu.profileMenu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={isUploading}
        onClick={() => setOpen(true)}
        sx={{ p: '2px' }}
      >
        <Avatar src={preview ?? profile?.profileImage ?? DEFAULT_AVATAR} alt="">
          {/* Shown where the picture does not load. */}
          <PersonIcon />
        </Avatar>
      </IconButton>
      <input
        ref={fileInput}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        hidden
        aria-label={readerMessages.menu.photo}
        onChange={(event) => void uploadPhoto(event)}
      />
      <Menu
        anchorEl={() => button.current}
        open={isOpen}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        disableScrollLock
        slotProps={{
          // It lies outside of the page's landmarks.
          root: { role: 'navigation' },
          list: {
            'aria-label': messages.pages.profile,
            sx: { '& li, & a': { whiteSpace: 'normal' } },
          },
        }}
      >
        <MenuItem disabled={isUploading} onClick={openFilePicker}>
          <ListItemIcon>
            <CameraIcon />
          </ListItemIcon>
          <ListItemText>{readerMessages.menu.upload}</ListItemText>
        </MenuItem>
        <MenuItem onClick={() => void openAccount()}>
          <ListItemIcon>
            <PersonIcon />
          </ListItemIcon>
          <ListItemText
            primary={name || messages.pages.profile}
            // A line also before they are there: the item below would move away under a press.
            secondary={inRow(preferences?.slice(0, 3).map(interestName)) || '\u00A0'}
            slotProps={{
              primary: { noWrap: true, sx: { maxWidth: '30ch' } },
              secondary: { 'aria-hidden': true },
            }}
          />
        </MenuItem>
        <MenuItem component={Link} to={paths.wantToRead} onClick={() => setOpen(false)}>
          <ListItemIcon>
            <BookmarkIcon />
          </ListItemIcon>
          <ListItemText>{messages.pages.wantToRead}</ListItemText>
        </MenuItem>
        <MenuItem component={Link} to={paths.import} onClick={() => setOpen(false)}>
          <ListItemIcon>
            <DownloadIcon />
          </ListItemIcon>
          <ListItemText>{importMessages.title}</ListItemText>
        </MenuItem>
        <MenuItem onClick={leave}>
          <ListItemIcon>
            <LeaveIcon />
          </ListItemIcon>
          <ListItemText>{readerMessages.menu.logout}</ListItemText>
        </MenuItem>
      </Menu>
      {account && (
        <account.Account
          userId={userId}
          name={name}
          email={profile?.email ?? ''}
          hasPassword={profile?.hasPassword ?? true}
          section={account.section}
          onClose={() => {
            setAccount(undefined)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

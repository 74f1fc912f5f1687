import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  useGetNavbarPreferencesQuery,
  useGetProfileQuery,
  useUploadProfileImageMutation,
} from '../api/booksApi.ts'
import { Icon } from '../components/Icon.tsx'
import { DEFAULT_AVATAR } from '../constants.ts'
import { logQuietly } from '../lib/log.ts'
import { messages } from '../messages.ts'
import { useAppDispatch } from '../state/hooks.ts'
import { logOut } from '../state/logOut.ts'
import type { AccountDialogProps } from './AccountDialog.tsx'
import { AppTheme } from './AppTheme.tsx'
import styles from './ProfileMenu.module.css'

interface ProfileMenuProps {
  userId: string
  name: string
  /**
   * What the name's item opens. Handed in: a part that only a later part asks for would make the bundler
   * cut the first script into many.
   */
  AccountDialog: ComponentType<AccountDialogProps>
}

/** The reader's picture and the menu behind it (section 2, Navbar). Its failures are only logged. */
export default function ProfileMenu({ userId, name, AccountDialog }: ProfileMenuProps) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { data: profile, error: profileError } = useGetProfileQuery()
  const { data: preferences, error: preferencesError } = useGetNavbarPreferencesQuery(userId)
  const [upload, { isLoading: uploading }] = useUploadProfileImageMutation()
  const [preview, setPreview] = useState<string>()
  const [broken, setBroken] = useState<string>()
  const [open, setOpen] = useState(false)
  // Gone for good once it is closed: what was typed or said there does not come back.
  const [account, setAccount] = useState<'open' | 'closing'>()
  const button = useRef<HTMLButtonElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (profileError) logQuietly(messages.profileFetchFailed, profileError)
  }, [profileError])
  useEffect(() => {
    if (preferencesError) logQuietly(messages.profilePreferencesFailed, preferencesError)
  }, [preferencesError])

  async function uploadPhoto(file: File): Promise<void> {
    const before = preview
    // Shown at once from the chosen file; taken back when the server does not take it.
    const chosen = URL.createObjectURL(file)
    setPreview(chosen)
    try {
      await upload(file).unwrap()
      if (before !== undefined) URL.revokeObjectURL(before)
    } catch (error) {
      setPreview(before)
      URL.revokeObjectURL(chosen)
      logQuietly(messages.imageUploadFailed, error)
    }
  }

  const picture = preview ?? profile?.profileImage ?? DEFAULT_AVATAR
  return (
    <AppTheme>
      <button
        ref={button}
        type="button"
        className={styles['portrait']}
        aria-label="Profile menu"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <img
          src={picture === broken ? DEFAULT_AVATAR : picture}
          alt=""
          width={40}
          height={40}
          onError={() => setBroken(picture)}
        />
      </button>
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        hidden
        aria-label="Photo to upload"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The same file can be chosen again after a failure.
          target.value = ''
          if (file) void uploadPhoto(file)
        }}
      />
      <Menu
        anchorEl={() => button.current}
        open={open}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        disableScrollLock
        slotProps={{ list: { 'aria-label': 'Profile' } }}
      >
        <MenuItem
          disabled={uploading}
          onClick={() => {
            setOpen(false)
            picker.current?.click()
          }}
        >
          <span className={styles['mark']}>
            <Icon name="camera" />
          </span>
          Upload Photo
        </MenuItem>
        <MenuItem
          onClick={() => {
            setOpen(false)
            setAccount('open')
          }}
        >
          <span className={styles['mark']}>
            <Icon name="person" />
          </span>
          <span className={styles['who']}>
            {name || 'Profile'}
            {preferences && preferences.length > 0 && (
              <span className={styles['tastes']} aria-hidden="true">
                {preferences.slice(0, 2).join(', ')}
                {preferences.length > 2 && ` +${preferences.length - 2}`}
              </span>
            )}
          </span>
        </MenuItem>
        <MenuItem
          onClick={() => {
            setOpen(false)
            void dispatch(logOut(navigate))
          }}
        >
          <span className={styles['mark']}>
            <Icon name="leave" />
          </span>
          Logout
        </MenuItem>
      </Menu>
      {account !== undefined && (
        <Suspense fallback={null}>
          <AccountDialog
            open={account === 'open'}
            onClose={() => setAccount('closing')}
            onClosed={() => {
              setAccount(undefined)
              button.current?.focus()
            }}
            userId={userId}
            name={name}
            hasPassword={profile?.hasPassword ?? true}
          />
        </Suspense>
      )}
    </AppTheme>
  )
}

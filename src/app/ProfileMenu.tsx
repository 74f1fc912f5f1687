import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  useGetNavbarPreferencesQuery,
  useGetProfileQuery,
  useUploadProfileImageMutation,
} from '../api/booksApi.ts'
import { DEFAULT_AVATAR } from '../constants.ts'
import { logQuietly } from '../lib/log.ts'
import { preload } from '../lib/parts.ts'
import { messages } from '../messages.ts'
import { useAppDispatch } from '../state/hooks.ts'
import { logOut } from '../state/logOut.ts'
import styles from './ProfileMenu.module.css'
import { useOpenHere } from './useOpenHere.ts'
import { withPart } from './withPart.ts'

interface ProfileMenuProps {
  userId: string
  name: string
}

const loadDialog = () => import('./AccountDialog.tsx')
const AccountDialog = lazy(loadDialog)
const loadList = async () => ({ default: (await import('./ProfileMenuList.tsx')).ProfileMenuList })
const ProfileMenuList = lazy(loadList)

/** The reader's picture and the menu behind it (section 2, Navbar). Its failures are only logged. */
export default function ProfileMenu({ userId, name }: ProfileMenuProps) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { data: profile, error: profileError } = useGetProfileQuery()
  const { data: preferences, error: preferencesError } = useGetNavbarPreferencesQuery(userId)
  const [upload, { isLoading: uploading }] = useUploadProfileImageMutation()
  const [preview, setPreview] = useState<string>()
  const [broken, setBroken] = useState<string>()
  const [open, setOpen] = useOpenHere()
  // From the first opening on, so that it can also close.
  const [wanted, setWanted] = useState(false)
  // Gone for good once it is closed: what was typed or said there does not come back.
  const [account, setAccount] = useState(false)
  const [accountOpen, setAccountOpen] = useOpenHere()
  const button = useRef<HTMLButtonElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (profileError) logQuietly(messages.profileFetchFailed, profileError)
  }, [profileError])
  useEffect(() => {
    if (preferencesError) logQuietly(messages.profilePreferencesFailed, preferencesError)
  }, [preferencesError])

  const letGo = useEffectEvent(() => {
    if (preview !== undefined) URL.revokeObjectURL(preview)
  })
  // The photo is the reader's, and goes with them.
  useEffect(() => () => letGo(), [])

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
    <>
      <button
        ref={button}
        type="button"
        className={styles['portrait']}
        aria-label="Profile menu"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-busy={uploading}
        onPointerEnter={() => preload(loadList)}
        onFocus={() => preload(loadList)}
        onClick={() => {
          // Drawn once it is there: a part that does not come would take the page with it.
          if (wanted) setOpen(!open)
          else
            void withPart(loadList(), () => {
              setWanted(true)
              setOpen(true)
            })
        }}
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
      {wanted && (
        <Suspense fallback={null}>
          <ProfileMenuList
            open={open}
            onClose={() => setOpen(false)}
            anchor={() => button.current}
            name={name}
            interests={preferences ?? []}
            uploading={uploading}
            onUpload={() => picker.current?.click()}
            onAccount={() =>
              void withPart(loadDialog(), () => {
                setAccount(true)
                setAccountOpen(true)
              })
            }
            onLogOut={() => void dispatch(logOut(navigate))}
          />
        </Suspense>
      )}
      {account && (
        <Suspense fallback={null}>
          <AccountDialog
            open={accountOpen}
            onClose={() => setAccountOpen(false)}
            onClosed={() => {
              setAccount(false)
              button.current?.focus()
            }}
            userId={userId}
            name={name}
            hasPassword={profile?.hasPassword ?? true}
          />
        </Suspense>
      )}
    </>
  )
}

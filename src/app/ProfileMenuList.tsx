import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '../components/Icon.tsx'
import { AppTheme } from './AppTheme.tsx'
import { camera, leave } from './drawings.ts'
import styles from './ProfileMenuList.module.css'

/** What opens the menu, what it says, and what its items do. */
interface ProfileMenuListProps {
  open: boolean
  onClose: () => void
  /** The element that it hangs below. */
  anchor: () => Element | null
  name: string
  /** The reader's interests, where they are known. */
  interests: readonly string[]
  uploading: boolean
  onUpload: () => void
  onAccount: () => void
  onLogOut: () => void
}

/** The items behind the reader's picture. MUI comes with them, when they are first wanted. */
export function ProfileMenuList({
  open,
  onClose,
  anchor,
  name,
  interests,
  uploading,
  onUpload,
  onAccount,
  onLogOut,
}: ProfileMenuListProps) {
  const chosen = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <AppTheme>
      <Menu
        anchorEl={anchor}
        open={open}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        disableScrollLock
        slotProps={{ list: { 'aria-label': 'Profile' }, paper: { className: styles['menu'] } }}
      >
        <MenuItem disabled={uploading} onClick={chosen(onUpload)}>
          <span className={styles['mark']}>
            <Icon name={camera} />
          </span>
          Upload Photo
        </MenuItem>
        <MenuItem onClick={chosen(onAccount)}>
          <span className={styles['mark']}>
            <Icon name="person" />
          </span>
          <span className={styles['who']}>
            {name || 'Profile'}
            {interests.length > 0 && (
              <span className={styles['tastes']} aria-hidden="true">
                {interests.slice(0, 2).join(', ')}
                {interests.length > 2 && ` +${interests.length - 2}`}
              </span>
            )}
          </span>
        </MenuItem>
        <MenuItem onClick={chosen(onLogOut)}>
          <span className={styles['mark']}>
            <Icon name={leave} />
          </span>
          Logout
        </MenuItem>
      </Menu>
    </AppTheme>
  )
}

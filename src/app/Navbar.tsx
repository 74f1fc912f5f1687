import { Suspense, useId, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { Icon, Mark } from '../components/Icon.tsx'
import { PRODUCT_NAME } from '../constants.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { paths } from '../paths.ts'
import { selectUserId, selectUserName } from '../state/authSlice.ts'
import { useAppSelector } from '../state/hooks.ts'
import { selectRestored } from '../state/store.ts'
import styles from './Navbar.module.css'
import { ProfileMenuInstead } from './ProfileMenuInstead.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useOpenHere } from './useOpenHere.ts'
import { useWhileOpen } from './useWhileOpen.ts'

/** What the bar has for a reader. */
export const ProfileMenu = lazyPart(async () => {
  try {
    return (await import('./ProfileMenu.tsx')).default
  } catch {
    return ProfileMenuInstead
  }
})

const LINKS = [
  { to: paths.home, text: 'Home' },
  { to: paths.categories, text: 'Categories' },
  { to: paths.favorites, text: 'Favorites' },
  { to: paths.recommendations, text: 'Recommendations' },
] as const

/** The bar at the top of every page but /login and /register (section 2, Navbar). */
export function Navbar() {
  const userId = useAppSelector(selectUserId)
  const name = useAppSelector(selectUserName)
  const restored = useAppSelector(selectRestored)
  const [open, setOpen] = useOpenHere()
  const linksId = useId()
  const fold = useRef<HTMLButtonElement>(null)
  const links = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useWhileOpen(open, 'keydown', ({ key }) => {
    if (key !== 'Escape') return
    // A link that has the focus would take it along.
    if (links.current?.contains(document.activeElement)) fold.current?.focus()
    setOpen(false)
  })
  return (
    <header className={styles['bar']} data-visitor={(restored && userId === null) || undefined}>
      <div className={styles['row']}>
        <Link to={paths.home} className={styles['brand']}>
          <Mark size={32} />
          <span className={styles['name']}>{PRODUCT_NAME}</span>
        </Link>
        <SearchBox key={pathname} className={styles['search']} />
        {restored && (
          <div className={styles['reader']}>
            {userId === null ? (
              <>
                <span className={styles['welcome']}>Welcome to {PRODUCT_NAME}</span>
                <Link to={paths.login} className={styles['signIn']}>
                  Sign In / Register
                </Link>
                <Link to={paths.profile} className={styles['icon']} aria-label="Profile">
                  <Icon name="person" size={24} />
                </Link>
              </>
            ) : (
              <>
                <span className={styles['hello']}>{name ? `Hello, ${name}` : 'Hello'}</span>
                <Suspense fallback={<span className={styles['portrait']} />}>
                  <ProfileMenu key={userId} userId={userId} name={name} />
                </Suspense>
              </>
            )}
          </div>
        )}
        <button
          ref={fold}
          type="button"
          className={styles['fold']}
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls={linksId}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} size={24} />
        </button>
        {/* After the button that unfolds them, so that the next Tab is on the first. */}
        <nav
          ref={links}
          id={linksId}
          aria-label="Main"
          className={styles['links']}
          data-open={open}
        >
          <ul className={styles['list']}>
            {LINKS.map(({ to, text }) => (
              <li key={to}>
                <NavLink to={to} end className={styles['link']}>
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}

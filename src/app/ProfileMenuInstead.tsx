import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { Icon } from '../components/Icon.tsx'
import styles from './Navbar.module.css'
import type ProfileMenu from './ProfileMenu.tsx'
import { withPart } from './withPart.ts'

/** Stands where the reader's menu could not be fetched: a press fetches it once more. */
export function ProfileMenuInstead(props: ComponentProps<typeof ProfileMenu>) {
  const [Menu, setMenu] = useState<typeof ProfileMenu>()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The button that was pressed has gone.
    if (Menu) place.current?.querySelector('button')?.focus()
  }, [Menu])
  return (
    <span ref={place}>
      {Menu ? (
        <Menu {...props} />
      ) : (
        <button
          type="button"
          className={styles['icon']}
          aria-label="Profile menu"
          onClick={() =>
            void withPart(import('./ProfileMenu.tsx'), (loaded) => setMenu(() => loaded.default))
          }
        >
          <Icon name="person" size={24} />
        </button>
      )}
    </span>
  )
}

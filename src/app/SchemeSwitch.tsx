import { useId } from 'react'
import { Icon } from '../components/Icon.tsx'
import styles from './AccountDialog.module.css'
import { chooseScheme, SCHEME_CHOICES, useChosenScheme, type SchemeChoice } from './colorScheme.ts'
import { device, moon, sun } from './drawings.ts'

const LOOKS: Readonly<Record<SchemeChoice, { label: string; icon: { path: string } }>> = {
  system: { label: 'System', icon: device },
  light: { label: 'Light', icon: sun },
  dark: { label: 'Dark', icon: moon },
}

/** Chooses light, dark, or what the device says; at once, and in every tab. */
export function SchemeSwitch() {
  const chosen = useChosenScheme()
  const name = useId()
  return (
    <div className={styles['look']}>
      <fieldset className={styles['schemes']}>
        <legend className={styles['label']}>Appearance</legend>
        <div className={styles['choices']}>
          {SCHEME_CHOICES.map((choice) => (
            <label key={choice} className={styles['choice']}>
              <input
                type="radio"
                name={name}
                value={choice}
                checked={choice === chosen}
                onChange={() => chooseScheme(choice)}
              />
              <Icon name={LOOKS[choice].icon} />
              {LOOKS[choice].label}
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

import { useSyncExternalStore } from 'react'
import { CREDIT, PRODUCT_NAME } from '../constants.ts'
import styles from './Footer.module.css'

const never = () => () => undefined
const thisYear = () => new Date().getFullYear()

/** The year of the page that is taken up: what the build drew may be older than the reader's year. */
function drawnYear(): number {
  if (typeof document === 'undefined') return thisYear()
  return Number(document.querySelector<HTMLElement>('[data-year]')?.dataset['year'] ?? thisYear())
}

/** The year, the product's name and the credit link (section 1, decision 14b). */
export function Footer() {
  const year = useSyncExternalStore(never, thisYear, drawnYear)
  return (
    <footer className={styles['footer']}>
      <span data-year={year}>{`© ${year} ${PRODUCT_NAME}`}</span>
      <a href={CREDIT.href} target="_blank" rel="noopener noreferrer">
        {CREDIT.text}
      </a>
    </footer>
  )
}

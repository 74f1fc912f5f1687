import { CREDIT, PRODUCT_NAME } from '../constants.ts'
import styles from './Footer.module.css'

const YEAR = new Date().getFullYear()

/** The year, the product's name and the credit link (section 1, decision 14b). */
export function Footer() {
  return (
    <footer className={styles['footer']}>
      <span>{`© ${YEAR} ${PRODUCT_NAME}`}</span>
      <a href={CREDIT.href} target="_blank" rel="noopener noreferrer">
        {CREDIT.text}
      </a>
    </footer>
  )
}

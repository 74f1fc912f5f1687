import { Link } from 'react-router-dom'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { paths } from '../../paths.ts'
import styles from './NotFoundScreen.module.css'

/** Any other path (section 2, decision 11). */
export function NotFoundScreen() {
  usePageTitle('Not found')
  return (
    <div className={styles['page']}>
      <p className={styles['number']} aria-hidden="true">
        404
      </p>
      <h1>You have found the last world</h1>
      <p className={styles['words']}>Beyond this page the map is blank.</p>
      <Link className="button" to={paths.home}>
        Go back to Home
      </Link>
    </div>
  )
}

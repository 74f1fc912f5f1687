import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { SHOWCASE } from './showcaseBooks.ts'
import styles from './LandingScreen.module.css'

/** The wall of twelve covers, each the way to its book. */
export function Showcase() {
  return (
    <ul className={styles['wall']}>
      {SHOWCASE.map(({ number, id, title, author }) => (
        <li key={id}>
          <Link id={`showcase-${id}`} to={paths.book(id)} className={styles['brick']}>
            <img
              src={`/showcase/${number}.avif`}
              srcSet={`/showcase/${number}-224.avif 224w, /showcase/${number}.avif 400w`}
              sizes="(max-width: 768px) 30vw, (max-width: 1480px) 15vw, 210px"
              alt={`${title} by ${author}`}
              width={400}
              height={600}
              loading="lazy"
              decoding="async"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

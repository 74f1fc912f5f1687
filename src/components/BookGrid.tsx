import type { ComponentProps } from 'react'
import styles from './BookGrid.module.css'

/** The books grid of recommendations (section 9, decisions: Grids). */
export function BookGrid(props: ComponentProps<'ul'>) {
  return <ul {...props} className={styles['books']} />
}

/** The favorites grid. */
export function FavoritesGrid(props: ComponentProps<'ul'>) {
  return <ul {...props} className={styles['favorites']} />
}

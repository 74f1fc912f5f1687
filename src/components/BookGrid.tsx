import type { ComponentProps } from 'react'
import styles from './BookGrid.module.css'
import { useNear } from './useNear.ts'

/**
 * A list of books in columns. From when it has stood near the window, and so has been laid out whole, its
 * cards beyond the window are not drawn: how tall each is, is known, and a long list costs what is seen of it.
 */
function createGrid(kind: 'books' | 'favorites') {
  return function Grid(props: ComponentProps<'ul'>) {
    const { ref, isNear } = useNear<HTMLUListElement>(false)
    return <ul {...props} ref={ref} className={styles[kind]} data-standing={isNear} />
  }
}

/** The books grid of recommendations (section 9, decisions: Grids). */
export const BookGrid = createGrid('books')

/** The favorites grid. */
export const FavoritesGrid = createGrid('favorites')

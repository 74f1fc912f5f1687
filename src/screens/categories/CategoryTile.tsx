import type { Category } from '../../../contract/categories.ts'
import { Icon } from '../../components/Icon.tsx'
import styles from './CategoryTile.module.css'
import { CategoryEmblem } from './emblems.tsx'

interface CategoryTileProps {
  category: Category
  selected: boolean
  onToggle: () => void
}

/** One interest: its emblem, its name, and a clear selected state. */
export function CategoryTile({ category, selected, onToggle }: CategoryTileProps) {
  return (
    <button type="button" className={styles['tile']} aria-pressed={selected} onClick={onToggle}>
      <CategoryEmblem category={category} />
      {category}
      {selected && (
        <span className={styles['mark']}>
          <Icon name="check" size={18} />
        </span>
      )}
    </button>
  )
}

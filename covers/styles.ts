import { isCategory } from '../contract/categories.ts'
import { isFace } from './faces.ts'
import { isLayout } from './layouts.ts'
import { motifNamed } from './layouts/motifs.ts'
import { palettes } from './palettes.ts'
import styles from './styles.json' with { type: 'json' }

/**
 * What says the genre of a category at a glance: palettes, faces, layouts, and what may be shown where a book names
 * nothing. What is there more than once comes up more.
 */
export function styleOf(category: string) {
  const style = styles[isCategory(category) ? category : 'other']
  return {
    palettes: palettes.filter(({ name }) => style.palettes.split(' ').includes(name)),
    faces: style.faces.split(' ').filter(isFace),
    layouts: style.layouts.split(' ').filter(isLayout),
    motifs: style.motifs.split(' ').flatMap((name) => motifNamed(name) ?? []),
  }
}

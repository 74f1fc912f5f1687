import type { Category } from '../../../contract/categories.ts'
import type { Book } from '../../../contract/books.ts'
import type { StoredBook } from '../../store/store.ts'

/** What Google calls our interests: BISAC subjects, or the words that its subject search takes. */
export const SUBJECTS: Readonly<Record<Category, string>> = {
  Fiction: 'Fiction',
  // There is no subject for all of it; this is its most read part.
  'Non-Fiction': 'History',
  Mystery: 'Mystery & Detective',
  Fantasy: 'Fantasy',
  Romance: 'Romance',
  'Sci-Fi': 'Science Fiction',
  Thriller: 'Thrillers',
  'Food & Cooking': 'Cooking',
  Biography: 'Biography & Autobiography',
  'Self-Help': 'Self-Help',
  'Historical Fiction': 'Historical Fiction',
  'Young Adult': 'Young Adult Fiction',
  Horror: 'Horror',
  'Graphic Novels': 'Comics & Graphic Novels',
  Poetry: 'Poetry',
  Business: 'Business & Economics',
  Travel: 'Travel',
  'Health & Fitness': 'Health & Fitness',
  "Children's Books": 'Juvenile Fiction',
  'True Crime': 'True Crime',
}

// Google's lists name the top of a path only, `Fiction`; which kind it is, the subject asked for says.
const KINDS_OF_FICTION: ReadonlySet<Category> = new Set<Category>([
  'Mystery',
  'Fantasy',
  'Romance',
  'Sci-Fi',
  'Thriller',
  'Historical Fiction',
  'Horror',
])

/**
 * The book as it stands on the shelf of an interest, or `undefined` where it does not belong there: a
 * study of horror films is not horror, however its subject reads, and a book without cover, author or
 * description is none to recommend.
 */
export function shelved({ book, picture }: StoredBook, interest: Category): Book | undefined {
  const { categories, authors, description } = book.volumeInfo
  if (picture === undefined || authors.length === 0 || description === undefined) return undefined
  if (categories.includes(interest)) return book
  const fits = categories.length === 0 || KINDS_OF_FICTION.has(interest)
  if (!fits || categories.includes('Non-Fiction')) return undefined
  return { ...book, volumeInfo: { ...book.volumeInfo, categories: [interest, ...categories] } }
}

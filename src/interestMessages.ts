import { isCategory, type Category } from '../contract/categories.ts'
import { texts } from './languages/language.ts'

/** What the twenty interests are called. Requests carry their English names, which are the keys. */
export const interestMessages = texts('interests', {
  names: {
    Fiction: 'Fiction',
    'Non-Fiction': 'Non-Fiction',
    Mystery: 'Mystery',
    Fantasy: 'Fantasy',
    Romance: 'Romance',
    'Sci-Fi': 'Sci-Fi',
    Thriller: 'Thriller',
    'Food & Cooking': 'Food & Cooking',
    Biography: 'Biography',
    'Self-Help': 'Self-Help',
    'Historical Fiction': 'Historical Fiction',
    'Young Adult': 'Young Adult',
    Horror: 'Horror',
    'Graphic Novels': 'Graphic Novels',
    Poetry: 'Poetry',
    Business: 'Business',
    Travel: 'Travel',
    'Health & Fitness': 'Health & Fitness',
    "Children's Books": "Children's Books",
    'True Crime': 'True Crime',
  } satisfies Record<Category, string>,
  // Headings of their shelves.
  best: {
    Fiction: 'Best Fiction Books',
    'Non-Fiction': 'Best Non-Fiction Books',
    Mystery: 'Best Mystery Books',
    Fantasy: 'Best Fantasy Books',
    Romance: 'Best Romance Books',
    'Sci-Fi': 'Best Sci-Fi Books',
    Thriller: 'Best Thriller Books',
    'Food & Cooking': 'Best Food & Cooking Books',
    Biography: 'Best Biography Books',
    'Self-Help': 'Best Self-Help Books',
    'Historical Fiction': 'Best Historical Fiction Books',
    'Young Adult': 'Best Young Adult Books',
    Horror: 'Best Horror Books',
    'Graphic Novels': 'Best Graphic Novels Books',
    Poetry: 'Best Poetry Books',
    Business: 'Best Business Books',
    Travel: 'Best Travel Books',
    'Health & Fitness': 'Best Health & Fitness Books',
    "Children's Books": "Best Children's Books Books",
    'True Crime': 'Best True Crime Books',
  } satisfies Record<Category, string>,
})

/** What an interest is called in the language of the app; any other name stays. */
export const interestName = (name: string): string =>
  isCategory(name) ? interestMessages.names[name] : name

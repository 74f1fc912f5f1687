/** The interests in the specification's order (docs/product.md 2.6). */
export const CATEGORIES = [
  'Fiction',
  'Non-Fiction',
  'Mystery',
  'Fantasy',
  'Romance',
  'Sci-Fi',
  'Thriller',
  'Food & Cooking',
  'Biography',
  'Self-Help',
  'Historical Fiction',
  'Young Adult',
  'Horror',
  'Graphic Novels',
  'Poetry',
  'Business',
  'Travel',
  'Health & Fitness',
  "Children's Books",
  'True Crime',
] as const

/** One of the fixed interests. */
export type Category = (typeof CATEGORIES)[number]

/** Whether a text is exactly one of the interests. */
export const isCategory = (text: unknown): text is Category =>
  CATEGORIES.some((name) => name === text)

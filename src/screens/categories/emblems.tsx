import type { Category } from '../../../contract/categories.ts'

/** A drawing of each category, in a square of 48, for a line of 1.75. */
const drawings: Readonly<Record<Category, string>> = {
  // An open book
  Fiction:
    'M24 14C19 10 12 9 5 10V37C12 36 19 37 24 41C29 37 36 36 43 37V10C36 9 29 10 24 14ZM24 14V41M11 17c3-.3 6 .2 8.5 1.4M11 23c3-.3 6 .2 8.5 1.4M37 17c-3-.3-6 .2-8.5 1.4M37 23c-3-.3-6 .2-8.5 1.4',
  // A globe on its stand
  'Non-Fiction':
    'M22 7a14 14 0 1 0 .1 0ZM8 21H36M22 7C15 14 15 28 22 35C29 28 29 14 22 7M37 9C44 18 43 32 33 38C30 40 26 41 22 41M22 41V44M15 44H29',
  // A magnifying glass over a fingerprint
  Mystery:
    'M20 6a14 14 0 1 0 .1 0ZM30.5 30.5L42 42M12.5 22a7.5 7.5 0 0 1 15 0M16 24v-2a4 4 0 0 1 8 0v4M20 22v5',
  // A castle tower with a flag
  Fantasy:
    'M15 44V24L12 20V13H17V17H21.5V13H26.5V17H31V13H36V20L33 24V44ZM24 13V4M24 4L32 6.5L24 9M20.5 44V37a3.5 3.5 0 0 1 7 0V44M24 24V29',
  // A heart with a glint
  Romance:
    'M24 41C9 31 5 24 5 17.5C5 12 9 8 14 8C18.5 8 22 10.5 24 14.5C26 10.5 29.5 8 34 8C39 8 43 12 43 17.5C43 24 39 31 24 41ZM11 17.5C11 15 12.5 13.5 15 13.5',
  // A rocket
  'Sci-Fi':
    'M24 4C31 10 33 19 31 31H17C15 19 17 10 24 4ZM16.5 22L10 31V37L17.5 31M31.5 22L38 31V37L30.5 31M24 15a3.5 3.5 0 1 0 .1 0ZM20 36L24 44L28 36',
  // A ticking clock
  Thriller: 'M24 10a16.5 16.5 0 1 0 .1 0ZM24 17V26.5L30 31M19 4H29M24 4V10M37 11L40 14M24 39.5V41',
  // A pot with steam
  'Food & Cooking':
    'M8 22H40V33C40 38 36 41 32 41H16C12 41 8 38 8 33ZM8 26H4V31H8M40 26H44V31H40M17 16C14 13 20 11 17 7M24 16C21 13 27 11 24 7M31 16C28 13 34 11 31 7',
  // A cameo
  Biography:
    'M24 4C34 4 40 12 40 24S34 44 24 44S8 36 8 24S14 4 24 4ZM24 13a6 6 0 1 0 .1 0ZM13.5 37.5C14 31 18 28.5 24 28.5S34 31 34.5 37.5',
  // A sprout in a pot
  'Self-Help':
    'M14 31H34L32 43H16ZM24 31V17M24 22C16 23 11 19 10 11C18 10 23 14 24 22ZM24 17C25 9 30 5 38 5C38 13 32 17 24 17Z',
  // A column
  'Historical Fiction':
    'M8 6H40V11H8ZM12 11C12 14 14 15 16 15H32C34 15 36 14 36 11M16 15V37M32 15V37M21.5 18V34M26.5 18V34M13 37H35V41M13 37V41M8 41H40V44H8Z',
  // Headphones
  'Young Adult':
    'M7 33V24a17 17 0 0 1 34 0V33M7 33a4 4 0 0 1 4-4h3V43H11a4 4 0 0 1-4-4ZM41 33a4 4 0 0 0-4-4H34V43H37a4 4 0 0 0 4-4Z',
  // A ghost
  Horror:
    'M9 42V21C9 12 15.5 5 24 5S39 12 39 21V42L34 37.5L29 42L24 37.5L19 42L14 37.5ZM18.5 18V21.5M29.5 18V21.5M24 26a2.5 3.5 0 1 0 .1 0Z',
  // A burst
  'Graphic Novels':
    'M24 4L28.5 10.5L36 6.5L35.5 14.5L44 16L38.5 22L43 29L34.5 30L32.5 36L26 32.5L16 43L17.5 33L10 34.5L11.5 27L4 24L10.5 18.5L6.5 11.5L15 11.5L17 5.5L21.5 9.5ZM24 14V22.5M24 27v.5',
  // A quill
  Poetry:
    'M40 5C22 7 12 18 12 33C27 33 38 22 40 5ZM33 12C24 19 16 27 7 43M18 26.5H27M24 20.5H32.5M12 40H34',
  // A briefcase
  Business:
    'M5 15H43V40H5ZM17 15V10C17 8.5 18 7.5 19.5 7.5H28.5C30 7.5 31 8.5 31 10V15M5 25C11 28 16 29 21 29H27C32 29 37 28 43 25M21 26.5H27V32H21Z',
  // A hot-air balloon
  Travel:
    'M24 4C33 4 39 10.5 39 18C39 25 31 29 28 34H20C17 29 9 25 9 18C9 10.5 15 4 24 4ZM24 4C19 9 18 24 22 34M24 4C29 9 30 24 26 34M20.5 38.5H27.5V44H20.5ZM20 34L20.5 38.5M28 34L27.5 38.5',
  // A heartbeat over an apple
  'Health & Fitness':
    'M24 15C20 12 15 11.5 11 14.5C5 19 7 30 12 37.5C15.5 42.5 19.5 43 24 41C28.5 43 32.5 42.5 36 37.5C41 30 43 19 37 14.5C33 11.5 28 12 24 15ZM24 15C24 10 25.5 7 29 5M9 27H17L20 22L25 33L28 27H39',
  // A kite
  "Children's Books":
    'M30 4L42 18L24 32L14 12ZM30 4L24 32M14 12L42 18M24 32C26 39 17 35 18 40C19 44 14 44 8 42',
  // The scales of justice
  'True Crime':
    'M24 5V42M15 42H33M8 13C14 13 18 11 24 9C30 11 34 13 40 13M8 13L2.5 28H13.5ZM2.5 28a5.5 5.5 0 0 0 11 0M40 13L34.5 28H45.5ZM34.5 28a5.5 5.5 0 0 0 11 0',
}

/**
 * Takes a category's name; gives its small drawing in the colour of the text around it. Decorative:
 * the name stands beside it.
 */
export function CategoryEmblem({ category }: { category: Category }) {
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[category]} />
    </svg>
  )
}

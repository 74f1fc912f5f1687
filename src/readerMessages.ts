import { SEARCH_RESULTS_SHOWN } from '../contract/limits.ts'
import { PRODUCT_NAME } from './constants.ts'
import { formatNumber, plural } from './messages.ts'

/** What a signed-in reader reads, by screen; loaded with the first of these screens. */
export const readerMessages = {
  // Each screen has its own fallbacks.
  card: { unknownAuthor: 'Unknown Author', noDescription: 'No description available.' },
  heart: {
    // Read out.
    added: 'Added to favorites',
    removed: 'Removed from favorites',
    add: 'Add to favorites',
    remove: 'Remove from favorites',
    failed: 'Failed to save favorite book.',
    authorFailed: 'Failed to save author.',
  },
  newVersion: `A new version of ${PRODUCT_NAME} is available.`,
  menu: {
    profileMenu: 'Profile menu',
    upload: 'Upload Photo',
    photo: 'Photo to upload',
    logout: 'Logout',
  },
  offline: {
    bar: 'You are offline. Favorites and books you opened are here.',
    notHere: 'This is not on your device. It comes by itself when you are online again.',
  },
  search: {
    results: 'Search results',
    searching: 'Searching…',
    failed: (reason: string) => `Error fetching data: ${reason}`,
    none: 'No books found.',
    hint: 'Check the spelling, or search for the author.',
    approximate: 'No exact match. Near it:',
    found: (count: number) =>
      count > SEARCH_RESULTS_SHOWN
        ? `Showing the first ${SEARCH_RESULTS_SHOWN}`
        : plural(count, '# book found', '# books found'),
  },
  preferences: {
    failed: 'Failed to fetch user preferences.',
    invalid: 'User preferences not found or invalid.',
  },
  readerHome: {
    picks: 'Books you may love next',
    shelf: 'Your shelf',
    empty: 'Give a book a heart, and it will appear here.',
    recommendations: 'Your recommendations',
    favorites: 'All favorites',
  },
  categories: {
    title: 'Discover Your Interests',
    lede: 'Choose as many as you like. Each becomes a shelf of its own, and you can change them at any time.',
    list: 'Interests',
    none: 'Nothing chosen yet',
    chosen: (count: number, all: number) => `${count} of ${all} chosen`,
    confirm: 'Confirm',
    saved: 'Preferences saved successfully!',
    saveFailed: 'An error occurred. Please try again.',
  },
  recommendations: {
    authors: 'Books by Your Favorite Authors',
    forYou: 'Picked for You',
    best: (preference: string) => `Best ${preference} Books`,
    more: 'Show more',
    skip: 'Skip this shelf',
    moreOf: (title: string) => `Show more of ${title}`,
    failed: 'Error fetching books.',
    authorsFailed: 'Failed to fetch books by favorite authors.',
    empty: 'No books available for this preference.',
    noInterests: 'You have not picked any interests yet.',
    discover: 'Discover your interests',
    somethingElse: 'Looking for something else? ',
    change: 'Change your interests',
  },
  book: {
    author: 'Author',
    by: 'by ',
    unknownAuthor: 'Unknown',
    category: 'Category',
    series: 'Series',
    volume: (number: number, of?: number) => `Book ${number}${of ? ` of ${of}` : ''} in `,
    alsoKnownAs: 'Also known as',
    subjects: 'Subjects',
    published: 'Published Year',
    bc: (year: string) => `${year} BC`,
    notAvailable: 'N/A',
    description: 'Description',
    noDescription: 'No detailed description available.',
    read: 'Read Now',
    pdf: 'View PDF',
    buy: 'Buy Link',
    failed: 'Error loading the book details.',
    notFound: 'Book not found',
    next: 'What comes next',
    nextFailed: 'What comes next could not be loaded.',
  },
  favorites: {
    title: 'Your Favorite Books',
    count: (count: number) => plural(count, '# book', '# books'),
    loading: 'Loading favorite books...',
    failed: 'Failed to load favorite books.',
    empty: 'No favorite books yet 🤷♀️ !',
    find: 'Find your next book',
    filter: 'Filter by title or author',
    filterAll: 'Filter by title, author or subject',
    showMore: (count: number, rest: number) =>
      `Show ${formatNumber(count)} more of ${formatNumber(rest)}`,
    clear: 'Clear filter',
    shown: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)}`,
    noMatch: 'No favorites match this filter.',
    showAll: 'Show all favorites',
    compact: 'Compact list',
    select: 'Select',
    selectBook: (title: string) => `Select ${title}`,
    chosen: (count: number) => plural(count, '# book chosen', '# books chosen'),
    all: 'Choose all',
    none: 'Choose none',
    cancel: 'Cancel',
    remove: (count: number) => plural(count, 'Remove # book', 'Remove # books'),
    removed: (title: string, others: number) =>
      others === 0
        ? `${title} removed.`
        : `${title} ${plural(others, 'and # more book', 'and # more books')} removed.`,
    sort: 'Sort by',
    orders: { own: 'My order', newest: 'Newest', title: 'Title', author: 'Author' },
    updateFailed: 'Failed to update favorite books.',
  },
} as const

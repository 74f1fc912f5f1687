/**
 * The texts of the specification (sections 2, 4, 5 and 8) and of the decisions, to the letter. Tests
 * write them out again, so that a change here is noticed.
 */
export const messages = {
  // Guard, session, validation
  userNotFound: 'User not found. Please log in.',
  notAuthenticated: 'User not authenticated. Please log in.',
  passwordsDiffer: 'Passwords do not match.',
  loginToSearch: 'Please log in to search for books.',
  welcomeBack: (name: string) => `Welcome back, ${name}!`,
  authFailed: (reason: string) => `Error: ${reason}`,
  registered: 'Registration successful!',
  continueTo: (page: string) => `Continue to ${page}`,

  // Preferences
  preferencesSaved: 'Preferences saved successfully!',
  preferencesSaveFailed: 'An error occurred. Please try again.',
  preferencesFetchFailed: 'Failed to fetch user preferences.',
  preferencesInvalid: 'User preferences not found or invalid.',

  // Books
  loading: 'Loading...',
  booksFailed: 'Error fetching books.',
  noBooksForPreference: 'No books available for this preference.',
  favoriteAuthorsFailed: 'Failed to fetch books by favorite authors.',
  authorSaveFailed: 'Failed to save author.',
  favoriteSaveFailed: 'Failed to save favorite book.',
  bookFailed: 'Error loading the book details.',
  searchFailed: (reason: string) => `Error fetching data: ${reason}`,
  noSearchResults: 'No books found.',

  // Favorites
  favoritesLoading: 'Loading favorite books...',
  favoritesEmpty: 'No favorite books yet 🤷♀️ !',
  favoritesFailed: 'Failed to load favorite books.',
  favoritesUpdateFailed: 'Failed to update favorite books.',
  favoriteRemoved: (title: string) => `Removed ${title}`,
  favoriteDeferred: 'You are offline. Your change is kept and sent later.',
  undo: 'Undo',

  // Fallbacks of a book's fields; each screen has its own words (decision 40)
  unknownAuthorOnCard: 'Unknown Author',
  noDescriptionOnCard: 'No description available.',
  untitled: 'Untitled',
  categoryFallback: 'N/A',
  authorFallback: 'Unknown',
  publishedFallback: 'N/A',
  noDetailedDescription: 'No detailed description available.',

  // Only logged
  profileFetchFailed: 'Profile fetch failed',
  imageUploadFailed: 'Image upload failed',
  profilePreferencesFailed: 'Profile preferences fetch failed',

  // Actions
  tryAgain: 'Try again',
  reload: 'Reload the page',
  addToFavorites: 'Add to favorites',
  removeFromFavorites: 'Remove from favorites',
} as const

/** Recommendations: the heading of one interest's shelf. */
export const bestBooks = (preference: string): string => `Best ${preference} Books`

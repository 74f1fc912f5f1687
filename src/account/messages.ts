import type { LastImport, LibraryChange, LibraryPreview } from '../../contract/library.ts'
import type { ReaderSession } from '../../contract/session.ts'
import { LIBRARY_LISTS, type LibraryList } from '../../contract/uploads.ts'
import { formatNumber, plural } from '../messages.ts'

const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** `Jan 1, 2026, 12:00 PM` by the device's clock; empty where the time is none. */
const formatMoment = (time: string): string => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : moments.format(date)
}

/** What a reader reads in the account dialog. */
export const accountMessages = {
  title: 'Your account',
  appearance: 'Appearance',
  schemes: { system: 'System', light: 'Light', dark: 'Dark' },
  password: 'Change your password',
  passwordNote: 'When you change your password, every other device has to log in again.',
  passwordSaving: 'Saving…',
  passwordChanged: 'Your password has been changed. Other devices have been logged out.',
  passwordFailed: (reason: string) => `Your password could not be changed. ${reason}`,
  sessions: 'Where you are logged in',
  sessionsNote:
    'Log out devices that you no longer use. If you do not know one, change your password, too.',
  device: ({ browser, system }: ReaderSession) =>
    browser !== null && system !== null
      ? `${browser} on ${system}`
      : (browser ?? system ?? 'Unknown device'),
  thisDevice: 'This device',
  lastUsed: (time: string) => `Last used ${formatMoment(time)}`,
  loggedInSince: (time: string) => `Logged in since ${formatMoment(time)}`,
  endSession: 'Log out',
  endSessionOf: (device: string) => `Log out ${device}`,
  sessionEnded: 'The device has been logged out.',
  endOtherSessions: 'Log out all other devices',
  otherSessionsEnded: 'All other devices have been logged out.',
  sessionsFailed: (reason: string) => `Your devices could not be loaded. ${reason}`,
  endSessionFailed: (reason: string) => `The device could not be logged out. ${reason}`,
  marks: 'Books you are not recommended',
  marksNote: 'Books that you have read, and books that are not for you, are recommended no more.',
  marked: {
    read: (count?: number) => `Read${count ? `: ${formatNumber(count)}` : ''}`,
    notForMe: (count?: number) => `Not for me${count ? `: ${formatNumber(count)}` : ''}`,
  },
  noneMarked: 'None yet.',
  markedFailed: (reason: string) => `These books could not be loaded. ${reason}`,
  download: 'Download your data',
  downloadNote:
    'JSON has everything Catchword stores about you: your account, interests, favorites, other books, sign-ins and picture. CSV has your books, for Goodreads, StoryGraph, a spreadsheet or another Catchword.',
  downloadAs: (format: string) => `Download as ${format.toUpperCase()}`,
  downloaded: 'Your data has been downloaded.',
  exportFailed: (reason: string) => `Your data could not be downloaded. ${reason}`,
  deletion: 'Delete your account',
  deletionNote:
    'This permanently deletes your account, interests, favorites and picture on every device. It cannot be undone.',
  keep: 'Keep my account',
  delete: 'Delete permanently',
  deleting: 'Deleting…',
  deleted: 'Your account has been deleted.',
  deleteFailed: (reason: string) => `Your account could not be deleted. ${reason}`,
} as const

const listed = new Intl.ListFormat('en')

const ROOMS: Readonly<Record<LibraryList, string>> = {
  favorites: 'Your favorites have',
  wantToRead: 'What you want to read has',
  read: 'What you have read has',
  notForMe: 'What is not for you has',
}

const ADDED: Readonly<Record<LibraryList, (count: number) => string>> = {
  favorites: (count) => plural(count, '# favorite', '# favorites'),
  wantToRead: (count) => plural(count, '# book you want to read', '# books you want to read'),
  read: (count) => plural(count, '# book you have read', '# books you have read'),
  notForMe: (count) => plural(count, '# book that is not for you', '# books that are not for you'),
}

/** Its import of a library. */
export const libraryMessages = {
  note: 'Bring the books you have read and want to read: choose the CSV or TSV file that Goodreads, StoryGraph, LibraryThing, BookWyrm, Hardcover, Calibre, Openreads, Jelu, Open Library, Libby or Catchword exports, or a table of your own. The file is not stored.',
  choose: 'Choose a file or drop it here',
  reading: 'Reading your library…',
  failed: (reason: string) => `Your library could not be read. ${reason}`,
  tooLarge: 'The file can be at most 5 MB.',
  found: ({ program, rows, found }: LibraryPreview) =>
    `This ${program === null ? 'file' : `${program} export`} has ${plural(rows, '# row', '# rows')}. ` +
    `Catchword has ${formatNumber(found.length)} of these books.`,
  notes: {
    guessed:
      'Its letters are not in UTF-8, so their encoding was guessed. If names below look wrong, save the file as “CSV UTF-8” and choose it again.',
    mended: 'Its letters had been garbled, as in “Ã©” for “é”. They have been repaired.',
    noHeader:
      'Its first line, with the names of the columns, is missing. They were recognised by their order: please check the list below.',
    isbnsAlone:
      'No names of columns, such as title, author and rating, were recognised. Only the ISBNs were read.',
  },
  skipped: ({ repeated, unreadable, unreadRatings, otherMedia }: LibraryPreview) => {
    const kinds = [
      repeated && plural(repeated, '# duplicate row', '# duplicate rows'),
      unreadable &&
        plural(unreadable, '# row without a title', '# rows without a title') + ' or ISBN',
      unreadRatings && plural(unreadRatings, '# unreadable rating', '# unreadable ratings'),
      otherMedia &&
        plural(otherMedia, '# article, film or the like', '# articles, films or the like'),
    ]
    return `Skipped: ${listed.format(kinds.filter((kind) => typeof kind === 'string'))}.`
  },
  choices: 'What to add',
  lists: {
    favorites: 'What I loved',
    wantToRead: 'What I want to read',
    read: 'What I have read',
    notForMe: 'What I rated one or two stars: not for me',
  },
  choice: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  silent: 'The file does not say what you think of these books. They are:',
  marks: {
    favorites: 'Favorite',
    wantToRead: 'Want to read',
    read: 'Read it',
    notForMe: 'Not for me',
  },
  list: (title: string, count: number) => `${title}: ${formatNumber(count)}`,
  toAdd: 'To be added',
  leftOut: 'Left out',
  known: 'Already on your lists',
  missing: 'Not in Catchword',
  more: (count: number) => `and ${formatNumber(count)} more`,
  saveList: 'Save this list',
  noRows: 'Nothing to add: there are no books in this file.',
  notHere: 'Nothing to add: Catchword has none of these books.',
  allKnown: 'Nothing to add: all of these books are already on your lists.',
  noRoom: 'Nothing to add: your lists are full. Remove some books, then choose the file again.',
  noChoice: 'Nothing to add: nothing above is chosen.',
  room: (list: LibraryList, room: number) =>
    `${ROOMS[list]} room for ${formatNumber(room)} more. The best rated will be added.`,
  add: (count: number) => plural(count, 'Add # book', 'Add # books'),
  adding: 'Adding…',
  added: (change: LibraryChange) => {
    const counts = LIBRARY_LISTS.flatMap((list) =>
      change[list].length > 0 ? ADDED[list](change[list].length) : [],
    )
    return counts.length === 0
      ? 'Nothing was added: these books are already on your lists, or there is no room for them.'
      : `Added: ${listed.format(counts)}.`
  },
  addFailed: (reason: string) => `Your books could not be added. ${reason}`,
  recommendations: 'See your recommendations',
  undo: 'Undo',
  undoing: 'Undoing…',
  last: ({ program, addedAt, ...counts }: LastImport) => {
    const books = LIBRARY_LISTS.reduce((sum, list) => sum + counts[list], 0)
    const from = program === null ? '' : ` from ${program}`
    const isToday = new Date(addedAt).toDateString() === new Date().toDateString()
    return `${plural(books, '# book', '# books')}${from}, added ${isToday ? 'today' : 'yesterday'}.`
  },
  undone: 'Undone: what was added is gone again.',
  undoFailed: (reason: string) => `Undo failed. ${reason}`,
} as const

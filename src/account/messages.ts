import type { LibraryPreview } from '../../contract/library.ts'
import type { ReaderSession } from '../../contract/session.ts'
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
  download: 'Download your data',
  downloadNote:
    'Everything Catchword stores about you: your account, interests, favorites, sign-ins and picture. JSON has it all; CSV opens in a spreadsheet but leaves out the picture.',
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

/** Its import of a library. */
export const libraryMessages = {
  note: 'Bring the books you have read: choose the CSV or TSV file that Goodreads, StoryGraph, LibraryThing, BookWyrm, Calibre, Openreads or Open Library exports, or a table of your own. The file is not stored.',
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
      'No names of columns, such as title, author and rating, were recognised. Only the ISBNs were read, and every book counts as read.',
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
  choices: 'Which books to add',
  isLoved: 'Rated four or five stars, or marked as a favorite',
  isRead: 'Everything I have read',
  choice: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  list: (title: string, count: number) => `${title}: ${formatNumber(count)}`,
  toAdd: 'To be added',
  present: 'Already in your favorites',
  missing: 'Not in Catchword',
  more: (count: number) => `and ${formatNumber(count)} more`,
  saveList: 'Save this list',
  noRows: 'Nothing to add: there are no books in this file.',
  notHere: 'Nothing to add: Catchword has none of these books.',
  allPresent: 'Nothing to add: all of these books are already in your favorites.',
  noRoom: 'Nothing to add: your favorites are full. Remove some, then choose the file again.',
  notRead: 'Nothing to add: no book is rated four or five stars or marked as read.',
  room: (room: number) =>
    `Your favorites have room for ${formatNumber(room)} more. The best rated will be added.`,
  add: (count: number) => plural(count, 'Add # book to favorites', 'Add # books to favorites'),
  adding: 'Adding…',
  added: (count: number) =>
    count === 0
      ? 'Nothing was added: these books are already in your favorites, or there is no room for them.'
      : plural(count, '# favorite added.', '# favorites added, best rated first.'),
  addFailed: (reason: string) => `Your books could not be added. ${reason}`,
  recommendations: 'See your recommendations',
  undo: 'Undo',
  undoing: 'Undoing…',
  undone: 'Undone: your favorites are as they were before.',
  undoFailed: (reason: string) => `Undo failed. ${reason}`,
} as const

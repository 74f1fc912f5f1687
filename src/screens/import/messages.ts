import type { LibraryChange, LibraryPreview } from '../../../contract/library.ts'
import { LIBRARY_LISTS, type LibraryList } from '../../../contract/uploads.ts'
import { formatNumber, plural } from '../../messages.ts'

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

const MARKS: Readonly<Record<LibraryList, string>> = {
  favorites: 'Favorite',
  wantToRead: 'Want to read',
  read: 'Read it',
  notForMe: 'Not for me',
}

/** What a reader reads on the page that imports a library. */
export const libraryMessages = {
  note: 'Bring the books you have read and want to read: the CSV or TSV file that another program exports, or a table of your own. You see what becomes of each book before anything is added. The file is not stored.',
  choose: 'Choose a file or drop it here',
  chooseAnother: 'Choose another file',
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
    notForMe: 'What is not for me',
  },
  lowRated: 'What I rated one or two stars: not for me',
  choice: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  silent: 'The file does not say what you think of these books. They are:',
  marks: MARKS,
  becomes: (mark: LibraryList, rating: number | null) =>
    rating === null ? MARKS[mark] : `${MARKS[mark]} · ${rating} ★`,
  all: 'Choose all',
  none: 'Choose none',
  chosen: (count: number, all: number) => `${formatNumber(count)} of ${formatNumber(all)} chosen`,
  noMatch: 'No book matches this filter.',
  list: (title: string, count: number) => `${title}: ${formatNumber(count)}`,
  toAdd: 'What was found',
  unfinished: 'Left out, since you began or gave them up',
  known: 'Already on your lists',
  missing: 'Not in Catchword',
  whyMissing:
    'The catalogue of this Catchword has no book with their ISBN, or with their title by their author. It may have them under another title.',
  search: 'Search for it',
  searchFor: (title: string) => `Search for it: ${title}`,
  saveList: 'Save this list',
  noRows: 'Nothing to add: there are no books in this file.',
  notHere: 'Nothing to add: Catchword has none of these books.',
  allKnown: 'Nothing to add: all of these books are already on your lists.',
  allUnfinished: 'Nothing to add: you began these books or gave them up.',
  knownOrUnfinished:
    'Nothing to add: these books are already on your lists, except those you began or gave up.',
  noRoom: 'Nothing to add: your lists are full. Remove some books, then choose the file again.',
  noChoice: 'Nothing to add: nothing above is chosen.',
  room: (list: LibraryList, room: number, isRated: boolean) =>
    `${ROOMS[list]} room for ${formatNumber(room)} more. The ${isRated ? 'best rated' : 'first of the file'} will be added.`,
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
  where: 'Where to find your export',
  exports: {
    Goodreads:
      'On the website, open My Books, then Import and export under Tools, and press Export Library.',
    StoryGraph:
      'Open your profile, then Manage Account, and choose Export StoryGraph Library under Manage Your Data.',
    LibraryThing: 'Open More, then Import/Export, and export your library as tab-delimited text.',
    BookWyrm: 'Open Settings, then CSV Export under Data, and download the file.',
    Hardcover: 'Open the settings of your account, then Export, and ask for the CSV file.',
    Calibre:
      'Select your books, choose Create a catalog of the books in the menu of Convert books, and take CSV as its format.',
    'Open Library':
      'Open My Books, then the import and export options, and download your reading log.',
    Libby:
      'Open the Timeline on your shelf, choose Export Timeline under Actions, then Spreadsheet.',
  },
} as const

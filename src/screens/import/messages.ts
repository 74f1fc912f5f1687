import { texts } from '../../languages/language.ts'

/** What a reader reads on the page that imports a library. */
export const libraryMessages = texts('library', {
  note: 'Bring the books you have read and want to read: the CSV or TSV file that another program exports, or a table of your own. You see what becomes of each book before anything is added. The file is not stored.',
  choose: 'Choose a file or drop it here',
  chooseAnother: 'Choose another file',
  reading: 'Reading your library…',
  failed: 'Your library could not be read. {reason}',
  tooLarge: 'The file can be at most 5 MB.',
  rows: { one: 'This file has {count} row.', other: 'This file has {count} rows.' },
  rowsOf: {
    one: 'This {program} export has {count} row.',
    other: 'This {program} export has {count} rows.',
  },
  found: {
    one: 'Catchword has {count} of these books.',
    other: 'Catchword has {count} of these books.',
  },
  notes: {
    guessed:
      'Its letters are not in UTF-8, so their encoding was guessed. If names below look wrong, save the file as “CSV UTF-8” and choose it again.',
    mended: 'Its letters had been garbled, as in “Ã©” for “é”. They have been repaired.',
    noHeader:
      'Its first line, with the names of the columns, is missing. They were recognised by their order: please check the list below.',
    isbnsAlone:
      'No names of columns, such as title, author and rating, were recognised. Only the ISBNs were read.',
  },
  skipped: 'Skipped: {kinds}.',
  skippedKinds: {
    repeated: { one: '{count} duplicate row', other: '{count} duplicate rows' },
    unreadable: {
      one: '{count} row without a title or ISBN',
      other: '{count} rows without a title or ISBN',
    },
    unreadRatings: { one: '{count} unreadable rating', other: '{count} unreadable ratings' },
    otherMedia: {
      one: '{count} article, film or the like',
      other: '{count} articles, films or the like',
    },
  },
  choices: 'What to add',
  lists: {
    favorites: 'What I loved',
    wantToRead: 'What I want to read',
    read: 'What I have read',
    notForMe: 'What is not for me',
  },
  lowRated: 'What I rated one or two stars: not for me',
  choice: '{label} ({count})',
  silent: 'The file does not say what you think of these books. They are:',
  marks: {
    favorites: 'Favorite',
    wantToRead: 'Want to read',
    read: 'Read it',
    notForMe: 'Not for me',
  },
  markAndRating: '{mark} · {rating} ★',
  all: 'Choose all',
  none: 'Choose none',
  chosen: '{count} of {all} chosen',
  noMatch: 'No book matches this filter.',
  list: '{title}: {count}',
  toAdd: 'What was found',
  unfinished: 'Left out, since you began or gave them up',
  known: 'Already on your lists',
  missing: 'Not in Catchword',
  whyMissing:
    'The catalogue of this Catchword has no book with their ISBN, or with their title by their author. It may have them under another title.',
  search: 'Search for it',
  searchFor: 'Search for it: {title}',
  saveList: 'Save this list',
  noRows: 'Nothing to add: there are no books in this file.',
  notHere: 'Nothing to add: Catchword has none of these books.',
  allKnown: 'Nothing to add: all of these books are already on your lists.',
  allUnfinished: 'Nothing to add: you began these books or gave them up.',
  knownOrUnfinished:
    'Nothing to add: these books are already on your lists, except those you began or gave up.',
  noRoom: 'Nothing to add: your lists are full. Remove some books, then choose the file again.',
  noChoice: 'Nothing to add: nothing above is chosen.',
  room: {
    favorites: 'Your favorites have room for {room} more.',
    wantToRead: 'What you want to read has room for {room} more.',
    read: 'What you have read has room for {room} more.',
    notForMe: 'What is not for you has room for {room} more.',
  },
  bestRated: 'The best rated will be added.',
  firstOfFile: 'The first of the file will be added.',
  add: { one: 'Add {count} book', other: 'Add {count} books' },
  adding: 'Adding…',
  added: 'Added: {books}.',
  addedBooks: {
    favorites: { one: '{count} favorite', other: '{count} favorites' },
    wantToRead: { one: '{count} book you want to read', other: '{count} books you want to read' },
    read: { one: '{count} book you have read', other: '{count} books you have read' },
    notForMe: {
      one: '{count} book that is not for you',
      other: '{count} books that are not for you',
    },
  },
  nothingAdded:
    'Nothing was added: these books are already on your lists, or there is no room for them.',
  addFailed: 'Your books could not be added. {reason}',
  recommendations: 'See your recommendations',
  readBooks: 'See the books you have read',
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
})

import { getBook, getSimilarBooks, type Book } from '../../contract/books.ts'
import { addFavoriteBookFromDetail } from '../../contract/favorites.ts'
import { buildBook, type Overrides } from '../builders.ts'
import type { Db } from '../db.ts'
import {
  failing,
  press,
  readerWith,
  RED_HEART,
  scenariosOf,
  WHITE_HEART,
  withJson,
} from '../scenarioForm.ts'

const path = '/book/dracula'
const { asReader, asVisitor } = scenariosOf('Book detail', { path })
const pressingHeart = scenariosOf('Book detail', { path, steps: [press(WHITE_HEART)] })
const marking = scenariosOf('Book detail', { path, steps: [press('Want to read')] })

/** A page of its own, `/book/{id}`, for a book in front of the catalogue. */
function withBook(id: string, title: string, { volumeInfo, ...more }: Overrides<Book>) {
  const book = buildBook({
    ...more,
    id,
    volumeInfo: { title, authors: ['Ann Author'], description: 'In this book.', ...volumeInfo },
  })
  return { path: `/book/${id}`, prepare: (db: Db) => void db.books.unshift(book) }
}

const FAILED = 'Error loading the book details.'
const NO_DESCRIPTION = 'No detailed description available.'
const LINKS = ['View PDF', 'Buy Link', 'Read Now']
const WANT = 'Want to read'
const WANTED = 'You want to read this'
const SIMILAR = 'What comes next'

const LONG_DESCRIPTION =
  '<p>A paragraph of a long book.</p>'.repeat(400) + '<p>The end of the description.</p>'

const HTML_DESCRIPTION =
  '<p>A <b>bold</b> beginning &amp; an <em>end</em>.</p>' +
  '<script>document.title = "Taken over"</script><style>body { display: none }</style>' +
  '<ul><li>First point</li><li onclick="alert(1)">Second point</li></ul>' +
  '<img src="x" onerror="alert(1)" alt="Smuggled"><a href="javascript:alert(1)">Linked words</a>' +
  '<iframe src="//example.org"></iframe><form><button>Send</button></form>'

/** The detail page of a book: what it says, its heart, and the marks beside it. */
export const bookScenarios = {
  bookAsUsual: asVisitor('A book, as usual, for a visitor', {
    shows: {
      heading: 'Dracula',
      button: ['Back', WHITE_HEART],
      link: 'Read Now',
      text: ['Horror', 'Bram Stoker', '1897-05-26'],
    },
  }),
  bookAllLinks: asVisitor('A book with all three links', {
    shows: { link: LINKS },
    note: 'each opens in a new tab',
    ...withBook('all-links', 'Three Ways In', {
      accessInfo: {
        pdf: { isAvailable: true, acsTokenLink: 'https://example.org/three-ways-in.pdf' },
        webReaderLink: 'https://example.org/three-ways-in/read',
      },
      saleInfo: { buyLink: 'https://example.org/three-ways-in/buy' },
    }),
  }),
  bookHtmlDescription: asVisitor('A description with markup, some of it hostile', {
    shows: { text: ['bold', 'First point', 'Second point'] },
    lacks: { img: 'Smuggled', link: 'Linked words', button: 'Send', text: 'Send' },
    note: 'paragraphs, bold words and the list stay; nothing of script, picture, link or form runs',
    ...withBook('html-description', 'Marked Up', { volumeInfo: { description: HTML_DESCRIPTION } }),
  }),
  bookLongDescription: asVisitor('A description of four hundred paragraphs', {
    shows: { text: 'The end of the description.' },
    note: 'the description scrolls by itself, with the keyboard too',
    ...withBook('long-description', 'At Length', { volumeInfo: { description: LONG_DESCRIPTION } }),
  }),
  bookBare: asVisitor('A book of which nothing is known but its id', {
    path: '/book/bare',
    shows: { heading: 'Untitled', text: ['N/A', 'Unknown', NO_DESCRIPTION] },
    lacks: { link: LINKS },
    note: 'N/A for category and year, and the default cover',
    responses: [withJson(getBook, { id: 'bare' }), withJson(getSimilarBooks, [])],
  }),
  bookUnknown: asVisitor('A book that the catalogue does not have', {
    path: '/book/no-such-book',
    shows: { alert: 'Book not found', link: 'Go back to Home', button: 'Back' },
    lacks: { button: 'Try again' },
    failsRequests: true,
  }),
  bookDetailFails: asVisitor('A book cannot be fetched', {
    shows: { alert: FAILED, button: 'Try again' },
    responses: [failing(getBook)],
  }),
  bookInSeries: asReader('A translated book of a series, and its next', {
    path: '/book/second-volume',
    shows: {
      heading: SIMILAR,
      link: 'The Third Volume',
      text: ['Book 2 in', 'Der zweite Band', 'Next in Four Volumes'],
      button: 'Four Volumes',
    },
    prepare(db) {
      const series = { name: 'Four Volumes' }
      const second = { originalTitle: 'Der zweite Band', series: { ...series, number: 2 } }
      const third = { series: { ...series, number: 3 } }
      withBook('third-volume', 'The Third Volume', { volumeInfo: third }).prepare(db)
      withBook('second-volume', 'The Second Volume', { volumeInfo: second }).prepare(db)
    },
  }),
  bookAuthorSearched: asReader('An author on the page of a book leads to what they wrote', {
    steps: [press('Bram Stoker')],
    then: { option: 'Dracula Bram Stoker' },
    note: 'the name stands in the search box',
  }),
  similarFails: asVisitor('What comes after a book cannot be fetched', {
    shows: {
      heading: 'Dracula',
      status: 'What comes next could not be loaded.',
      button: 'Try again',
    },
    lacks: { heading: SIMILAR },
    responses: [failing(getSimilarBooks)],
  }),
  bookHeartOfVisitor: pressingHeart.asVisitor("A visitor's heart", {
    then: { alert: 'User not authenticated. Please log in.', button: WHITE_HEART },
    lacks: { button: RED_HEART },
  }),
  bookHeartRefused: pressingHeart.asReader('A favorite cannot be saved on its page', {
    then: { alert: 'Failed to save favorite book.', button: WHITE_HEART },
    lacks: { button: RED_HEART },
    responses: [failing(addFavoriteBookFromDetail)],
  }),
  bookWanted: marking.asReader('A book is put on the list of those to read', {
    shows: { button: WANT },
    then: { button: [WANTED, 'Undo'] },
    lacks: { button: WANT },
  }),
  bookWantedWasLoved: marking.asReader('A favorite is put on the list of those to read', {
    then: { button: [WANTED, WHITE_HEART, 'Undo'] },
    lacks: { button: RED_HEART },
    note: 'a book has a heart or a mark, never two',
    prepare: readerWith({ favorites: ['dracula'] }),
  }),
}

import { http, HttpResponse, type HttpHandler, type JsonBodyType } from 'msw'
import { getBook, getSimilarBooks, type Book } from '../../contract/books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBookFromDetail,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import { atOrigin } from '../address.ts'
import { failing, failingOnce, withJson, slow, withFavorites } from '../responses.ts'
import { buildBook, type Overrides } from '../builders.ts'
import type { Db } from '../db.ts'
import type { Scenario } from '../scenario.ts'
import {
  alert,
  button,
  heading,
  img,
  link,
  option,
  path,
  press,
  scenariosOf,
  status,
  text,
} from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Book detail', '/book/dracula')

/** For `prepare`: this book stands in front of the catalogue. */
function adding(id: string, title: string, more: Overrides<Book> = {}): (db: Db) => void {
  const book = buildBook({
    ...more,
    id,
    volumeInfo: {
      title,
      authors: ['Ann Author'],
      description: 'What happens in this book.',
      ...more.volumeInfo,
    },
  })
  return (db) => {
    db.books.unshift(book)
  }
}

/** Handlers that answer the detail of one id with this JSON, and nothing like it; other books come as usual. */
function detailOf(id: string, body: JsonBodyType): () => HttpHandler[] {
  return () => [
    http.get(atOrigin(`/api/book/detail/${id}`), () => HttpResponse.json(body)),
    http.get(atOrigin(`/api/book/${id}/similar`), () => HttpResponse.json([])),
  ]
}

const LONG_DESCRIPTION = [
  ...Array.from({ length: 400 }, (_, index) => `<p>Paragraph ${index + 1} of a long book.</p>`),
  '<p>The end of the description.</p>',
].join('')

const HTML_DESCRIPTION =
  '<p>A <b>bold</b> beginning &amp; an <em>end</em>.</p>' +
  '<script>document.title = "Taken over"</script><style>body { display: none }</style>' +
  '<ul><li>First point</li><li onclick="alert(1)">Second point</li></ul>' +
  '<img src="x" onerror="alert(1)" alt="Smuggled"><a href="javascript:alert(1)">Linked words</a>' +
  '<iframe src="//example.org"></iframe><form><button>Send</button></form>'

/** The detail page of a book. */
export const bookScenarios = {
  bookAsUsual: asVisitor('A book, as usual, for a visitor', {
    shows: [
      button('Back'),
      heading('Dracula'),
      text('Horror'),
      text('Bram Stoker'),
      text('1897-05-26'),
      link('Read Now'),
      button('Add to favorites'),
    ],
  }),
  bookAllLinks: asVisitor('A book with all three links', {
    path: '/book/all-links',
    shows: [link('View PDF'), link('Buy Link'), link('Read Now')],
    note: 'each opens in a new tab',
    prepare: adding('all-links', 'Three Ways In', {
      volumeInfo: { categories: ['Fiction', 'Mystery'] },
      accessInfo: {
        pdf: { isAvailable: true, acsTokenLink: 'https://example.org/three-ways-in.pdf' },
        webReaderLink: 'https://example.org/three-ways-in/read',
      },
      saleInfo: { buyLink: 'https://example.org/three-ways-in/buy' },
    }),
  }),
  bookSomeLinks: asVisitor('A book that can be bought, and whose PDF is not available', {
    path: '/book/some-links',
    shows: [link('Buy Link')],
    lacks: [link('View PDF'), link('Read Now')],
    prepare: adding('some-links', 'One Way In', {
      accessInfo: { pdf: { isAvailable: false, acsTokenLink: 'https://example.org/no.pdf' } },
      saleInfo: { buyLink: 'https://example.org/one-way-in/buy' },
    }),
  }),
  bookPdfWithoutLink: asVisitor('A book whose PDF is available, but nobody says where', {
    path: '/book/pdf-without-link',
    shows: [heading('No Way In')],
    lacks: [link('View PDF'), link('Buy Link'), link('Read Now')],
    prepare: adding('pdf-without-link', 'No Way In', {
      accessInfo: { pdf: { isAvailable: true } },
    }),
  }),
  bookBadLinks: asVisitor('A book whose links are not for following', {
    path: '/book/bad-links',
    shows: [heading('Three Traps')],
    lacks: [link('View PDF'), link('Buy Link'), link('Read Now')],
    note: 'links with javascript:, data: or a password in them are left out',
    prepare: adding('bad-links', 'Three Traps', {
      accessInfo: {
        pdf: { isAvailable: true, acsTokenLink: 'data:text/html,<script>alert(1)</script>' },
        webReaderLink: ' JavaScript:alert(document.domain)',
      },
      saleInfo: { buyLink: 'https://catchword:secret@example.org/' },
    }),
  }),
  bookNoDescription: asVisitor('A book without a description', {
    path: '/book/no-description',
    shows: [text('No detailed description available.')],
    prepare: adding('no-description', 'Unspoken', {
      volumeInfo: { description: undefined },
    }),
  }),
  bookHtmlDescription: asVisitor('A description with markup, some of it hostile', {
    path: '/book/html-description',
    shows: [text('bold'), text('First point'), text('Second point')],
    lacks: [img('Smuggled'), link('Linked words'), button('Send'), text('Send')],
    note: 'paragraphs, bold words and the list stay; nothing of script, picture, link or form runs',
    prepare: adding('html-description', 'Marked Up', {
      volumeInfo: { description: HTML_DESCRIPTION },
    }),
  }),
  bookLongDescription: asVisitor('A description of four hundred paragraphs', {
    path: '/book/long-description',
    shows: [text('The end of the description.')],
    note: 'the description scrolls by itself, with the keyboard too',
    prepare: adding('long-description', 'At Length', {
      volumeInfo: { description: LONG_DESCRIPTION },
    }),
  }),
  bookBare: asVisitor('A book of which nothing is known but its id', {
    path: '/book/bare',
    shows: [
      heading('Untitled'),
      text('N/A'),
      text('Unknown'),
      text('No detailed description available.'),
    ],
    lacks: [link('View PDF'), link('Buy Link'), link('Read Now')],
    note: 'N/A for category and year, and the default cover',
    handlers: detailOf('bare', { id: 'bare' }),
  }),
  bookWrongFields: asVisitor('A book each of whose fields is of another kind than agreed', {
    path: '/book/wrong-fields',
    shows: [heading('Untitled'), text('Unknown'), text('No detailed description available.')],
    lacks: [link('View PDF'), link('Buy Link'), link('Read Now')],
    note: 'N/A for category and year, and the default cover',
    handlers: detailOf('wrong-fields', {
      id: 'wrong-fields',
      volumeInfo: {
        title: 1984,
        authors: 'George Orwell',
        description: { text: 'A boot.' },
        imageLinks: 'cover.jpg',
        categories: { 0: 'Fiction' },
        publishedDate: 1949,
      },
      accessInfo: { pdf: 'yes', webReaderLink: ['https://example.org/'] },
      saleInfo: null,
    }),
  }),
  bookUnknown: asVisitor('A book that the catalogue does not have', {
    path: '/book/no-such-book',
    shows: [
      alert('Error loading the book details.'),
      heading('Book not found'),
      link('Go back to Home'),
      button('Back'),
    ],
    lacks: [button('Try again')],
    failsRequests: true,
  }),
  bookDetailFails: asVisitor('A book cannot be fetched', {
    shows: [alert('Error loading the book details.'), button('Try again')],
    ...failing(getBook),
  }),
  bookRecovers: asVisitor('A book fails once, and comes when asked for again', {
    steps: [press('Try again')],
    shows: [heading('Dracula')],
    lacks: [alert('Error loading the book details.')],
    ...failingOnce(getBook),
  }),
  bookWrongShape: asVisitor('A book comes in a shape that nobody agreed on', {
    shows: [alert('Error loading the book details.')],
    ...withJson(getBook, ['Dracula', 'Bram Stoker']),
  }),
  bookSlow: asVisitor('A book takes four seconds', {
    shows: [status('Loading...')],
    note: 'beside a skeleton, then the book',
    ...slow(getBook),
  }),
  bookInSeries: asReader('A translated book of a series, and its next', {
    path: '/book/second-volume',
    shows: [
      text('Book 2 of Four Volumes'),
      text('Der zweite Band'),
      heading('What comes next'),
      link('The Third Volume'),
      text('Next in Four Volumes'),
    ],
    prepare(db) {
      const series = { name: 'Four Volumes' }
      const second = { originalTitle: 'Der zweite Band', series: { ...series, number: 2 } }
      adding('third-volume', 'The Third Volume', {
        volumeInfo: { series: { ...series, number: 3 } },
      })(db)
      adding('second-volume', 'The Second Volume', { volumeInfo: second })(db)
    },
  }),
  bookAuthorSearched: asReader('An author on the page of a book leads to what they wrote', {
    steps: [press('Bram Stoker')],
    shows: [option('Dracula Bram Stoker')],
    note: 'the name stands in the search box',
  }),
  bookAuthorOfVisitor: asVisitor('A visitor presses the author of a book', {
    steps: [press('Bram Stoker')],
    shows: [alert('Please log in to search for books.'), path('/')],
  }),
  similarEmpty: asVisitor('Nothing comes after a book', {
    shows: [heading('Dracula')],
    lacks: [heading('What comes next')],
    ...withJson(getSimilarBooks, []),
  }),
  similarOne: asVisitor('One book comes after a book', {
    shows: [
      heading('What comes next'),
      link('Carmilla'),
      text('Readers of this book also loved it'),
    ],
    ...withJson(getSimilarBooks, [
      {
        book: buildBook({ id: 'carmilla', volumeInfo: { title: 'Carmilla' } }),
        reason: 'Readers of this book also loved it',
      },
    ]),
  }),
  similarSlow: asVisitor('What comes after a book takes four seconds', {
    shows: [heading('What comes next'), text('More Horror')],
    note: 'beside skeletons, then the books',
    ...slow(getSimilarBooks),
  }),
  similarFails: asVisitor('What comes after a book cannot be fetched', {
    shows: [heading('Dracula')],
    lacks: [heading('What comes next'), button('Try again')],
    note: 'the page of the book is whole without it',
    ...failing(getSimilarBooks),
  }),
  bookHeartOfVisitor: asVisitor("A visitor's heart", {
    steps: [press('Add to favorites')],
    shows: [alert('User not authenticated. Please log in.'), button('Add to favorites')],
    lacks: [button('Remove from favorites')],
    note: 'the heart stays white',
  }),
  bookHeartSaved: asReader('A favorite is saved on its page', {
    steps: [press('Add to favorites')],
    shows: [button('Remove from favorites')],
    lacks: [alert('Failed to save favorite book.'), alert('Failed to save author.')],
    note: 'the heart is red, and the book is on the page of favorites',
  }),
  bookHeartSlow: asReader('A favorite takes four seconds to save on its page', {
    steps: [press('Add to favorites')],
    shows: [button('Remove from favorites')],
    note: 'the heart is red at once, and stays',
    ...slow(addFavoriteBookFromDetail),
  }),
  bookHeartRefused: asReader('A favorite cannot be saved on its page', {
    steps: [press('Add to favorites')],
    shows: [alert('Failed to save favorite book.'), button('Add to favorites')],
    lacks: [button('Remove from favorites')],
    note: 'the heart turns white again',
    ...failing(addFavoriteBookFromDetail),
  }),
  bookHeartWithoutAuthor: asReader('A favorite is saved on its page, its author is not', {
    steps: [press('Add to favorites')],
    shows: [alert('Failed to save author.'), button('Remove from favorites')],
    ...failing(addFavoriteAuthor),
  }),
  bookHeartRemoved: asReader('A favorite is removed on its page', {
    steps: [press('Remove from favorites')],
    shows: [button('Add to favorites')],
    lacks: [button('Remove from favorites')],
    prepare: withFavorites,
  }),
  bookHeartStays: asReader('A favorite cannot be removed on its page', {
    steps: [press('Remove from favorites')],
    shows: [alert('Failed to save favorite book.'), button('Remove from favorites')],
    note: 'the heart turns red again',
    ...failing(removeFavoriteBook),
    prepare: withFavorites,
  }),
} satisfies Record<string, Scenario>

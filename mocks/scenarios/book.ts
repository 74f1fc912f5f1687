import { http, HttpResponse, type HttpHandler, type JsonBodyType } from 'msw'
import { getBook, getSimilarBooks, type Book } from '../../contract/books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBookFromDetail,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import { atOrigin } from '../address.ts'
import { failing, failingOnce, keepThree, saying, slow } from '../answers.ts'
import { buildBook, type Overrides } from '../builders.ts'
import type { Db } from '../db.ts'
import type { Scenario } from '../scenario.ts'

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
  bookAsUsual: {
    title: 'A book, as usual, for a visitor',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedOut',
    shows: [
      { as: 'button', text: 'Back' },
      { as: 'heading', text: 'Dracula' },
      { as: 'text', text: 'Horror' },
      { as: 'text', text: 'Bram Stoker' },
      { as: 'text', text: '1897-05-26' },
      { as: 'link', text: 'Read Now' },
      { as: 'button', text: 'Add to favorites' },
    ],
  },
  bookAllLinks: {
    title: 'A book with all three links',
    screen: 'Book detail',
    path: '/book/all-links',
    shows: [
      { as: 'link', text: 'View PDF' },
      { as: 'link', text: 'Buy Link' },
      { as: 'link', text: 'Read Now' },
    ],
    note: 'each opens in a new tab',
    prepare: adding('all-links', 'Three Ways In', {
      volumeInfo: { categories: ['Fiction', 'Mystery'] },
      accessInfo: {
        pdf: { isAvailable: true, acsTokenLink: 'https://example.org/three-ways-in.pdf' },
        webReaderLink: 'https://example.org/three-ways-in/read',
      },
      saleInfo: { buyLink: 'https://example.org/three-ways-in/buy' },
    }),
  },
  bookSomeLinks: {
    title: 'A book that can be bought, and whose PDF is not available',
    screen: 'Book detail',
    path: '/book/some-links',
    shows: [{ as: 'link', text: 'Buy Link' }],
    lacks: [
      { as: 'link', text: 'View PDF' },
      { as: 'link', text: 'Read Now' },
    ],
    prepare: adding('some-links', 'One Way In', {
      accessInfo: { pdf: { isAvailable: false, acsTokenLink: 'https://example.org/no.pdf' } },
      saleInfo: { buyLink: 'https://example.org/one-way-in/buy' },
    }),
  },
  bookPdfWithoutLink: {
    title: 'A book whose PDF is available, but nobody says where',
    screen: 'Book detail',
    path: '/book/pdf-without-link',
    shows: [{ as: 'heading', text: 'No Way In' }],
    lacks: [
      { as: 'link', text: 'View PDF' },
      { as: 'link', text: 'Buy Link' },
      { as: 'link', text: 'Read Now' },
    ],
    prepare: adding('pdf-without-link', 'No Way In', {
      accessInfo: { pdf: { isAvailable: true } },
    }),
  },
  bookBadLinks: {
    title: 'A book whose links are not for following',
    screen: 'Book detail',
    path: '/book/bad-links',
    shows: [{ as: 'heading', text: 'Three Traps' }],
    lacks: [
      { as: 'link', text: 'View PDF' },
      { as: 'link', text: 'Buy Link' },
      { as: 'link', text: 'Read Now' },
    ],
    note: 'links with javascript:, data: or a password in them are left out',
    prepare: adding('bad-links', 'Three Traps', {
      accessInfo: {
        pdf: { isAvailable: true, acsTokenLink: 'data:text/html,<script>alert(1)</script>' },
        webReaderLink: ' JavaScript:alert(document.domain)',
      },
      saleInfo: { buyLink: 'https://catchword:secret@example.org/' },
    }),
  },
  bookNoDescription: {
    title: 'A book without a description',
    screen: 'Book detail',
    path: '/book/no-description',
    shows: [{ as: 'text', text: 'No detailed description available.' }],
    prepare: adding('no-description', 'Unspoken', {
      volumeInfo: { description: undefined },
    }),
  },
  bookHtmlDescription: {
    title: 'A description with markup, some of it hostile',
    screen: 'Book detail',
    path: '/book/html-description',
    shows: [
      { as: 'text', text: 'bold' },
      { as: 'text', text: 'First point' },
      { as: 'text', text: 'Second point' },
    ],
    lacks: [
      { as: 'img', text: 'Smuggled' },
      { as: 'link', text: 'Linked words' },
      { as: 'button', text: 'Send' },
      { as: 'text', text: 'Send' },
    ],
    note: 'paragraphs, bold words and the list stay; nothing of script, picture, link or form runs',
    prepare: adding('html-description', 'Marked Up', {
      volumeInfo: { description: HTML_DESCRIPTION },
    }),
  },
  bookLongDescription: {
    title: 'A description of four hundred paragraphs',
    screen: 'Book detail',
    path: '/book/long-description',
    shows: [{ as: 'text', text: 'The end of the description.' }],
    note: 'the description scrolls by itself, with the keyboard too',
    prepare: adding('long-description', 'At Length', {
      volumeInfo: { description: LONG_DESCRIPTION },
    }),
  },
  bookBare: {
    title: 'A book of which nothing is known but its id',
    screen: 'Book detail',
    path: '/book/bare',
    shows: [
      { as: 'heading', text: 'Untitled' },
      { as: 'text', text: 'N/A' },
      { as: 'text', text: 'Unknown' },
      { as: 'text', text: 'No detailed description available.' },
    ],
    lacks: [
      { as: 'link', text: 'View PDF' },
      { as: 'link', text: 'Buy Link' },
      { as: 'link', text: 'Read Now' },
    ],
    note: 'N/A for category and year, and the default cover',
    handlers: detailOf('bare', { id: 'bare' }),
  },
  bookWrongFields: {
    title: 'A book each of whose fields is of another kind than agreed',
    screen: 'Book detail',
    path: '/book/wrong-fields',
    shows: [
      { as: 'heading', text: 'Untitled' },
      { as: 'text', text: 'Unknown' },
      { as: 'text', text: 'No detailed description available.' },
    ],
    lacks: [
      { as: 'link', text: 'View PDF' },
      { as: 'link', text: 'Buy Link' },
      { as: 'link', text: 'Read Now' },
    ],
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
  },
  bookUnknown: {
    title: 'A book that the catalogue does not have',
    screen: 'Book detail',
    path: '/book/no-such-book',
    shows: [
      { as: 'alert', text: 'Error loading the book details.' },
      { as: 'heading', text: 'Book not found' },
      { as: 'link', text: 'Go back to Home' },
      { as: 'button', text: 'Back' },
    ],
    lacks: [{ as: 'button', text: 'Try again' }],
    failsRequests: true,
  },
  bookDetailFails: {
    title: 'A book cannot be fetched',
    screen: 'Book detail',
    path: '/book/dracula',
    shows: [
      { as: 'alert', text: 'Error loading the book details.' },
      { as: 'button', text: 'Try again' },
    ],
    handlers: failing(getBook),
    failsRequests: true,
  },
  bookRecovers: {
    title: 'A book fails once, and comes when asked for again',
    screen: 'Book detail',
    path: '/book/dracula',
    steps: [{ do: 'press', button: 'Try again' }],
    shows: [{ as: 'heading', text: 'Dracula' }],
    lacks: [{ as: 'alert', text: 'Error loading the book details.' }],
    handlers: failingOnce(getBook),
    failsRequests: true,
  },
  bookWrongShape: {
    title: 'A book comes in a shape that nobody agreed on',
    screen: 'Book detail',
    path: '/book/dracula',
    shows: [{ as: 'alert', text: 'Error loading the book details.' }],
    handlers: saying(getBook, ['Dracula', 'Bram Stoker']),
  },
  bookSlow: {
    title: 'A book takes four seconds',
    screen: 'Book detail',
    path: '/book/dracula',
    shows: [{ as: 'status', text: 'Loading...' }],
    note: 'beside a skeleton, then the book',
    handlers: slow(getBook),
  },
  bookInSeries: {
    title: 'A translated book of a series, and its next',
    screen: 'Book detail',
    path: '/book/second-volume',
    session: 'signedIn',
    shows: [
      { as: 'text', text: 'Book 2 of Four Volumes' },
      { as: 'text', text: 'Der zweite Band' },
      { as: 'heading', text: 'What comes next' },
      { as: 'link', text: 'The Third Volume' },
      { as: 'text', text: 'Next in Four Volumes' },
    ],
    prepare(db) {
      const series = { name: 'Four Volumes' }
      const second = { originalTitle: 'Der zweite Band', series: { ...series, number: 2 } }
      adding('third-volume', 'The Third Volume', {
        volumeInfo: { series: { ...series, number: 3 } },
      })(db)
      adding('second-volume', 'The Second Volume', { volumeInfo: second })(db)
    },
  },
  bookAuthorSearched: {
    title: 'An author on the page of a book leads to what they wrote',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Bram Stoker' }],
    shows: [{ as: 'option', text: 'Dracula Bram Stoker' }],
    note: 'the name stands in the search box',
  },
  bookAuthorOfVisitor: {
    title: 'A visitor presses the author of a book',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedOut',
    steps: [{ do: 'press', button: 'Bram Stoker' }],
    shows: [
      { as: 'alert', text: 'Please log in to search for books.' },
      { as: 'path', text: '/' },
    ],
  },
  similarEmpty: {
    title: 'Nothing comes after a book',
    screen: 'Book detail',
    path: '/book/dracula',
    shows: [{ as: 'heading', text: 'Dracula' }],
    lacks: [{ as: 'heading', text: 'What comes next' }],
    handlers: saying(getSimilarBooks, []),
  },
  similarOne: {
    title: 'One book comes after a book',
    screen: 'Book detail',
    path: '/book/dracula',
    shows: [
      { as: 'heading', text: 'What comes next' },
      { as: 'link', text: 'Carmilla' },
      { as: 'text', text: 'Readers of this book also loved it' },
    ],
    handlers: saying(getSimilarBooks, [
      {
        book: buildBook({ id: 'carmilla', volumeInfo: { title: 'Carmilla' } }),
        reason: 'Readers of this book also loved it',
      },
    ]),
  },
  similarSlow: {
    title: 'What comes after a book takes four seconds',
    screen: 'Book detail',
    path: '/book/dracula',
    shows: [
      { as: 'heading', text: 'What comes next' },
      { as: 'text', text: 'More Horror' },
    ],
    note: 'beside skeletons, then the books',
    handlers: slow(getSimilarBooks),
  },
  similarFails: {
    title: 'What comes after a book cannot be fetched',
    screen: 'Book detail',
    path: '/book/dracula',
    shows: [{ as: 'heading', text: 'Dracula' }],
    lacks: [
      { as: 'heading', text: 'What comes next' },
      { as: 'button', text: 'Try again' },
    ],
    note: 'the page of the book is whole without it',
    handlers: failing(getSimilarBooks),
    failsRequests: true,
  },
  bookHeartOfVisitor: {
    title: "A visitor's heart",
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedOut',
    steps: [{ do: 'press', button: 'Add to favorites' }],
    shows: [
      { as: 'alert', text: 'User not authenticated. Please log in.' },
      { as: 'button', text: 'Add to favorites' },
    ],
    lacks: [{ as: 'button', text: 'Remove from favorites' }],
    note: 'the heart stays white',
  },
  bookHeartSaved: {
    title: 'A favorite is saved on its page',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Add to favorites' }],
    shows: [{ as: 'button', text: 'Remove from favorites' }],
    lacks: [
      { as: 'alert', text: 'Failed to save favorite book.' },
      { as: 'alert', text: 'Failed to save author.' },
    ],
    note: 'the heart is red, and the book is on the page of favorites',
  },
  bookHeartSlow: {
    title: 'A favorite takes four seconds to save on its page',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Add to favorites' }],
    shows: [{ as: 'button', text: 'Remove from favorites' }],
    note: 'the heart is red at once, and stays',
    handlers: slow(addFavoriteBookFromDetail),
  },
  bookHeartRefused: {
    title: 'A favorite cannot be saved on its page',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Add to favorites' }],
    shows: [
      { as: 'alert', text: 'Failed to save favorite book.' },
      { as: 'button', text: 'Add to favorites' },
    ],
    lacks: [{ as: 'button', text: 'Remove from favorites' }],
    note: 'the heart turns white again',
    handlers: failing(addFavoriteBookFromDetail),
    failsRequests: true,
  },
  bookHeartWithoutAuthor: {
    title: 'A favorite is saved on its page, its author is not',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Add to favorites' }],
    shows: [
      { as: 'alert', text: 'Failed to save author.' },
      { as: 'button', text: 'Remove from favorites' },
    ],
    handlers: failing(addFavoriteAuthor),
    failsRequests: true,
  },
  bookHeartRemoved: {
    title: 'A favorite is removed on its page',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Remove from favorites' }],
    shows: [{ as: 'button', text: 'Add to favorites' }],
    lacks: [{ as: 'button', text: 'Remove from favorites' }],
    prepare: keepThree,
  },
  bookHeartKept: {
    title: 'A favorite cannot be removed on its page',
    screen: 'Book detail',
    path: '/book/dracula',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Remove from favorites' }],
    shows: [
      { as: 'alert', text: 'Failed to save favorite book.' },
      { as: 'button', text: 'Remove from favorites' },
    ],
    note: 'the heart turns red again',
    handlers: failing(removeFavoriteBook),
    prepare: keepThree,
    failsRequests: true,
  },
} as const satisfies Record<string, Scenario>

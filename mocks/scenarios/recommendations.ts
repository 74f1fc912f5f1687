import { CATEGORIES } from '../../contract/categories.ts'
import { getRecommendedBooks } from '../../contract/books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getForYou,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import { getPreferences } from '../../contract/preferences.ts'
import {
  failing,
  failingLate,
  failingOnce,
  failingWhere,
  withInterests,
  readerWith,
  withJson,
  slow,
  withFavoriteAuthors,
  withFavorites,
} from '../responses.ts'
import { buildBook } from '../builders.ts'
import { shelve } from '../oddBooks.ts'
import type { Scenario } from '../scenario.ts'
import {
  alert,
  button,
  heading,
  link,
  press,
  scenariosOf,
  scroll,
  status,
  text,
} from '../scenarioForm.ts'

const { asReader } = scenariosOf('Recommendations', '/recommendations')

/** Descriptions on either side of the limit of 100 characters, with markup, and with nothing else. */
const DESCRIBED_BOOKS = [
  ['described-100', 'A Hundred Characters', 'h'.repeat(100)],
  ['described-101', 'One More', `${'m'.repeat(100)}n`],
  ['described-markup', 'Marked Up', '<p>Tom &amp; <b>Jerry</b></p><script>alert(1)</script>'],
  ['described-empty', 'Nothing Said', '<p> </p>'],
].map(([id, title, description]) =>
  buildBook({ id, volumeInfo: { title, description, authors: ['Ann Author'] } }),
)

const SIX_HANDS = buildBook({
  id: 'six-hands',
  volumeInfo: {
    title: 'Six Hands',
    authors: ['Ann Author', 'Ben Author', 'Cem Author'],
    description: 'Three people write one book.',
  },
})

/** The recommendations. */
export const recommendationScenarios = {
  twoInterests: asReader('Two interests, as usual', {
    shows: [
      heading('Best Mystery Books'),
      heading('Best Sci-Fi Books'),
      button('Add to favorites'),
      link('Change your interests'),
    ],
    lacks: [heading('Books by Your Favorite Authors')],
    note: 'twelve books in each section, and twelve more behind Show more',
    prepare: withInterests,
  }),
  oneInterest: asReader('One interest', {
    shows: [heading('Best Poetry Books')],
    lacks: [heading('Best Mystery Books')],
    prepare: readerWith({ preferences: ['Poetry'] }),
  }),
  twentyInterests: asReader('All twenty interests', {
    shows: [heading('Best Fiction Books'), heading('Best True Crime Books')],
    note: 'twenty sections of twelve books, in the order of the interest picker',
    prepare: readerWith({ preferences: [...CATEGORIES] }),
  }),
  noInterests: asReader('No interests picked yet', {
    shows: [link('Discover your interests')],
    lacks: [link('Change your interests')],
  }),
  favoriteAuthors: asReader('Books by favorite authors', {
    shows: [
      heading('Books by Your Favorite Authors'),
      link('Good Omens'),
      text('Terry Pratchett'),
      heading('Best Mystery Books'),
    ],
    lacks: [text('Terry Pratchett, Neil Gaiman')],
    note: 'the first shelf; of a book by several it names the first author only',
    prepare: readerWith({
      preferences: ['Mystery'],
      favoriteAuthors: ['Neil Gaiman', 'Jane Austen'],
    }),
  }),
  severalAuthors: asReader('A book by three authors', {
    shows: [text('Ann Author, Ben Author, Cem Author')],
    prepare: shelve([SIX_HANDS]),
  }),
  shelfBare: asReader('A shelf of books of which nothing is known but their ids', {
    shows: [link('Untitled'), text('Unknown Author'), text('No description available.')],
    note: 'placeholder covers with title and author in type',
    ...withJson(getRecommendedBooks, [{ id: 'bare' }, { id: 'bare-too', volumeInfo: {} }]),
    prepare: withInterests,
  }),
  descriptionsCut: asReader('Descriptions of 100 and of 101 characters, and with markup', {
    shows: [
      text('h'.repeat(100)),
      text(`${'m'.repeat(100)}...`),
      text('Tom & Jerry'),
      text('No description available.'),
    ],
    note: 'the dots stand only where something was cut; markup has become text',
    prepare: shelve(DESCRIBED_BOOKS),
  }),
  preferencesFetchFails: asReader('Interests cannot be fetched', {
    shows: [alert('Failed to fetch user preferences.'), button('Try again')],
    ...failing(getPreferences),
  }),
  preferencesWrongShape: asReader('Interests come in a shape that nobody agreed on', {
    shows: [alert('User preferences not found or invalid.'), button('Try again')],
    ...withJson(getPreferences, { preferences: 'all' }),
  }),
  preferencesBareList: asReader(
    'Interests come as a bare list, with one that is none of the twenty',
    {
      shows: [heading('Best Poetry Books')],
      lacks: [heading('Best Gardening Books')],
      ...withJson(getPreferences, ['Poetry', 'Gardening']),
    },
  ),
  preferencesSlow: asReader('Interests take four seconds', {
    shows: [status('Loading...')],
    note: 'beside skeletons, then the shelves',
    ...slow(getPreferences),
    prepare: withFavorites,
  }),
  recommendationsFail: asReader('No shelf can be fetched', {
    shows: [alert('Error fetching books.'), button('Try again')],
    note: 'once in every section',
    ...failing(getRecommendedBooks),
    prepare: withFavorites,
  }),
  oneShelfFails: asReader('One shelf cannot be fetched, the other stays', {
    shows: [
      alert('Error fetching books.'),
      heading('Best Sci-Fi Books'),
      button('Add to favorites'),
    ],
    note: 'the message under "Best Mystery Books", twelve books under "Best Sci-Fi Books"',
    ...failingWhere(getRecommendedBooks, 'preference', 'Mystery'),
    prepare: withFavorites,
  }),
  shelfRecovers: asReader('A shelf fails once, and comes when asked for again', {
    steps: [press('Try again')],
    shows: [button('Add to favorites')],
    lacks: [alert('Error fetching books.'), button('Try again')],
    ...failingOnce(getRecommendedBooks),
    prepare: readerWith({ preferences: ['Poetry'] }),
  }),
  recommendationsWrongShape: asReader('The shelves come in a shape that nobody agreed on', {
    shows: [alert('Error fetching books.')],
    note: 'once in every section',
    ...withJson(getRecommendedBooks, { books: 'many' }),
    prepare: withFavorites,
  }),
  recommendationsEmpty: asReader('The shelves are empty', {
    shows: [status('No books available for this preference.')],
    note: 'once in every section',
    ...withJson(getRecommendedBooks, []),
    prepare: withFavorites,
  }),
  recommendationsSlow: asReader('The shelves take four seconds', {
    shows: [heading('Best Mystery Books'), status('Loading...')],
    note: 'once in every section, beside skeletons, then the books',
    ...slow(getRecommendedBooks),
    prepare: withFavorites,
  }),
  favoriteAuthorsFail: asReader('Books by favorite authors cannot be fetched', {
    shows: [
      heading('Books by Your Favorite Authors'),
      alert('Failed to fetch books by favorite authors.'),
      button('Try again'),
      heading('Best Mystery Books'),
    ],
    ...failing(getFavoriteAuthors),
    prepare: withFavorites,
  }),
  favoriteAuthorsWrongShape: asReader(
    'Books by favorite authors come in a shape that nobody agreed on',
    {
      shows: [
        heading('Books by Your Favorite Authors'),
        alert('Failed to fetch books by favorite authors.'),
        heading('Best Mystery Books'),
      ],
      ...withJson(getFavoriteAuthors, { authors: ['Jane Austen'] }),
      prepare: withFavorites,
    },
  ),
  favoriteAuthorsSlow: asReader('Books by favorite authors take four seconds', {
    shows: [heading('Best Mystery Books')],
    note: 'who has no favorites sees skeletons until then, so that nothing is pushed down',
    ...slow(getFavoriteAuthors),
    prepare: readerWith({ preferences: ['Mystery'], favoriteAuthors: ['Jane Austen'] }),
  }),
  threeHearts: asReader('A reader with three hearts', {
    shows: [
      heading('Books by Your Favorite Authors'),
      heading('Picked for You'),
      text('Because you loved Dracula'),
      text('Because you loved 1984'),
      heading('Best Mystery Books'),
    ],
    lacks: [link('Dracula'), button('Remove from favorites')],
    note: 'no book twice on the page, and none that has a heart',
    prepare: withFavoriteAuthors,
  }),
  showMore: asReader('Show more reveals the rest of a shelf', {
    steps: [press('Show more of Best Poetry Books')],
    shows: [heading('Best Poetry Books')],
    lacks: [button('Show more of Best Poetry Books')],
    note: 'twelve more books, the first of them with the focus',
    prepare: readerWith({ preferences: ['Poetry'] }),
  }),
  forYouEmpty: asReader('Nothing is picked for a reader with favorites', {
    shows: [heading('Best Mystery Books')],
    lacks: [heading('Picked for You')],
    ...withJson(getForYou, []),
    prepare: withFavoriteAuthors,
  }),
  forYouOne: asReader('One book is picked, and entries without a book', {
    shows: [heading('Picked for You'), link('Six Hands'), text('Because you loved Emma')],
    ...withJson(getForYou, [
      { reason: 'Because you loved Dracula' },
      {
        book: { ...SIX_HANDS, volumeInfo: { ...SIX_HANDS.volumeInfo, imageLinks: undefined } },
        reason: 'Because you loved Emma',
      },
      null,
    ]),
    prepare: withFavoriteAuthors,
  }),
  forYouSlow: asReader('What is picked takes four seconds', {
    shows: [
      heading('Books by Your Favorite Authors'),
      status('Loading...'),
      heading('Picked for You'),
      heading('Best Mystery Books'),
    ],
    note: 'the sections below wait for it, beside skeletons; nothing jumps',
    ...slow(getForYou),
    prepare: withFavoriteAuthors,
  }),
  forYouFails: asReader('What is picked cannot be fetched', {
    shows: [
      heading('Picked for You'),
      alert('Error fetching books.'),
      button('Try again'),
      heading('Best Mystery Books'),
    ],
    ...failing(getForYou),
    prepare: withFavoriteAuthors,
  }),
  saveFavorite: asReader('A favorite and its author are saved', {
    steps: [press('Add to favorites')],
    shows: [button('Remove from favorites')],
    lacks: [alert('Failed to save favorite book.'), alert('Failed to save author.')],
    note: 'the heart is red, and the book is on the page of favorites',
    prepare: withInterests,
  }),
  saveFavoriteSlow: asReader('A favorite takes four seconds to save', {
    steps: [press('Add to favorites')],
    shows: [button('Remove from favorites')],
    note: 'the heart is red at once, and stays',
    ...slow(addFavoriteBook, addFavoriteBookFromDetail),
    prepare: withInterests,
  }),
  saveFavoriteFails: asReader('A favorite cannot be saved', {
    steps: [press('Add to favorites')],
    shows: [alert('Failed to save favorite book.')],
    lacks: [button('Remove from favorites')],
    note: 'the heart turns white again; from the page of a book, too',
    ...failing(addFavoriteBook, addFavoriteBookFromDetail),
    prepare: withInterests,
  }),
  saveFavoriteFailsLate: asReader('A favorite is refused after four seconds', {
    steps: [press('Add to favorites')],
    shows: [button('Remove from favorites'), alert('Failed to save favorite book.')],
    note: 'the heart is red at first, and white after the message',
    ...failingLate(addFavoriteBook, addFavoriteBookFromDetail),
    prepare: withInterests,
  }),
  saveAuthorFails: asReader('The author of a favorite cannot be saved', {
    steps: [press('Add to favorites')],
    shows: [alert('Failed to save author.'), button('Remove from favorites')],
    lacks: [alert('Failed to save favorite book.')],
    note: 'the heart stays red',
    ...failing(addFavoriteAuthor),
    prepare: withInterests,
  }),
  removeFavoriteFails: asReader('A favorite cannot be removed', {
    steps: [press('Add to favorites'), press('Remove from favorites')],
    shows: [alert('Failed to save favorite book.'), button('Remove from favorites')],
    note: 'the heart turns red again',
    ...failing(removeFavoriteBook),
    prepare: shelve([SIX_HANDS]),
  }),
  scrolledDown: asReader('Scrolled down by more than 300 pixels', {
    steps: [scroll(301)],
    shows: [button('Scroll to top')],
    prepare: withFavorites,
  }),
  scrolledLittle: asReader('Scrolled down by 300 pixels', {
    steps: [scroll(300)],
    shows: [heading('Best Mystery Books')],
    lacks: [button('Scroll to top')],
    prepare: withFavorites,
  }),
} satisfies Record<string, Scenario>

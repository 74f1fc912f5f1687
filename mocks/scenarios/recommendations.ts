import { getRecommendedBooks } from '../../contract/books.ts'
import { addFavoriteAuthor, addFavoriteBook, getFavoriteAuthors } from '../../contract/favorites.ts'
import { marksReached, setMark } from '../../contract/marks.ts'
import { getPreferences } from '../../contract/preferences.ts'
import {
  failing,
  only,
  press,
  readerWith,
  RED_HEART,
  refusing,
  scenariosOf,
  slow,
  WHITE_HEART,
  withFavoriteAuthors,
  withFavorites,
  withInterests,
  withJson,
} from '../scenarioForm.ts'

const path = '/recommendations'
const { asReader } = scenariosOf('Recommendations', { path })
const usual = scenariosOf('Recommendations', { path, prepare: withFavorites })
const withHearts = scenariosOf('Recommendations', { path, prepare: withFavoriteAuthors })
const pressingHeart = scenariosOf('Recommendations', {
  path,
  prepare: withInterests,
  steps: [press(WHITE_HEART)],
})

const withAuthors = readerWith({
  preferences: ['Mystery'],
  favoriteAuthors: ['Neil Gaiman', 'Jane Austen'],
})
const marking = (item: string) =>
  scenariosOf('Recommendations', {
    path,
    prepare: withAuthors,
    steps: [press('More about Good Omens'), { do: 'choose', item }],
  })

const AUTHORS_SECTION = 'Books by Your Favorite Authors'
const NOT_SAVED = 'Failed to save favorite book.'
const BOOKS_FAILED = 'Error fetching books.'

/** The recommendations. */
export const recommendationScenarios = {
  twoInterests: asReader('Two interests, as usual', {
    shows: {
      heading: ['Best Mystery Books', 'Best Sci-Fi Books'],
      button: WHITE_HEART,
      link: 'Change your interests',
    },
    lacks: { heading: AUTHORS_SECTION },
    note: 'twelve books in each section, and twelve more behind each Show more',
    prepare: withInterests,
  }),
  saveFavorite: pressingHeart.asReader('A favorite and its author are saved', {
    then: { button: RED_HEART },
    lacks: { alert: [NOT_SAVED, 'Failed to save author.'] },
    note: 'the book is on the page of favorites',
  }),
  oneShelfFails: usual.asReader('One shelf cannot be fetched, the other stays', {
    shows: { alert: BOOKS_FAILED, heading: 'Best Sci-Fi Books', button: WHITE_HEART },
    note: 'the message under "Best Mystery Books", twelve books under "Best Sci-Fi Books"',
    responses: [only({ preference: 'Mystery' }, failing(getRecommendedBooks))],
  }),
  noInterests: asReader('No interests picked yet', {
    shows: { link: 'Discover your interests' },
    lacks: { link: 'Change your interests' },
  }),
  favoriteAuthors: asReader('Books by favorite authors', {
    shows: {
      heading: [AUTHORS_SECTION, 'Best Mystery Books'],
      link: 'Good Omens',
      text: 'Terry Pratchett',
    },
    lacks: { text: 'Terry Pratchett, Neil Gaiman' },
    note: 'the first shelf; of a book by several it names the first author only',
    prepare: withAuthors,
  }),
  preferencesFetchFails: asReader('Interests cannot be fetched', {
    shows: { alert: 'Failed to fetch user preferences.', button: 'Try again' },
    responses: [failing(getPreferences)],
  }),
  preferencesWrongShape: asReader('Interests come in a shape that nobody agreed on', {
    shows: { alert: 'User preferences not found or invalid.', button: 'Try again' },
    responses: [withJson(getPreferences, { preferences: 'all' })],
  }),
  recommendationsFail: usual.asReader('No shelf can be fetched', {
    shows: { alert: BOOKS_FAILED, button: 'Try again' },
    note: 'once in every section',
    responses: [failing(getRecommendedBooks)],
  }),
  recommendationsEmpty: usual.asReader('The shelves are empty', {
    shows: { status: 'No books available for this preference.' },
    note: 'once in every section',
    responses: [withJson(getRecommendedBooks, [])],
  }),
  recommendationsSlow: usual.asReader('The shelves take four seconds', {
    shows: { heading: 'Best Mystery Books', status: 'Loading...' },
    note: 'once in every section, beside skeletons, then the books',
    responses: [slow(getRecommendedBooks)],
  }),
  favoriteAuthorsFail: usual.asReader('Books by favorite authors cannot be fetched', {
    shows: {
      alert: 'Failed to fetch books by favorite authors.',
      heading: [AUTHORS_SECTION, 'Best Mystery Books'],
      button: 'Try again',
    },
    responses: [failing(getFavoriteAuthors)],
  }),
  threeHearts: withHearts.asReader('A reader with three hearts', {
    shows: {
      heading: [AUTHORS_SECTION, 'Picked for You', 'Best Mystery Books'],
      text: ['Because you loved Dracula', 'Because you loved 1984'],
    },
    lacks: { link: 'Dracula', button: RED_HEART },
    note: 'no book twice on the page, and none that has a heart',
  }),
  showMore: asReader('Show more reveals the rest of a shelf', {
    shows: { heading: 'Best Poetry Books' },
    steps: [press('Show more of Best Poetry Books'), press('Show more of Best Poetry Books')],
    lacks: { button: 'Show more of Best Poetry Books' },
    note: 'twelve more books, the first of them with the focus',
    prepare: readerWith({ preferences: ['Poetry'] }),
  }),
  saveFavoriteFails: pressingHeart.asReader('A favorite cannot be saved', {
    then: { alert: NOT_SAVED },
    lacks: { button: RED_HEART },
    responses: [failing(addFavoriteBook)],
  }),
  markRead: marking('I have read it').asReader('A book that was read makes room for the next', {
    then: { alert: 'You have read Good Omens.' },
    lacks: { link: 'Good Omens' },
    note: 'the next card has its place and the focus; Undo brings the book back',
  }),
  saveMarkFails: marking('Not for me').asReader('A mark cannot be saved', {
    then: { alert: 'Failed to save this mark.', link: 'Good Omens' },
    responses: [failing(setMark)],
  }),
  marksFull: marking('Want to read').asReader('There is no room for another mark', {
    then: { alert: 'There is no room for more than 5,000.', link: 'Good Omens' },
    responses: [refusing(setMark, 409, 'quota_reached', marksReached('wantToRead'))],
  }),
  saveAuthorFails: pressingHeart.asReader('The author of a favorite cannot be saved', {
    then: { alert: 'Failed to save author.', button: RED_HEART },
    lacks: { alert: NOT_SAVED },
    responses: [failing(addFavoriteAuthor)],
  }),
}

import { getFavoriteBooks, removeFavoriteBook } from '../../contract/favorites.ts'
import { removeBooks, restoreBooks } from '../../contract/lists.ts'
import {
  failing,
  fill,
  press,
  proxyFailing,
  readerWith,
  RED_HEART,
  scenariosOf,
  slow,
  WHITE_HEART,
  withFavorites,
} from '../scenarioForm.ts'
import type { FakeUser } from '../builders.ts'
import type { Db } from '../db.ts'

const { asReader } = scenariosOf('Favorites', { path: '/favorites' })
const withThree = scenariosOf('Favorites', { path: '/favorites', prepare: withFavorites })

/** For `prepare`: Dracula first, Emma last; from 13 favorites on there are a filter and an order. */
const withMany =
  (count: number) =>
  (db: Db, reader: FakeUser): void => {
    const others = db.books.filter(
      ({ id, volumeInfo }) => id !== 'emma' && !volumeInfo.authors.includes('Bram Stoker'),
    )
    reader.favorites = ['dracula', ...others.slice(0, count - 2).map(({ id }) => id), 'emma']
  }

const NONE = 'No favorite books yet 🤷♀️ !'
const FAILED = 'Failed to load favorite books.'
const NOT_UPDATED = 'Failed to update favorite books.'
const removing = scenariosOf('Favorites', {
  path: '/favorites?filter=stoker',
  steps: [press('Select'), press('Choose all'), press('Remove 1 book')],
  prepare: withMany(14),
})

/** The favorites page. */
export const favoriteScenarios = {
  threeFavorites: withThree.asReader('Three favorites', {
    shows: {
      heading: 'Your Favorite Books',
      button: ['Back', RED_HEART],
      link: ['Dracula', 'Emma', '1984'],
    },
  }),
  favoritesInArabic: withThree.asReader('Three favorites in Arabic, from right to left', {
    language: 'ar',
    shows: { heading: 'كتبك المفضلة', link: ['Dracula', 'Emma', '1984'] },
    note: 'Back, the hearts and the bar are mirrored; titles are in their own language',
  }),
  manyFavorites: asReader('Five hundred favorites', {
    shows: { text: ['Dracula', '500 books'] },
    note: 'Dracula is the first of the 500, Emma the last, which comes by scrolling',
    prepare: withMany(500),
  }),
  favoritesFiltered: asReader('Many favorites, filtered by an author and put in order', {
    path: '/favorites?sort=title',
    steps: [fill('Filter by title, author or subject', 'stoker')],
    then: { status: '1 of 14', link: 'Dracula', button: 'Clear filter' },
    lacks: { link: 'Emma' },
    note: 'Back and a reload keep filter and order',
    prepare: withMany(14),
  }),
  favoritesNoMatch: asReader('A filter that no favorite matches', {
    path: '/favorites?filter=zzz',
    shows: { status: 'No favorites match this filter.', link: 'Show all favorites' },
    lacks: { link: 'Dracula' },
    prepare: withMany(14),
  }),
  favoritesEmpty: asReader('No favorites yet', {
    shows: { status: NONE, link: ['Find your next book', 'Import your library'] },
  }),
  favorites404: asReader('A server that answers an empty list of favorites with a 404 page', {
    shows: { status: NONE },
    lacks: { alert: FAILED },
    responses: [proxyFailing(getFavoriteBooks, 404)],
  }),
  favoritesFail: asReader('Favorites cannot be fetched', {
    shows: { alert: FAILED, button: 'Try again' },
    lacks: { status: NONE },
    responses: [failing(getFavoriteBooks)],
  }),
  favoritesSlow: withThree.asReader('Favorites take four seconds', {
    shows: { heading: 'Your Favorite Books', status: 'Loading favorite books...' },
    responses: [slow(getFavoriteBooks)],
  }),
  favoriteRemoved: asReader('The only favorite is removed', {
    shows: { button: RED_HEART },
    steps: [press(RED_HEART)],
    then: { button: WHITE_HEART, link: 'Dracula' },
    lacks: { alert: NOT_UPDATED, status: NONE },
    note: 'the book keeps its place with a white heart until the page is left',
    prepare: readerWith({ favorites: ['dracula'] }),
  }),
  favoritesSelected: removing.asReader('Chosen favorites are removed', {
    then: { alert: 'Dracula removed.', button: 'Undo', text: '13 books' },
    note: 'Undo gives them back in their places',
  }),
  favoritesSelectedFails: removing.asReader('Chosen favorites cannot be removed', {
    then: { alert: NOT_UPDATED, link: 'Dracula', text: '14 books' },
    responses: [failing(removeBooks)],
  }),
  favoritesUndoFails: removing.asReader('Chosen favorites cannot be given back', {
    steps: [press('Select'), press('Choose all'), press('Remove 1 book'), press('Undo')],
    then: { alert: NOT_UPDATED, button: 'Undo', text: '13 books' },
    note: 'Undo is offered again',
    responses: [failing(restoreBooks)],
  }),
  favoritesUpdateFails: withThree.asReader('A favorite cannot be removed on the favorites page', {
    steps: [press(RED_HEART)],
    then: { alert: NOT_UPDATED, button: 'Close', link: 'Dracula' },
    lacks: { button: WHITE_HEART },
    responses: [failing(removeFavoriteBook)],
  }),
}

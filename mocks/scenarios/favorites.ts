import { addFavoriteBook, getFavoriteBooks, removeFavoriteBook } from '../../contract/favorites.ts'
import {
  failing,
  failingOnce,
  html,
  readerWith,
  withJson,
  slow,
  withFavorites,
} from '../responses.ts'
import type { FakeUser } from '../builders.ts'
import type { Db } from '../db.ts'
import type { Scenario } from '../scenario.ts'
import {
  alert,
  button,
  fill,
  heading,
  link,
  press,
  scenariosOf,
  status,
  text,
} from '../scenarioForm.ts'

const { asReader } = scenariosOf('Favorites', '/favorites')

/** From 13 favorites on there are a filter and an order. */
function withFourteen(db: Db, reader: FakeUser): void {
  const others = db.books.filter(({ volumeInfo }) => !volumeInfo.authors.includes('Bram Stoker'))
  reader.favorites = ['dracula', ...others.slice(0, 13).map(({ id }) => id)]
}

/** The favorites page. */
export const favoriteScenarios = {
  threeFavorites: asReader('Three favorites', {
    shows: [
      button('Back'),
      heading('Your Favorite Books'),
      link('Dracula'),
      link('Emma'),
      link('1984'),
      button('Remove from favorites'),
    ],
    prepare: withFavorites,
  }),
  manyFavorites: asReader('Five hundred favorites', {
    shows: [text('Dracula'), text('Emma')],
    note: 'Dracula is the first of the 500, Emma the last',
    prepare(db, reader) {
      const others = db.books.map(({ id }) => id).filter((id) => id !== 'dracula' && id !== 'emma')
      reader.favorites = ['dracula', ...others.slice(0, 498), 'emma']
    },
  }),
  favoritesFiltered: asReader('Many favorites, filtered by an author and put in order', {
    path: '/favorites?sort=title',
    steps: [fill('Filter by title or author', 'stoker')],
    shows: [status('1 of 14 books'), link('Dracula'), button('Clear filter')],
    note: 'Back and a reload keep filter and order',
    prepare: withFourteen,
  }),
  favoritesNoMatch: asReader('A filter that no favorite matches', {
    path: '/favorites?filter=zzz',
    shows: [status('No favorites match.'), button('Clear filter')],
    lacks: [link('Dracula')],
    prepare: withFourteen,
  }),
  favoritesEmpty: asReader('No favorites yet', {
    shows: [status('No favorite books yet 🤷♀️ !'), link('Find your next book')],
  }),
  favorites404: asReader('A server that answers an empty list of favorites with a 404 page', {
    shows: [status('No favorite books yet 🤷♀️ !')],
    lacks: [alert('Failed to load favorite books.')],
    ...html(404, getFavoriteBooks),
  }),
  favoritesFail: asReader('Favorites cannot be fetched', {
    shows: [alert('Failed to load favorite books.'), button('Try again')],
    lacks: [status('No favorite books yet 🤷♀️ !')],
    ...failing(getFavoriteBooks),
  }),
  favoritesRecover: asReader('Favorites fail once, and come when asked for again', {
    steps: [press('Try again')],
    shows: [link('Dracula')],
    lacks: [alert('Failed to load favorite books.')],
    ...failingOnce(getFavoriteBooks),
    prepare: withFavorites,
  }),
  favoritesSlow: asReader('Favorites take four seconds', {
    shows: [heading('Your Favorite Books'), status('Loading favorite books...')],
    note: 'beside skeletons, then the books',
    ...slow(getFavoriteBooks),
    prepare: withFavorites,
  }),
  favoritesWrongShape: asReader('Favorites come in a shape that nobody agreed on', {
    shows: [alert('Failed to load favorite books.')],
    ...withJson(getFavoriteBooks, { favorites: 3 }),
  }),
  favoritesLocalShapes: asReader('Favorites come as the browser keeps them', {
    shows: [link('Made on a Shelf'), link('Made on a Page'), link('Untitled')],
    note: 'entries as lists and as detail pages make them, and a bare id; none of nothing else',
    ...withJson(getFavoriteBooks, [
      {
        id: 'emma',
        title: 'Made on a Shelf',
        imageLinks: { thumbnail: '/covers/emma' },
        description: 'Title, cover and description stand beside the id.',
      },
      { id: 'dracula', volumeInfo: { title: 'Made on a Page', authors: ['Bram Stoker'] } },
      { id: 'bare' },
      { title: 'Without an Id' },
      'no book',
      null,
    ]),
  }),
  favoriteRemoved: asReader('A favorite is removed', {
    steps: [press('Remove from favorites')],
    shows: [button('Add to favorites'), link('Dracula')],
    lacks: [alert('Failed to update favorite books.')],
    note: 'the book keeps its place with a white heart until the page is left',
    prepare: withFavorites,
  }),
  favoriteRemovedSlowly: asReader('A favorite takes four seconds to remove', {
    steps: [press('Remove from favorites')],
    shows: [button('Add to favorites'), link('Dracula')],
    note: 'the heart is white at once; the book keeps its place',
    ...slow(removeFavoriteBook),
    prepare: withFavorites,
  }),
  lastFavoriteRemoved: asReader('The only favorite is removed', {
    steps: [press('Remove from favorites')],
    shows: [button('Add to favorites'), link('Dracula')],
    lacks: [status('No favorite books yet 🤷♀️ !')],
    note: 'the book keeps its place; the page is empty when it is opened again',
    prepare: readerWith({ favorites: ['dracula'] }),
  }),
  favoriteAddedAgain: asReader('A removed favorite is added again by its heart', {
    steps: [press('Remove from favorites'), press('Add to favorites')],
    shows: [link('Dracula')],
    lacks: [alert('Failed to update favorite books.'), button('Add to favorites')],
    prepare: withFavorites,
  }),
  favoriteAddAgainFails: asReader('A removed favorite cannot be added again', {
    steps: [press('Remove from favorites'), press('Add to favorites')],
    shows: [
      alert('Failed to update favorite books.'),
      button('Close'),
      button('Add to favorites'),
      link('Dracula'),
    ],
    note: 'the heart is white again',
    ...failing(addFavoriteBook),
    prepare: withFavorites,
  }),
  favoritesUpdateFails: asReader('Favorites can be read but not changed', {
    steps: [press('Remove from favorites')],
    shows: [alert('Failed to update favorite books.'), button('Close'), link('Dracula')],
    note: 'the heart is red again',
    ...failing(addFavoriteBook, removeFavoriteBook),
    prepare: withFavorites,
  }),
} satisfies Record<string, Scenario>

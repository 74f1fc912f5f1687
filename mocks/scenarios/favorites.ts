import { addFavoriteBook, getFavoriteBooks, removeFavoriteBook } from '../../contract/favorites.ts'
import { failing, failingOnce, html, keepThree, saying, slow } from '../answers.ts'
import type { FakeUser } from '../builders.ts'
import type { Db } from '../db.ts'
import type { Scenario } from '../scenario.ts'

/** From 13 favorites on there are a filter and an order. */
function keepFourteen(db: Db, reader: FakeUser): void {
  const others = db.books.filter(({ volumeInfo }) => !volumeInfo.authors.includes('Bram Stoker'))
  reader.favorites = ['dracula', ...others.slice(0, 13).map(({ id }) => id)]
}

/** The favorites page. */
export const favoriteScenarios = {
  threeFavorites: {
    title: 'Three favorites',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'button', text: 'Back' },
      { as: 'heading', text: 'Your Favorite Books' },
      { as: 'link', text: 'Dracula' },
      { as: 'link', text: 'Emma' },
      { as: 'link', text: '1984' },
      { as: 'button', text: 'Remove from favorites' },
    ],
    prepare: keepThree,
  },
  manyFavorites: {
    title: 'Five hundred favorites',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'text', text: 'Dracula' },
      { as: 'text', text: 'Emma' },
    ],
    note: 'Dracula is the first of the 500, Emma the last',
    prepare(db, reader) {
      const others = db.books.map(({ id }) => id).filter((id) => id !== 'dracula' && id !== 'emma')
      reader.favorites = ['dracula', ...others.slice(0, 498), 'emma']
    },
  },
  favoritesFiltered: {
    title: 'Many favorites, filtered by an author and put in order',
    screen: 'Favorites',
    path: '/favorites?sort=title',
    session: 'signedIn',
    steps: [{ do: 'fill', field: 'Filter by title or author', text: 'stoker' }],
    shows: [
      { as: 'status', text: '1 of 14 books' },
      { as: 'link', text: 'Dracula' },
      { as: 'button', text: 'Clear filter' },
    ],
    note: 'Back and a reload keep filter and order',
    prepare: keepFourteen,
  },
  favoritesNoMatch: {
    title: 'A filter that no favorite matches',
    screen: 'Favorites',
    path: '/favorites?filter=zzz',
    session: 'signedIn',
    shows: [
      { as: 'status', text: 'No favorites match.' },
      { as: 'button', text: 'Clear filter' },
    ],
    lacks: [{ as: 'link', text: 'Dracula' }],
    prepare: keepFourteen,
  },
  favoritesEmpty: {
    title: 'No favorites yet',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'status', text: 'No favorite books yet 🤷♀️ !' },
      { as: 'link', text: 'Find your next book' },
    ],
  },
  favorites404: {
    title: 'A server that answers an empty list of favorites with a 404 page',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [{ as: 'status', text: 'No favorite books yet 🤷♀️ !' }],
    lacks: [{ as: 'alert', text: 'Failed to load favorite books.' }],
    handlers: html(404, getFavoriteBooks),
    failsRequests: true,
  },
  favoritesFail: {
    title: 'Favorites cannot be fetched',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'Failed to load favorite books.' },
      { as: 'button', text: 'Try again' },
    ],
    lacks: [{ as: 'status', text: 'No favorite books yet 🤷♀️ !' }],
    handlers: failing(getFavoriteBooks),
    failsRequests: true,
  },
  favoritesRecover: {
    title: 'Favorites fail once, and come when asked for again',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Try again' }],
    shows: [{ as: 'link', text: 'Dracula' }],
    lacks: [{ as: 'alert', text: 'Failed to load favorite books.' }],
    handlers: failingOnce(getFavoriteBooks),
    prepare: keepThree,
    failsRequests: true,
  },
  favoritesSlow: {
    title: 'Favorites take four seconds',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'heading', text: 'Your Favorite Books' },
      { as: 'status', text: 'Loading favorite books...' },
    ],
    note: 'beside skeletons, then the books',
    handlers: slow(getFavoriteBooks),
    prepare: keepThree,
  },
  favoritesWrongShape: {
    title: 'Favorites come in a shape that nobody agreed on',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [{ as: 'alert', text: 'Failed to load favorite books.' }],
    handlers: saying(getFavoriteBooks, { favorites: 3 }),
  },
  favoritesLocalShapes: {
    title: 'Favorites come as the browser keeps them',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'Made on a Shelf' },
      { as: 'link', text: 'Made on a Page' },
      { as: 'link', text: 'Untitled' },
    ],
    note: 'entries as lists and as detail pages make them, and a bare id; none of nothing else',
    handlers: saying(getFavoriteBooks, [
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
  },
  favoriteRemoved: {
    title: 'A favorite is removed',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Remove from favorites' }],
    shows: [
      { as: 'button', text: 'Add to favorites' },
      { as: 'link', text: 'Dracula' },
    ],
    lacks: [{ as: 'alert', text: 'Failed to update favorite books.' }],
    note: 'the book keeps its place with a white heart until the page is left',
    prepare: keepThree,
  },
  favoriteRemovedSlowly: {
    title: 'A favorite takes four seconds to remove',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Remove from favorites' }],
    shows: [
      { as: 'button', text: 'Add to favorites' },
      { as: 'link', text: 'Dracula' },
    ],
    note: 'the heart is white at once; the book keeps its place',
    handlers: slow(removeFavoriteBook),
    prepare: keepThree,
  },
  lastFavoriteRemoved: {
    title: 'The only favorite is removed',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Remove from favorites' }],
    shows: [
      { as: 'button', text: 'Add to favorites' },
      { as: 'link', text: 'Dracula' },
    ],
    lacks: [{ as: 'status', text: 'No favorite books yet 🤷♀️ !' }],
    note: 'the book keeps its place; the page is empty when it is opened again',
    prepare(_db, reader) {
      reader.favorites = ['dracula']
    },
  },
  favoriteAddedAgain: {
    title: 'A removed favorite is added again by its heart',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    steps: [
      { do: 'press', button: 'Remove from favorites' },
      { do: 'press', button: 'Add to favorites' },
    ],
    shows: [{ as: 'link', text: 'Dracula' }],
    lacks: [
      { as: 'alert', text: 'Failed to update favorite books.' },
      { as: 'button', text: 'Add to favorites' },
    ],
    prepare: keepThree,
  },
  favoriteAddAgainFails: {
    title: 'A removed favorite cannot be added again',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    steps: [
      { do: 'press', button: 'Remove from favorites' },
      { do: 'press', button: 'Add to favorites' },
    ],
    shows: [
      { as: 'alert', text: 'Failed to update favorite books.' },
      { as: 'button', text: 'Close' },
      { as: 'button', text: 'Add to favorites' },
      { as: 'link', text: 'Dracula' },
    ],
    note: 'the heart is white again',
    handlers: failing(addFavoriteBook),
    prepare: keepThree,
    failsRequests: true,
  },
  favoritesUpdateFails: {
    title: 'Favorites can be read but not changed',
    screen: 'Favorites',
    path: '/favorites',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Remove from favorites' }],
    shows: [
      { as: 'alert', text: 'Failed to update favorite books.' },
      { as: 'button', text: 'Close' },
      { as: 'link', text: 'Dracula' },
    ],
    note: 'the heart is red again',
    handlers: failing(addFavoriteBook, removeFavoriteBook),
    prepare: keepThree,
    failsRequests: true,
  },
} as const satisfies Record<string, Scenario>

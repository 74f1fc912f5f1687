import { getFavoriteBooks } from '../../contract/favorites.ts'
import { failing, keepThree, slow } from '../answers.ts'
import type { Scenario } from '../scenario.ts'

/** The landing page. Of a visitor it asks only what the form offers, of a reader their favorites. */
export const landingScenarios = {
  landingVisitor: {
    title: 'The landing page of a visitor',
    screen: 'Landing',
    session: 'signedOut',
    shows: [
      { as: 'heading', text: 'Catchword' },
      { as: 'button', text: 'Explore Now' },
      { as: 'heading', text: 'Login' },
      { as: 'heading', text: 'Twelve to begin with' },
    ],
    note: 'with the login form beside the welcome',
  },
  landingReader: {
    title: 'The landing page of a reader',
    screen: 'Landing',
    session: 'signedIn',
    shows: [
      { as: 'heading', text: 'Catchword' },
      { as: 'button', text: 'Explore Now' },
      { as: 'link', text: 'Your Recommendations' },
      { as: 'heading', text: 'Twelve to begin with' },
    ],
    lacks: [{ as: 'heading', text: 'Login' }],
    note: 'without the form',
  },
  readerShelf: {
    title: 'The latest favorites on the landing page',
    screen: 'Landing',
    session: 'signedIn',
    shows: [
      { as: 'heading', text: 'Your shelf' },
      { as: 'link', text: 'Dracula by Bram Stoker' },
      { as: 'link', text: 'Your Recommendations' },
      { as: 'link', text: 'All favorites' },
    ],
    prepare: keepThree,
  },
  readerShelfEmpty: {
    title: 'The landing page of a reader without favorites',
    screen: 'Landing',
    session: 'signedIn',
    shows: [
      { as: 'text', text: 'Give a book a heart, and it stands here.' },
      { as: 'link', text: 'Your Recommendations' },
    ],
    lacks: [{ as: 'link', text: 'All favorites' }],
  },
  readerShelfSlow: {
    title: 'The favorites of the landing page take four seconds',
    screen: 'Landing',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'All favorites' },
      { as: 'link', text: 'Dracula by Bram Stoker' },
    ],
    note: 'their place is held meanwhile',
    prepare: keepThree,
    handlers: slow(getFavoriteBooks),
  },
  readerShelfFails: {
    title: 'The favorites of the landing page cannot be fetched',
    screen: 'Landing',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'Your Recommendations' },
      { as: 'link', text: 'All favorites' },
    ],
    lacks: [{ as: 'link', text: 'Dracula by Bram Stoker' }],
    note: 'the links alone',
    prepare: keepThree,
    handlers: failing(getFavoriteBooks),
    failsRequests: true,
  },
  landingShowcase: {
    title: 'Explore Now and the twelve covers',
    screen: 'Landing',
    steps: [{ do: 'press', button: 'Explore Now' }],
    shows: [
      { as: 'heading', text: 'Twelve to begin with' },
      { as: 'img', text: 'Pride and Prejudice by Jane Austen' },
      { as: 'img', text: 'Little Women by Louisa May Alcott' },
      { as: 'button', text: 'Scroll to top' },
    ],
    note: 'a smooth scroll to the twelve covers, half a second later 750 px further',
  },
  landingRegister: {
    title: 'The form of the landing page in Register mode',
    screen: 'Landing',
    session: 'signedOut',
    steps: [{ do: 'press', button: 'Register instead' }],
    shows: [
      { as: 'heading', text: 'Register' },
      { as: 'button', text: 'Login instead' },
      { as: 'path', text: '/' },
    ],
    lacks: [{ as: 'heading', text: 'Login' }],
    note: 'the address stays as it is',
  },
} as const satisfies Record<string, Scenario>

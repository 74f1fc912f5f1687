import { getFavoriteBooks } from '../../contract/favorites.ts'
import { failing, slow, withFavorites } from '../responses.ts'
import type { Scenario } from '../scenario.ts'
import { button, heading, img, link, path, press, scenariosOf, text } from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Landing', '/')

/** The landing page. Of a visitor it asks only what the form offers, of a reader their favorites. */
export const landingScenarios = {
  landingVisitor: asVisitor('The landing page of a visitor', {
    shows: [
      heading('Catchword'),
      button('Explore Now'),
      heading('Login'),
      heading('Twelve to begin with'),
    ],
    note: 'with the login form beside the welcome',
  }),
  landingReader: asReader('The landing page of a reader', {
    shows: [
      heading('Catchword'),
      button('Explore Now'),
      link('Your Recommendations'),
      heading('Twelve to begin with'),
    ],
    lacks: [heading('Login')],
    note: 'without the form',
  }),
  readerShelf: asReader('The latest favorites on the landing page', {
    shows: [
      heading('Your shelf'),
      link('Dracula by Bram Stoker'),
      link('Your Recommendations'),
      link('All favorites'),
    ],
    prepare: withFavorites,
  }),
  readerShelfEmpty: asReader('The landing page of a reader without favorites', {
    shows: [text('Give a book a heart, and it stands here.'), link('Your Recommendations')],
    lacks: [link('All favorites')],
  }),
  readerShelfSlow: asReader('The favorites of the landing page take four seconds', {
    shows: [link('All favorites'), link('Dracula by Bram Stoker')],
    note: 'their place is held meanwhile',
    prepare: withFavorites,
    ...slow(getFavoriteBooks),
  }),
  readerShelfFails: asReader('The favorites of the landing page cannot be fetched', {
    shows: [link('Your Recommendations'), link('All favorites')],
    lacks: [link('Dracula by Bram Stoker')],
    note: 'the links alone',
    prepare: withFavorites,
    ...failing(getFavoriteBooks),
  }),
  landingShowcase: asVisitor('Explore Now and the twelve covers', {
    steps: [press('Explore Now')],
    shows: [
      heading('Twelve to begin with'),
      img('Pride and Prejudice by Jane Austen'),
      img('Little Women by Louisa May Alcott'),
      button('Scroll to top'),
    ],
    note: 'a smooth scroll to the twelve covers, half a second later 750 px further',
  }),
  landingRegister: asVisitor('The form of the landing page in Register mode', {
    steps: [press('Register instead')],
    shows: [heading('Register'), button('Login instead'), path('/')],
    lacks: [heading('Login')],
    note: 'the address stays as it is',
  }),
} satisfies Record<string, Scenario>

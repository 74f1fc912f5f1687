import { press, readerWith, scenariosOf, withFavorites } from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Landing', { path: '/' })

/** The landing page. Of a visitor it requests only what the form offers, of a reader their favorites. */
export const landingScenarios = {
  landingVisitor: asVisitor('The landing page of a visitor', {
    shows: { heading: ['Catchword', 'Login', 'Twelve to begin with'], button: 'Explore Now' },
  }),
  readerShelf: asReader('The latest favorites on the landing page', {
    shows: {
      heading: 'Your shelf',
      link: ['Dracula by Bram Stoker', 'All favorites'],
    },
    prepare: withFavorites,
  }),
  readerShelfEmpty: asReader('The landing page of a reader without favorites', {
    shows: {
      text: 'Give a book a heart, and it will appear here.',
      link: ['Books you may love next', 'Your recommendations'],
    },
    lacks: { heading: 'Login', link: 'All favorites' },
  }),
  readerWanted: asReader('The first three books to read on the landing page', {
    shows: { link: ['Dracula by Bram Stoker', 'Emma by Jane Austen', 'Want to read'] },
    lacks: { link: 'Persuasion by Jane Austen' },
    prepare: readerWith({
      marks: { wantToRead: ['dracula', 'emma', '1984', 'persuasion'], read: [], notForMe: [] },
    }),
  }),
  landingShowcase: asVisitor('Explore Now and the twelve covers', {
    shows: {
      heading: 'Twelve to begin with',
      img: ['Pride and Prejudice by Jane Austen', 'Little Women by Louisa May Alcott'],
    },
    steps: [press('Explore Now')],
    then: { button: 'Scroll to top' },
    note: 'a smooth scroll to the twelve covers, half a second later 750 px further',
  }),
}

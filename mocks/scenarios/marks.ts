import { getMarks, setMark } from '../../contract/marks.ts'
import { failing, press, RED_HEART, readerWith, scenariosOf, WHITE_HEART } from '../scenarioForm.ts'

const path = '/book/dracula'
const { asReader } = scenariosOf('Book detail', { path })
const marking = scenariosOf('Book detail', { path, steps: [press('Want to read')] })

const WANT = 'Want to read'
const WANTED = 'You want to read this'

/** The marks beside the heart, on the page of a book. */
export const markScenarios = {
  bookWanted: marking.asReader('A book is put on the list of those to read', {
    shows: { button: WANT },
    then: { button: [WANTED, 'Undo'] },
    lacks: { button: WANT },
  }),
  bookWantedWasLoved: marking.asReader('A favorite is put on the list of those to read', {
    then: { button: [WANTED, WHITE_HEART, 'Undo'] },
    lacks: { button: RED_HEART },
    note: 'a book has a heart or a mark, never two',
    prepare: readerWith({ favorites: ['dracula'] }),
  }),
  bookWantedRefused: marking.asReader("A mark on a book's page cannot be saved", {
    then: { alert: 'Failed to save this mark.', button: WANT },
    lacks: { button: WANTED },
    responses: [failing(setMark)],
  }),
  bookWantedOfVisitor: marking.asVisitor("A visitor's mark", {
    then: { alert: 'User not authenticated. Please log in.', button: WANT },
    lacks: { button: WANTED },
  }),
  marksFail: asReader('What the reader has marked cannot be fetched', {
    shows: { heading: ['Dracula', 'What comes next'], button: WANT },
    note: 'the page is as without marks',
    responses: [failing(getMarks)],
  }),
}

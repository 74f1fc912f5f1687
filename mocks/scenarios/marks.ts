import { MARKS_MAX } from '../../contract/limits.ts'
import { getMarks, setMark } from '../../contract/marks.ts'
import { buildBook, type FakeUser } from '../builders.ts'
import type { Db } from '../db.ts'
import { failing, press, RED_HEART, readerWith, scenariosOf, WHITE_HEART } from '../scenarioForm.ts'

const path = '/book/dracula'
const { asReader } = scenariosOf('Book detail', { path })
const marking = scenariosOf('Book detail', { path, steps: [press('Want to read')] })

const WANT = 'Want to read'
const WANTED = 'You want to read this'

/** For `prepare`: as many books to read as there can be, one of them Dracula or not. */
const withAllWishes =
  ({ isDracula }: { isDracula: boolean }) =>
  (db: Db, reader: FakeUser): void => {
    while (db.books.length <= MARKS_MAX) db.books.push(buildBook())
    const others = db.books.map(({ id }) => id).filter((id) => id !== 'dracula')
    const wishes = isDracula ? ['dracula', ...others] : others
    reader.marks.wantToRead = wishes.slice(0, MARKS_MAX)
  }

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
  bookWantedLoved: asReader('A book to read becomes a favorite', {
    shows: { button: WANTED },
    steps: [press(WHITE_HEART)],
    then: { button: [RED_HEART, WANT, 'Undo'] },
    lacks: { button: WANTED },
    prepare: readerWith({ marks: { wantToRead: ['dracula'], read: [], notForMe: [] } }),
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
  wishesMany: asReader('Five thousand books to read', {
    shows: { heading: 'What comes next', button: WANTED },
    prepare: withAllWishes({ isDracula: true }),
  }),
  wishesFull: marking.asReader('One book to read more than there can be', {
    then: { alert: 'There is no room for more than 5,000.', button: WANT },
    lacks: { button: WANTED },
    failsRequests: true,
    prepare: withAllWishes({ isDracula: false }),
  }),
}

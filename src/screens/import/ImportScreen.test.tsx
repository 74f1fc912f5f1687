import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addLibrary, previewLibrary, type LibraryPreview } from '../../../contract/library.ts'
import { LIBRARY_MAX_BYTES } from '../../../contract/uploads.ts'
import type { FakeUser } from '../../../mocks/builders.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { stubForms } from '../../test/nodeForms.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

const EXPORT = [
  'Book Id,Title,Author,Author l-f,ISBN13,My Rating,Exclusive Shelf',
  '1,Emma,Jane Austen,"Austen, Jane","=""""",4,read',
  '2,Pride and Prejudice,Jane Austen,"Austen, Jane","=""""",5,read',
  '3,The Great Gatsby,F. Scott Fitzgerald,"Fitzgerald, F. Scott","=""""",2,read',
  '4,Middlemarch,George Eliot,"Eliot, George","=""""",0,to-read',
  '5,=A Book Nobody Has,Ann Other,"Other, Ann","=""""",5,read',
  '6,Dracula,Bram Stoker,"Stoker, Bram","=""""",3,read',
  '7,Frankenstein,Mary Shelley,"Shelley, Mary","=""""",1,read',
].join('\n')

let unstub: () => void
beforeEach(async () => {
  unstub = await stubForms()
})
afterEach(() => unstub())

const csv = (text = EXPORT): File => new File([text], 'goodreads.csv', { type: 'text/csv' })

/** The page that imports, once it is there. */
async function openPage() {
  const app = renderApp('/import')
  await screen.findByRole('heading', { level: 1, name: 'Import your library' })
  return app
}

/** Signs Ada in, opens the page and chooses a file there. */
async function choose(file = csv(), overrides: Partial<FakeUser> = {}) {
  const reader = signIn({ name: 'Ada', ...overrides })
  const app = await openPage()
  await app.user.upload(screen.getByLabelText('Choose a file or drop it here'), file)
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }))
  return { ...app, reader, press }
}

const preview = (overrides: Partial<LibraryPreview>): LibraryPreview => ({
  program: null,
  rows: 2,
  repeated: 0,
  unreadable: 0,
  unreadRatings: 0,
  otherMedia: 0,
  notes: [],
  room: { favorites: 10, wantToRead: 10, read: 10, notForMe: 10 },
  missing: [],
  found: ['one', 'two'].map((id, at) => ({
    id,
    title: `Book ${id}`,
    author: 'Ann Other',
    rating: 5 - at,
    mark: 'favorites',
    known: null,
  })),
  ...overrides,
})

test('each book becomes what the file says of it, and can be taken back after a reload', async () => {
  const stored = 'the-great-gatsby'
  const { reader, press, user: first } = await choose(csv(), { favorites: [stored] })
  expect(
    await screen.findByText('This Goodreads export has 7 rows. Catchword has 6 of these books.'),
  ).toBeInTheDocument()
  expect(screen.getByText('Already on your lists: 1')).toBeInTheDocument()
  for (const name of [
    'What I loved (2)',
    'What I want to read (1)',
    'What I have read (1)',
    'What I rated one or two stars: not for me (1)',
  ])
    expect(screen.getByRole('checkbox', { name })).toBeChecked()
  for (const name of [
    'Pride and Prejudice Jane Austen Favorite · 5 ★',
    'Middlemarch George Eliot Want to read',
    'Dracula Bram Stoker Read it · 3 ★',
    /^Frankenstein.* Not for me · 1 ★$/,
  ])
    expect(screen.getByRole('checkbox', { name })).toBeChecked()
  expect(
    screen.getByText('The Great Gatsby · F. Scott Fitzgerald · 2 ★ · Favorite'),
  ).toBeInTheDocument()
  expect(backend.account(reader.id).favorites).toEqual([stored])

  await press('Add 5 books')
  const reported = await screen.findByText(
    'Added: 2 favorites, 1 book you want to read, 1 book you have read, and 1 book that is not for you.',
  )
  expect(reported).toHaveFocus()
  const notice = within(screen.getByRole('group', { name: '' }))
  expect(await notice.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  expect(notice.getByRole('link', { name: 'See your recommendations' })).toBeInTheDocument()
  // Said once.
  expect(screen.queryByText(/added today/)).not.toBeInTheDocument()
  expect(backend.account(reader.id)).toMatchObject({
    favorites: ['pride-and-prejudice', 'emma', stored],
    favoriteAuthors: ['Jane Austen'],
    marks: {
      wantToRead: ['middlemarch'],
      read: ['dracula'],
      notForMe: ['frankenstein-or-the-modern-prometheus'],
    },
  })

  await first.click(notice.getByRole('link', { name: 'See the books you have read' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your account' }))
  expect(await dialog.findByRole('link', { name: 'Dracula' })).toBeVisible()

  cleanup()
  const { user } = await openPage()
  expect(await screen.findByText('5 books from Goodreads, added today.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone: what was added is gone again.')).toHaveFocus()
  expect(backend.account(reader.id)).toMatchObject({
    favorites: [stored],
    favoriteAuthors: [],
    marks: { wantToRead: [], read: [], notForMe: [] },
  })
})

test('a choice leaves out all of its books, a check box one of them, a filter shows some', async () => {
  const { user, reader, press } = await choose()
  const loved = await screen.findByRole('checkbox', { name: 'What I loved (2)' })
  await user.click(screen.getByRole('checkbox', { name: /^Emma/ }))
  expect(loved).toBePartiallyChecked()
  await user.click(screen.getByRole('checkbox', { name: 'What I have read (1)' }))
  expect(screen.getByRole('checkbox', { name: /^Dracula/ })).not.toBeChecked()
  expect(screen.getByText('4 of 6 chosen')).toBeInTheDocument()
  await user.type(screen.getByLabelText('Filter by title or author'), 'austen')
  expect(await screen.findByText('2 of 6')).toBeInTheDocument()
  expect(screen.queryByRole('checkbox', { name: /^Dracula/ })).not.toBeInTheDocument()
  await press('Choose all')
  expect(screen.getByText('5 of 6 chosen')).toBeInTheDocument()
  await press('Choose none')
  await press('Add 3 books')
  await screen.findByText(/^Added: 1 book you want to read,? and 2 books that are not for you/)
  expect(backend.account(reader.id)).toMatchObject({ favorites: [], marks: { read: [] } })
})

test('of a file that says nothing of its books the reader says what they are', async () => {
  const titles = 'title,author\nEmma,Jane Austen\nDracula,Bram Stoker'
  const { user, reader, press } = await choose(csv(titles))
  const group = await screen.findByRole('radiogroup', {
    name: 'The file does not say what you think of these books. They are:',
  })
  expect(within(group).getByRole('radio', { name: 'What I have read' })).toBeChecked()
  await user.click(within(group).getByRole('radio', { name: 'What I want to read' }))
  await press('Add 2 books')
  await screen.findByText('Added: 2 books you want to read.')
  expect(backend.account(reader.id).marks.wantToRead).toEqual(['emma', 'dracula'])
})

test('what does not fit is said before anything is added', async () => {
  const leftOut = { repeated: 3, unreadable: 1, unreadRatings: 2, otherMedia: 1 }
  const room = { favorites: 1, wantToRead: 0, read: 0, notForMe: 0 }
  backend.responds(previewLibrary, preview({ room, rows: 6, ...leftOut }))
  await choose()
  expect(
    await screen.findByText('Your favorites have room for 1 more. The best rated will be added.'),
  ).toBeInTheDocument()
  expect(
    screen.getByText(
      'Skipped: 3 duplicate rows, 1 row without a title or ISBN, 2 unreadable ratings, and 1 article, film or the like.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add 1 book' })).toBeInTheDocument()
  expect(screen.getByRole('checkbox', { name: 'What I have read (0)' })).toBeDisabled()
})

/** The two found books, changed. */
const found = (change: Partial<LibraryPreview['found'][number]>) =>
  preview({}).found.map((book) => ({ ...book, ...change }))

test.each<[string, Partial<LibraryPreview>]>([
  ['Nothing to add: there are no books in this file.', { rows: 0, found: [] }],
  [
    'Nothing to add: Catchword has none of these books.',
    { found: [], missing: [{ title: 'Unheard', author: '', isbn: '' }] },
  ],
  [
    'Nothing to add: your lists are full. Remove some books, then choose the file again.',
    { room: { favorites: 0, wantToRead: 0, read: 0, notForMe: 0 } },
  ],
  [
    'Nothing to add: these books are already on your lists, except those you began or gave up.',
    { found: [...found({ known: 'favorites' }), ...found({ id: 'begun', mark: null }).slice(1)] },
  ],
])('a library that adds nothing says why: %s', async (why, overrides) => {
  backend.responds(previewLibrary, preview(overrides))
  await choose()
  expect(await screen.findByText(why)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
})

test('the list of missing books is saved as a table in which nothing is a formula', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:1'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await choose()
  await user.click(await screen.findByRole('button', { name: 'Save this list' }))
  expect(await saved.at(-1)?.text()).toContain('"\'=A Book Nobody Has","Ann Other",""')
})

test('a file above 5 MB is not sent', async () => {
  await choose(csv('x'.repeat(LIBRARY_MAX_BYTES + 1)))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your library could not be read. The file can be at most 5 MB.',
  )
  expect(sentRequests('POST', /library$/)).toEqual([])
})

test.each([
  [{ title: 'Bakuman, Tome 2 : Suite', author: 'Ohba', isbn: '9780141439587' }, 'Bakuman Ohba'],
  [{ title: '', author: 'Ohba', isbn: '9780141439587' }, '9780141439587'],
])('what is missing is searched by title and author, else by its ISBN: %o', async (book, words) => {
  backend.responds(previewLibrary, preview({ missing: [book] }))
  const { user } = await choose()
  await user.click(await screen.findByRole('button', { name: /^Search for it/ }))
  expect(await screen.findByRole('combobox', { name: 'Search books' })).toHaveValue(words)
  await quiet()
})

test('a double click adds the books once', async () => {
  const { press } = await choose()
  await screen.findByRole('button', { name: 'Add 6 books' })
  const release = backend.holds(addLibrary)
  await press('Add 6 books')
  await press('Adding…')
  release()
  await screen.findByText(/^Added: /)
  expect(sentRequests('PUT', /library$/)).toHaveLength(1)
})

test('a lost connection is said, and the same file is sent again', async () => {
  backend.unreachable(previewLibrary)
  const { press } = await choose()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your library could not be read. There is no connection to the server. Please try again.',
  )
  backend.recovers()
  await press('Try again')
  await screen.findByRole('button', { name: 'Add 6 books' })

  backend.unreachable(addLibrary)
  await press('Add 6 books')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Your books could not be added\. There is no connection/,
  )
  backend.recovers()
  await press('Try again')
  await screen.findByText(/^Added: /)
})

test.each([
  ['Shelf,Stars\nread,5', /No column of this table is named “Title” or “ISBN”/],
  ['PK\u0003\u0004 and so on', /This is an archive: unpack it/],
])('a wrong file says what is wanted, with nothing to try again: %s', async (text, why) => {
  await choose(csv(text))
  expect(await screen.findByRole('alert')).toHaveTextContent(why)
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('the favorites page takes the last import back, and shows what is left', async () => {
  const favorites = ['emma', 'dracula']
  const none = { wantToRead: [], read: [], notForMe: [], authors: [] }
  const lastImport = { program: 'StoryGraph', favorites, ...none }
  const reader = signIn({ favorites: [...favorites, '1984'], lastImport })
  const { user } = renderApp('/favorites')
  expect(await screen.findByText('2 books from StoryGraph, added today.')).toBeInTheDocument()
  await screen.findByRole('link', { name: 'Emma' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Emma' })).not.toBeInTheDocument())
  expect(screen.getByRole('link', { name: '1984' })).toBeInTheDocument()
  expect(backend.account(reader.id).favorites).toEqual(['1984'])
})

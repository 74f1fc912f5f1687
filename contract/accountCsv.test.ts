import { expect, test } from 'vitest'
import { accountCsv } from './accountCsv.ts'

const ADDED = { isbn: '9780140449334', addedAt: '2026-03-04T05:06:07.000Z' }

/** The fields of the first book of a table. */
const fieldsOf = (table: string) => table.split('\r\n')[1]?.slice(1, -1).split('","') ?? []

const tableOf = (title: string) =>
  accountCsv({
    favorites: [{ id: 'a', title, authors: ['Ann', 'Bo', 'Cy'], ...ADDED }],
    wantToRead: [{ id: 'b', title: 'B', authors: [], ...ADDED }],
    read: [{ id: 'c', title: 'C', authors: ['Ann'], ...ADDED }],
    notForMe: [{ id: 'd', title: 'D', authors: ['Ann'], ...ADDED }],
  })

test('a title is no formula, and else as it is', () => {
  for (const sign of '=+-@\t＝＋－＠') expect(fieldsOf(tableOf(`${sign}1`))[1]).toBe(`'${sign}1`)
  for (const title of ['1=1', "'=1", 'Ada "the" first'])
    expect(tableOf(title)).toContain(`"${title.replaceAll('"', '""')}","Ann","","Bo, Cy","",`)
})

test('each list is a shelf, and a heart is no rating', () => {
  const table = tableOf('A')
  const names = table.split('\r\n')[0]?.split(',') ?? []
  const at = (name: string) => names.indexOf(`"${name}"`)
  const lines = table.split('\r\n').slice(1, -1)
  const said = lines.map((line) => {
    const fields = line.slice(1, -1).split('","')
    return ['My Rating', 'Bookshelves', 'Exclusive Shelf', 'Date Added'].map(
      (name) => fields[at(name)],
    )
  })
  expect(said).toEqual([
    ['', 'favorites', 'read', '2026/03/04'],
    ['', 'to-read', 'to-read', '2026/03/04'],
    ['', 'read', 'read', '2026/03/04'],
    ['', 'not-for-me', 'not-for-me', '2026/03/04'],
  ])
})

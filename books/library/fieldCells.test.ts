import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLibrary } from './readLibrary.ts'

const DATA = join(import.meta.dirname, '../../../shared/data/field-cases-2')
const hasData = existsSync(DATA)
const noData = hasData ? '' : ' (skipped: the reported cells are not on this machine)'

const rowsOf = async (file: string) => (await readLibrary(readFileSync(join(DATA, file)))).rows

describe(`cells that others reported${noData}`, () => {
  test.skipIf(!hasData)('authors', async () => {
    const rows = await rowsOf('02-authors.csv')
    const names = new Map(rows.map(({ title, authors }) => [title, authors.join(' + ')]))
    expect(Object.fromEntries(names)).toMatchObject({
      A1: 'bell hooks',
      A5: 'J. R. R. Tolkien',
      A13: 'Ursula K. Le Guin',
      A15: 'Kenzaburō Ōe',
      A16: 'Liu Cixin',
      A17: 'Stephen King + Peter Straub',
      A18: 'Neil Gaiman + Terry Pratchett',
      A19: 'Neil Gaiman + Terry Pratchett',
      A22: 'Malcolm X + Alex Haley',
      A23: 'Prince + Dan Piepenbring',
      A26: 'Merriam-Webster, Inc.',
      A30: 'Martin Luther King Jr.',
      A41: 'Homer',
      A42: 'Homer',
      A43: 'Jane Doe',
      A44: 'Jane Doe',
      A52: 'Will & Ariel Durant',
      A55: 'William Strunk Jr. + E.B. White',
      A56: '',
      A60: 'Carlos Ruiz Zafón',
      A61: 'J. R. R. Tolkien',
      A62: 'Neil Gaiman + Terry Pratchett',
      A63: 'Elena Ferrante',
      A65: 'Lemony Snicket',
      A66: 'John Smith',
      A68: 'John Smith',
      A72: 'Andy Weir',
      A84: 'MD Neu',
      A86: 'Ma Jian',
      A88: 'Anh Do',
    })
    expect((await rowsOf('14-libby.csv'))[1]?.authors).toEqual(['Neil Gaiman', 'Terry Pratchett'])
    expect((await rowsOf('03-bbe.csv')).slice(0, 4).map(({ authors }) => authors)).toEqual([
      ['Jane Austen'],
      ['J.K. Rowling'],
      ['Markus Zusak'],
      ['Lewis Carroll'],
    ])
  })

  test.skipIf(!hasData)('ISBNs', async () => {
    const rows = await rowsOf('04-isbn.csv')
    // Lost digits, an ASIN and a wrong check digit.
    expect(rows.filter(({ isbns }) => isbns.length === 0).map(({ title }) => title)).toEqual([
      'I4',
      'I8',
      'I20',
      'I25',
    ])
    expect(rows.find(({ title }) => title === 'I21')?.isbns).toEqual([
      '9780140449334',
      '9780199232765',
    ])
    for (const { isbns } of await rowsOf('25-isbns.csv')) expect(isbns).toEqual(['9780441013593'])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { fold } from '../../contract/fold.ts'
import { stem } from './stem.ts'

/** What FTS5 itself makes of each word. */
function stemsOfSqlite(words: readonly string[]): Map<string, string> {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE VIRTUAL TABLE text USING fts5(body, tokenize = 'porter ascii');
    CREATE VIRTUAL TABLE stems USING fts5vocab(text, 'instance');
  `)
  const add = database.prepare('INSERT INTO text (rowid, body) VALUES (?, ?)')
  database.exec('BEGIN')
  for (const [row, word] of words.entries()) add.run(row, word)
  database.exec('COMMIT')
  const rows = database.prepare('SELECT doc, term FROM stems').all()
  database.close()
  return new Map(rows.map((row) => [words[Number(row['doc'])] ?? '', String(row['term'])]))
}

const FOLDER = join(import.meta.dirname, '../catalogue/bundled')

test('stems as FTS5 does: the words of every book that ships, and what grammar makes of them', () => {
  const text = readdirSync(FOLDER)
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'))
    .join(' ')
  const words = [...new Set(fold(text).split(' '))].filter((word) => word.length <= 64)
  expect(words.length).toBeGreaterThan(8000)
  const endings =
    's es ies sses ed eed ing ational tional izer logi bli alli entli eli ousli ization ation ' +
    'ator alism iveness fulness ousness aliti iviti biliti icate iciti ical ness ful ative alize ' +
    'al ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize y ll e'
  const grown = words
    .filter((_, at) => at % 16 === 0)
    .flatMap((word) => endings.split(' ').map((ending) => word + ending))
  const strange = [
    's',
    'is',
    'ies',
    'sses',
    'ing',
    'eed',
    'yyy',
    'yes',
    'миръs',
    'кошкаing',
    '紅樓',
  ]
  const all = [...new Set([...words, ...grown, ...strange])]
  const expected = stemsOfSqlite(all)
  expect(expected.size).toBe(all.length)
  expect(all.filter((word) => stem(word) !== expected.get(word))).toEqual([])
})

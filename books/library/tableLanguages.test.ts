import { describe, expect, test } from 'vitest'
import headerWords from '../formats/headerWords.json' with { type: 'json' }
import { readLibrary } from './readLibrary.ts'
import statusWords from './statusWords.json' with { type: 'json' }

const { English, ...others } = statusWords

/** What a table of two columns says of each value in its second. */
async function rowsOf(header: string, values: readonly string[]) {
  const table = [header, ...values.map((value, at) => `Book ${at};${value}`)].join('\n')
  return (await readLibrary(Buffer.from(table))).rows
}

/** The statuses that a table of two columns has for the values in its second. */
const statusesOf = async (header: string, values: readonly string[]) =>
  new Set((await rowsOf(header, values)).map(({ status }) => status))

/** The words of a list as they are written, without the signs of patterns. */
const written = (lines: readonly string[]) => lines.join(', ').replaceAll(/[*^$]/g, '').split(', ')

test('each language that headers are known in has words of each kind', () => {
  expect(Object.keys(others).toSorted()).toEqual(Object.keys(headerWords).toSorted())
  for (const lists of Object.values(others))
    expect(Object.keys(lists)).toEqual(Object.keys(English))
})

describe.each(Object.entries(headerWords))('in %s', (language, headers) => {
  const [, words = English] = Object.entries(others).find(([name]) => name === language) ?? []
  const [title, status, done, favorite, shelves] = [
    headers.title,
    headers.status,
    headers.done,
    headers.favorite,
    headers.shelves,
  ].map(([first]) => first)

  test('statuses, yes and no are read', async () => {
    const said = (kind: 'read' | 'wanted' | 'unread') =>
      statusesOf(`${title};${status}`, written(words[kind]))
    expect(await said('read')).toEqual(new Set(['read']))
    expect(await said('wanted')).toEqual(new Set(['wanted']))
    expect(await said('unread')).toEqual(new Set([null]))
    const isDone = (kind: 'yes' | 'no') => statusesOf(`${title};${done}`, written(words[kind]))
    expect(await isDone('yes')).toEqual(new Set(['read']))
    expect(await isDone('no')).toEqual(new Set([null]))
    // No before what is denied.
    const denied = [`${written(words.no)[0]} ${written(words.read)[0]}`]
    expect(await statusesOf(`${title};${status}`, denied)).toEqual(new Set([null]))
  })

  test('favorites are', async () => {
    const marked = await rowsOf(`${title};${favorite}`, [written(words.yes)[0] ?? '', 'x'])
    const shelved = await rowsOf(`${title};${shelves}`, written(words.favorite))
    expect([...marked, ...shelved].filter(({ isLoved }) => !isLoved)).toEqual([])
  })
})

/** A text as an encoding of at most two bytes a letter has it. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const pairs = bytes.slice(128).flatMap((one) => bytes.slice(64).map((other) => [one, other]))
  const bytesOf = new Map(
    [...pairs, ...bytes.map((byte) => [byte])].map((some) => [
      decoder.decode(Uint8Array.from(some)),
      some,
    ]),
  )
  return Buffer.from(Array.from(text).flatMap((letter) => bytesOf.get(letter) ?? []))
}

test.each([
  ['windows-1252', 'Titre;Auteur', 'L’Étranger'],
  ['macintosh', 'Année;Titre;Auteur', 'Les Misérables'],
  ['windows-1250', 'Název;Autor', 'Příliš žluťoučký kůň'],
  ['windows-1251', 'Название;Автор', 'Война и мир'],
  ['koi8-u', 'Название;Автор', 'Война и мир'],
  ['windows-1254', 'Kitap adı;Yazar', 'Kürk Mantolu Şairin Düğünü'],
  ['windows-1256', 'العنوان;المؤلف', 'موسم الهجرة'],
  ['shift_jis', '書名;著者', '雪国'],
  ['gb18030', '书名;作者', '活着'],
  ['big5', '書名;作者', '活著'],
])('%s is known by the header %s', async (encoding, header, title) => {
  const row = header.split(';').map((name) => (/^(?:Année|Autor|Žánr)$/.test(name) ? '' : title))
  const library = await readLibrary(encode(`${header}\n${row.join(';')}\n`, encoding))
  expect(library).toMatchObject({ rows: [{ title }], notes: ['guessed'] })
})

test.each([
  ['Tytuł;Przeczytane', '✓|○|TAK|12.03.2019', 'read'],
  ['Tytuł;Przeczytane', '✗|×|Nie przeczytane|FAŁSZ|jeszcze nie', null],
  ['title;Status', 'Nicht gelesen|Pas lu|Не прочитано|Ej läst|No leído|لم أقرأه', null],
  ['Název;Stav', 'PŘEČTENÁ|dočtený', 'read'],
])('%s %s: the status is %s', async (header, cells, status) => {
  expect(await statusesOf(header, cells.split('|'))).toEqual(new Set([status]))
})

test.each([
  ['tags', 'military|selected works|least favorite|best seller', false],
  ['tags', 'moje ulubione|любимые книги|Lieblingsbücher|my favourites', true],
  ['Теги', 'фантастика, любимое|Любимые', true],
])('%s %s: loved is %s', async (header, cells, isLoved) => {
  const values = cells.split('|')
  const rows = await rowsOf(`title;${header}`, values)
  expect(values.filter((_, at) => rows[at]?.isLoved !== isLoved)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { splitSeries } from '../titles.ts'
import type { Titled } from '../workTitles.ts'
import {
  areEditions,
  areTranslations,
  bareTitle,
  namesRange,
  shortSubtitles,
  titleCloseness,
} from './sameBook.ts'
import rules from './titleRules.json' with { type: 'json' }

/** A title with its series in brackets, as programs write it. */
function titled(text: string, originalTitle?: string): Titled {
  const { title, series } = namesRange(text) ? { title: text } : splitSeries(text)
  return {
    title,
    authors: [],
    ...(originalTitle !== undefined && { originalTitle }),
    ...(series && { series: { name: series.name, number: Number(series.number) } }),
  }
}

describe('titles of one book', () => {
  test.each([
    ['Dune', 'DUNE (Dune Chronicles, #1)'],
    ['Gone Girl: A Novel', 'Gone Girl'],
    ['Sapiens', 'Sapiens: A Brief History of Humankind'],
    ['Nineteen Eighty-Four', '1984'],
    ['Pride & Prejudice', 'Pride and Prejudice'],
    ['Les Bidochon, Tome 5 : Ragots intimes', 'Les Bidochon, Vol. 5: Ragots intimes'],
    ['Moby-Dick or, The Whale', 'Moby Dick'],
    ['The Lord of the Rings: The Two Towers', 'The Two Towers (The Lord of the Rings, #2)'],
    ['The Girl with Dragon Tatoo', 'The Girl with the Dragon Tattoo'],
    ['Frankenstein: The 1818 Text', 'Frankenstein; or, The Modern Prometheus'],
    ['The Annotated Emma', 'Emma'],
    ['Dune: 50th Anniversary (Ace Premium) (Dune, #1)', 'Dune: A Novel'],
    ['2001. A Space Odyssey', '2001: A Space Odyssey'],
    ['The Door = 罪と罰', 'The Door'],
    ['The Last Wish (The Witcher, #0.5)', 'The Last Wish (The Witcher, #1)'],
    ['Sandman, Vol. 1: Preludes and Nocturnes', 'The Sandman: Preludes & Nocturnes'],
    ['The Lord of the Rings, Part 2: The Two Towers', 'The Two Towers (The Lord of the Rings, #2)'],
    ['Wiedźmin. Ostatnie życzenie', 'Ostatnie życzenie'],
    ['Persuasion, 2. vydání', 'Persuasion'],
    ['Война и мир: роман', 'Война и мир'],
    ['Das Parfum. Die Geschichte eines Mörders', 'Das Parfum'],
    ['Emma. Testo inglese a fronte', 'Emma'],
    ['ノルウェイの森 新潮文庫', 'ノルウェイの森'],
    ['《紅樓夢》修订版', '红楼梦〈第2版〉'],
    ['채식주의자 개정증보판', '채식주의자'],
    ['Война и мир (пер. с фр.)', 'Война и мир'],
    ['嫌われる勇気―――自己啓発の源流「アドラー」の教え', '嫌われる勇気'],
    ['三体Ⅱ：黑暗森林', '黑暗森林'],
    ['The ABC Murders', 'The A.B.C. Murders'],
    ['20,000 Leagues Under the Sea', 'Twenty Thousand Leagues under the Sea'],
    ['100 años de soledad', 'Cien años de soledad'],
    ['火の鳥 第1巻', '火の鳥 1'],
    ['Ostatnie życzenie. Wiedźmin. Tom 1', 'Ostatnie życzenie (The Witcher, #1)'],
    ['Dune (книга 1)', 'Dune (Dune Chronicles, #1)'],
    ['War and Peace in 2 volumes', 'War and Peace'],
    ['こゝろ', 'こころ'],
  ])('%s | %s', (one, other) => {
    expect(titleCloseness(titled(one), titled(other))).toBeGreaterThan(0)
    expect(titleCloseness(titled(other), titled(one))).toBeGreaterThan(0)
  })

  test.each([
    ['Dune', 'Dune Messiah'],
    ['Saga, Vol. 1', 'Saga, Vol. 2'],
    ['火の鳥 第1巻', '火の鳥 2'],
    ['Saga', 'Saga, Vol. 2'],
    ['Henry IV', 'Henry IV, Part 2'],
    ['The Last Wish: Stories (The Witcher, #0.5)', 'The Last Wish: Omens (The Witcher, #1)'],
    ['Dracula', 'Dracula: A Study Guide'],
    ['Harry Potter Boxed Set', 'Harry Potter'],
    ['The Hunger Games (The Hunger Games, #1-3)', 'The Hunger Games (The Hunger Games, #1)'],
    ['The Hobbit: Graphic Novel', 'The Hobbit'],
    ["Carrie / 'Salem's Lot / The Shining", 'Carrie'],
    ['Batman', 'Batman: Hush'],
    ['Fifty Shades Darker', 'Fifty Shades Freed'],
    ['It (Part 1)', 'It'],
    ['It Ends with Us', 'It'],
    ['Les Misérables, tome I/3', 'Les Misérables'],
    ['Dune (Abridged): 50th Anniversary', 'Dune'],
    ['Dune and Dune Messiah', 'Dune'],
    ['10:04', '10'],
    ['Dune: novela gráfica', 'Dune'],
    ['Идиот: комикс для взрослых читателей', 'Идиот'],
    ['ノルウェイの森: 漫画版', 'ノルウェイの森'],
    ['The Iliad - The Odyssey', 'The Odyssey'],
    ['海辺のカフカ 上', '海辺のカフカ'],
    ['Den of Wolves', 'The Wolves'],
    ['Schachnovelle. Brief einer Unbekannten', 'Schachnovelle'],
    ['三体：黑暗森林', '三体'],
    ['Krew elfów. Bohater. Tom 4', 'Krew elfów (The Witcher, #3)'],
    ['War and Peace in 2 volumes', 'War and Peace (Wars, #1)'],
  ])('of two: %s | %s', (one, other) => {
    expect(titleCloseness(titled(one), titled(other))).toBe(0)
    expect(titleCloseness(titled(other), titled(one))).toBe(0)
  })

  const examples = [...Object.entries(rules.edition), ...Object.entries(rules.otherBook)]
  test.each(examples)('%s: %s', (rule, example) => {
    expect(bareTitle(`Dune: ${example}`) === 'Dune').toBe(rule in rules.edition)
    expect(bareTitle(`Dune (${example})`) === 'Dune').toBe(rule in rules.edition)
  })

  test.each(Object.values({ ...rules.beside, ...rules.allVolumes }))(
    'words in brackets that hinder nothing: %s',
    (example) => {
      expect(bareTitle(`三体 (${example.toLowerCase()})`)).toBe('三体')
    },
  )

  const volumes = ['Vol. 2', 'część 2', 'том 2', 'τόμος Β', 'חלק ב', 'भाग २', '2. kötet', 'livro 2']
  const parts = [...volumes, ...Object.values({ ...rules.ordinal, ...rules.place })]
  const kinds = Object.values(rules.ofSubject).flatMap((words) => Object.values<string>(words))
  test.each([...parts, ...kinds])('words in brackets that say which: %s', (words) => {
    expect(bareTitle(`三体 (${words})`)).toContain(words)
  })

  test.each(Object.values({ ...rules.or, ...rules.orWithArticle }))('two titles: %s', (title) => {
    expect(
      titleCloseness(titled(title), titled('Frankenstein; or, The Modern Prometheus')),
    ).toBeGreaterThan(0)
  })

  test('what the catalogue says of a book decides what a row may say', () => {
    const play = { ...titled('Вишнёвый сад'), subjects: ['play'] }
    const facts = { ...titled('Sapiens'), categories: ['Non-Fiction'] }
    const first = titled('三体 (三体 #1)')
    expect(titleCloseness(titled('Вишнёвый сад (пьеса)'), play)).toBeGreaterThan(0)
    expect(titleCloseness(titled('Вишнёвый сад (комикс)'), play)).toBe(0)
    const young = { ...titled('Tintenherz'), categories: ['Young Adult'] }
    expect(titleCloseness(titled('Tintenherz : Jugendbuch'), young)).toBeGreaterThan(0)
    expect(titleCloseness(titled('Dracula : Jugendbuch'), titled('Dracula'))).toBe(0)
    expect(titleCloseness(titled('Вишнёвый сад (пьеса)'), titled('Вишнёвый сад'))).toBe(0)
    expect(titleCloseness(titled('Sapiens. De animales a dioses'), facts)).toBeGreaterThan(0)
    expect(titleCloseness(titled('Sapiens. El mono. De animales a dioses'), facts)).toBe(0)
    expect(titleCloseness(titled('三体（全三册）'), titled('三体'))).toBeGreaterThan(0)
    expect(titleCloseness(titled('三体（全三册）'), first)).toBe(0)
  })

  test.each([
    ['Death Note, Vol. 1', 1],
    ['Death Note 01: Kebosanan', 1],
    ['Death Note 2', 0],
    ['Death Note, Book 1', 0],
  ])('a comic is known by its series and number: %s', (title, closeness) => {
    const book = { ...titled('Death Note: Boredom (Death Note, #1)'), categories: ['Manga'] }
    expect(titleCloseness(titled(title), book)).toBe(closeness)
    expect(titleCloseness(titled(title), { ...book, categories: ['Fantasy'] })).toBe(0)
  })

  test('what a row says behind a title may be another book, what the catalogue says is a subtitle', () => {
    const [bare, longer] = [titled('The Maze Runner'), titled('The Maze Runner: Origins')]
    expect(titleCloseness(longer, bare)).toBe(0)
    expect(titleCloseness(bare, longer)).toBe(2)
  })

  test.each([
    ['Homo Deus: A History of Tomorrow', 'Homo Deus', 1],
    ['Jerusalem', 'Jerusalem: A Cookbook', 1],
    ['Becoming. Moja historia', 'Becoming', 1],
    ['American Gods: My Ainsel', 'American Gods', 0],
    ['The Hobbit: An Unexpected Journey', 'The Hobbit', 0],
    ['Batman: Year One', 'Batman: Dark Victory', 2],
    ['Batman: Hush', 'Batman', 0],
    ['Foundation: A Winter', 'Foundation (Foundation, #1)', 0],
  ])('short subtitles: %s | %s', (row, book, count) => {
    expect(shortSubtitles(titled(row), titled(book))).toBe(count)
  })

  test.each([
    ['Sense and Sensibility', 'Sentido y sensibilidad', true],
    ['Der kleine Prinz', 'The Little Prince', true],
    ['Crime and Punishment', 'Преступление и наказание', true],
    ['Guerra e Paz', 'War and Peace (Edição Bilíngue)', true],
    ['L’Étranger', 'Yabancı', true],
    ['Преступление и наказание', 'Злочин і кара', true],
    ['La Chute', 'Le Mythe de Sisyphe', false],
    ['Emma', 'Lady Susan', false],
    ['The Metamorphosis', 'Amerika', false],
  ])('translations: %s | %s: %s', (one, other, are) => {
    expect(areTranslations([one, other])).toBe(are)
    expect(areTranslations([other, one])).toBe(are)
  })

  test('of two books with one title the number says which', () => {
    const row = titled('Graceling (Graceling Realm, #2)')
    const [first, second] = [1, 2].map((at) => titled(`Graceling (Graceling Realm, #${at})`))
    expect([first, second].map((book) => titleCloseness(row, book ?? row))).toEqual([1, 2])
  })

  test('an original title counts, and editions of a work may be in two languages', () => {
    const stone = titled('Harry Potter and the Sorcerer’s Stone', 'Harry Potter à l’école')
    expect(titleCloseness(titled('Harry Potter à l’École'), stone)).toBe(2)
    expect(areEditions(titled('Blood of Elves'), titled('Krew elfów'))).toBe(true)
    expect(areEditions(titled('Batman: Year One'), titled('Batman'))).toBe(false)
    const trial = titled('The Trial', 'Der Prozess')
    expect(areEditions(titled('Der Prozess: Lektüreschlüssel'), trial)).toBe(false)
    expect(areEditions(titled('Der Prozess: Roman'), trial)).toBe(true)
    const title = 'Resumen de un viaje'
    expect(titleCloseness(titled(title), titled('A Voyage', title))).toBe(2)
  })
})

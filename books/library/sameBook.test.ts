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
    ['Hobbit', 'The Hobbit'],
    ['Gone Girl: A Novel', 'Gone Girl'],
    ['Girl Online: A Novel (Girl Online, #1)', 'Girl Online (Girl Online, #1)'],
    ['Sapiens', 'Sapiens: A Brief History of Humankind'],
    ['A History of God', 'A History of God: The 4,000-Year Quest of Judaism'],
    ['Nineteen Eighty-Four', '1984'],
    ['Catch 22', 'Catch-22'],
    ['Pride & Prejudice', 'Pride and Prejudice'],
    ['Les Bidochon, Tome 5 : Ragots intimes', 'Les Bidochon, Vol. 5: Ragots intimes'],
    ['Moby-Dick or, The Whale', 'Moby Dick'],
    ['The Lord of the Rings: The Two Towers', 'The Two Towers (The Lord of the Rings, #2)'],
    ['The Girl with Dragon Tatoo', 'The Girl with the Dragon Tattoo'],
    ['Lolita (Penguin Classics)', 'Lolita'],
    ['Frankenstein: The 1818 Text', 'Frankenstein; or, The Modern Prometheus'],
    ['Emma - Large Print', 'Emma'],
    ['The Annotated Emma', 'Emma'],
    ['Dune Deluxe Edition', 'Dune'],
    ['The Stand: The Complete and Uncut Edition', 'The Stand'],
    ['Dune: An Authoritative Text, Contexts, Criticism', 'Dune'],
    ['Dune: 50th Anniversary (Ace Premium) (Dune, #1)', 'Dune: A Novel'],
    ['Dune - Book 1 of the Dune Chronicles', 'Dune (Dune Chronicles, #1)'],
    ['2001. A Space Odyssey', '2001: A Space Odyssey'],
    ['The Door = 罪と罰', 'The Door'],
    ['10th Anniversary', '10th Anniversary: A Novel'],
    ['The Lord of the Rings (The Lord of the Rings, #1-3)', 'The Lord of the Rings'],
    ['One Piece: Romance Dawn', 'One Piece: Romance Dawn (One Piece, #1)'],
    ['The Last Wish (The Witcher, #0.5)', 'The Last Wish (The Witcher, #1)'],
    ['Foundation (Foundation, #3)', 'Foundation (Foundation, #1)'],
    ['Sandman, Vol. 1: Preludes and Nocturnes', 'The Sandman: Preludes & Nocturnes'],
    ['The Sandman Vol. 1 – Preludes and Nocturnes', 'Preludes & Nocturnes (Sandman, #1)'],
    ['The Lord of the Rings, Part 2: The Two Towers', 'The Two Towers (The Lord of the Rings, #2)'],
    ['Les Aventures de Tintin, tome 4 : Le Lotus bleu', 'Le Lotus bleu (Tintin, #5)'],
    ['Wiedźmin. Ostatnie życzenie', 'Ostatnie życzenie'],
    ['Krew elfów. Powieść', 'Krew elfów'],
    ['Persuasion: regény', 'Persuasion'],
    ['Persuasion, 2. vydání', 'Persuasion'],
    ['Война и мир: роман', 'Война и мир'],
    ['Das Parfum. Die Geschichte eines Mörders', 'Das Parfum'],
    ['O Hobbit: Lá e de Volta Outra Vez', 'The Hobbit'],
    ['Étranger', 'L’Étranger'],
    ['Sult 2. udgave', 'Sult'],
    ['Emma. Testo inglese a fronte', 'Emma'],
    ['ノルウェイの森 新潮文庫', 'ノルウェイの森'],
    ['新装版ノルウェイの森', 'ノルウェイの森'],
    ['《紅樓夢》修订版', '红楼梦〈第2版〉'],
    ['채식주의자 개정증보판', '채식주의자'],
    ['雪国（新潮文庫）', '雪国'],
    ['Война и мир (пер. с фр.)', 'Война и мир'],
    ['Мёртвые души. Поэма', 'Мёртвые души'],
    ['Евгений Онегин: роман в стихах', 'Евгений Онегин'],
    ['嫌われる勇気―――自己啓発の源流「アドラー」の教え', '嫌われる勇気'],
    ['三体Ⅱ：黑暗森林', '黑暗森林'],
    ['Dracula : [skräckroman]', 'Dracula'],
    ['Das Parfum: Thriller', 'Das Parfum'],
    ['Persuasion : egy kisregény', 'Persuasion'],
    ['Lalka: powieść obyczajowa', 'Lalka'],
    ['채식주의자 - 한강 장편소설', '채식주의자'],
    ['채식주의자 (리커버 에디션)', '채식주의자'],
    ['82년생 김지영(오늘의 젊은 작가 13)', '82년생 김지영'],
    ['Dracula : äänikirja', 'Dracula'],
    ['The ABC Murders', 'The A.B.C. Murders'],
    ['S. P. Q. R.: A History of Ancient Rome', 'SPQR'],
    ['20,000 Leagues Under the Sea', 'Twenty Thousand Leagues under the Sea'],
    ['20 000 lieues sous les mers', 'Vingt mille lieues sous les mers'],
    ['Le tour du monde en 80 jours', 'Le Tour du monde en quatre-vingts jours'],
    ['100 años de soledad', 'Cien años de soledad'],
    ['SPY×FAMILY, Vol. 1', 'Spy x Family: Volume One'],
    ['三体II·黑暗森林', '黑暗森林'],
    ['三體2 黑暗森林', '黑暗森林'],
    ['火の鳥 第1巻', '火の鳥 1'],
    ['Ostatnie życzenie. Wiedźmin. Tom 1', 'Ostatnie życzenie (The Witcher, #1)'],
    ['Ostatnie życzenie - Wiedźmin 1', 'Ostatnie życzenie (The Witcher, #1)'],
    ['Krew elfów. Wiedźmin', 'Krew elfów (The Witcher, #3)'],
    ['Dune, tom I', 'Dune (Dune Chronicles, #1)'],
    ['Dune 1. kötet', 'Dune (Dune Chronicles, #1)'],
    ['Dune (книга 1)', 'Dune (Dune Chronicles, #1)'],
    ['War and Peace in 2 volumes', 'War and Peace'],
    ['Архипелаг ГУЛАГ. В 3-х тт.', 'Архипелаг ГУЛАГ'],
    ['Les Misérables (2 vol.)', 'Les Misérables'],
    ['雪国 新装版 (講談社文庫)', '雪国 <新装改訂版>'],
    ['こゝろ', 'こころ'],
  ])('%s | %s', (one, other) => {
    expect(titleCloseness(titled(one), titled(other))).toBeGreaterThan(0)
    expect(titleCloseness(titled(other), titled(one))).toBeGreaterThan(0)
  })

  test.each([
    ['Dune', 'Dune Messiah'],
    ['Saga, Vol. 1', 'Saga, Vol. 2'],
    ['火の鳥 第1巻', '火の鳥 2'],
    ['30 000 lieues sous les mers', 'Vingt mille lieues sous les mers'],
    ['Saga', 'Saga, Vol. 2'],
    ['The Walking Dead, Book Two', 'The Walking Dead, Vol. 2'],
    ['Henry IV', 'Henry IV, Part 2'],
    ['The Wheel of Time', 'The Wheel of Time: Book 3'],
    ['The Last Wish: Stories (The Witcher, #0.5)', 'The Last Wish: Omens (The Witcher, #1)'],
    ['Dracula', 'Dracula: A Study Guide'],
    ['Dune', 'Summary of Dune'],
    ['Harry Potter Boxed Set', 'Harry Potter'],
    ['The Hunger Games (The Hunger Games, #1-3)', 'The Hunger Games (The Hunger Games, #1)'],
    ['The Hobbit: Graphic Novel', 'The Hobbit'],
    ["Carrie / 'Salem's Lot / The Shining", 'Carrie'],
    ['Batman', 'Batman: Hush'],
    ['Batman: The Long Halloween', 'Batman: The Killing Joke'],
    ['The Complete Stories: Volume 1', 'The Complete Stories: Volume 2'],
    ['Fifty Shades Darker', 'Fifty Shades Freed'],
    ['It (Part 1)', 'It'],
    ['It Ends with Us', 'It'],
    ['Les Misérables, tome I/3', 'Les Misérables'],
    ['Dune: Young Readers Edition', 'Dune'],
    ['Dune (Abridged): 50th Anniversary', 'Dune'],
    ['The Complete Dune: Illustrated Edition', 'Dune'],
    ['Dune and Dune Messiah', 'Dune'],
    ['Children of Dune: 50th Anniversary', 'Dune'],
    ['10:04', '10'],
    ['Dune: novela gráfica', 'Dune'],
    ['Dune: resumen y análisis completo', 'Dune'],
    ['Il nome della rosa: il fumetto a colori', 'Il nome della rosa'],
    ['Le Petit Prince : livre de coloriage', 'Le Petit Prince'],
    ['Идиот: комикс для взрослых читателей', 'Идиот'],
    ['ノルウェイの森: 漫画版', 'ノルウェイの森'],
    ['The Iliad - The Odyssey', 'The Odyssey'],
    ['Mrs. Dalloway', 'Mrs'],
    ['海辺のカフカ 上', '海辺のカフカ'],
    ['Den of Wolves', 'The Wolves'],
    ['Война и мир: том второй, часть третья', 'Война и мир'],
    ['Dune (new words)', 'Dune'],
    ['Schachnovelle. Brief einer Unbekannten', 'Schachnovelle'],
    ['Реквием. Поэма без героя', 'Реквием'],
    ['三体：黑暗森林', '三体'],
    ['The Hunger Games: Mockingjay 1', 'The Hunger Games (The Hunger Games, #1)'],
    ['Krew elfów. Bohater. Tom 4', 'Krew elfów (The Witcher, #3)'],
    ['Dracula, tom 1', 'Dracula'],
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
    ['Death Note 1', 1],
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
    ['Чернобыльская молитва: хроника будущего', 'Чернобыльская молитва', 1],
    ['Jerusalem', 'Jerusalem: A Cookbook', 1],
    ['Jerusalem: A Cookbook', 'Jerusalem', 1],
    ['Becoming. Moja historia', 'Becoming', 1],
    ['Faust: Eine Tragödie', 'Faust', 1],
    ['American Gods: My Ainsel', 'American Gods', 0],
    ['The Hobbit: An Unexpected Journey', 'The Hobbit', 0],
    ['Persepolis: The Story of a Return', 'Persepolis', 0],
    ["The Divine Comedy: Dante's Inferno", 'The Divine Comedy', 0],
    ['Batman: Year One', 'Batman: Dark Victory', 2],
    ['Batman: Hush', 'Batman', 0],
    ['It: Chapter Two', 'It', 0],
    ['Dracula: A Companion', 'Dracula', 0],
    ['Foundation: A Winter', 'Foundation (Foundation, #1)', 0],
  ])('short subtitles: %s | %s', (row, book, count) => {
    expect(shortSubtitles(titled(row), titled(book))).toBe(count)
  })

  test.each([
    ['Sense and Sensibility', 'Sentido y sensibilidad', true],
    ['Der kleine Prinz', 'The Little Prince', true],
    ['Crime and Punishment', 'Преступление и наказание', true],
    ['Orgulho e Preconceito', 'Pride and Prejudice', true],
    ['Duma i uprzedzenie', 'Pride and Prejudice', true],
    ['Oorlog en vrede', 'War and Peace', true],
    ['Guerra e Paz', 'War and Peace (Edição Bilíngue)', true],
    ['L’Étranger', 'Yabancı', true],
    ['Der kleine Prinz', 'Le Petit Prince', true],
    ['Gone Girl', 'Zaginiona dziewczyna', true],
    ['Преступление и наказание', 'Злочин і кара', true],
    ['La Chute', 'Le Mythe de Sisyphe', false],
    ['I, Robot', 'The King and I', false],
    ['Emma', 'Lady Susan', false],
    ['The Prisoner', 'The Fugitive', false],
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

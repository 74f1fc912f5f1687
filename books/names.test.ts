import { describe, expect, test } from 'vitest'
import { readBundledRecords } from './bundled/bundledFiles.ts'
import spellings from './spellings.json' with { type: 'json' }
import { authorsOf, cleanAuthors, readName, readNames } from './names.ts'

describe('readName', () => {
  test.each([
    ['Homer, 751? BCE-651? BCE', 'Homer'],
    ['Tennyson, Alfred Tennyson, Baron, 1809-1892', 'Alfred Tennyson'],
    ['Marcus Aurelius, Emperor of Rome, 121-180', 'Marcus Aurelius'],
    ['Marguerite, Queen, consort of Henry II, King of Navarre', 'Queen Marguerite'],
    ['Augustine, of Hippo, Saint, 354-430', 'Augustine of Hippo'],
    ['Bierens de Haan, J. D. (Johannes Diderik)', 'J. D. Bierens de Haan'],
    ['Perelman, S.J.', 'S.J. Perelman'],
    ['Aristotle, pseud.', 'Aristotle'],
    [
      'Pennsylvania. Committee on the Railroad Riots in July, 1877',
      'Pennsylvania. Committee on the Railroad Riots in July, 1877',
    ],
  ])('%s', (text, name) => {
    expect(readName(text)).toEqual({ name, role: undefined })
  })

  test('says what others did than write', () => {
    expect(readName('Garnett, Constance, 1861-1946 [Translator]')).toEqual({
      name: 'Constance Garnett',
      role: 'translator',
    })
  })
})

const names = (...texts: string[]) => authorsOf(texts.map(readName))

describe('authorsOf', () => {
  test('are those who wrote it, or else edited it, or else all', () => {
    expect(names('Tolstoy, Leo', 'Garnett, Constance [Translator]')).toEqual(['Leo Tolstoy'])
    expect(names('Eliot, Charles [Editor]', 'Doe, Jane [Illustrator]')).toEqual(['Charles Eliot'])
    expect(names('Doe, Jane [Illustrator]')).toEqual(['Jane Doe'])
    expect(names()).toEqual([])
  })
})

/** The shortest time of reading a list five times, in ms. */
const best = (text: string) => {
  const times = Array.from({ length: 20 }, () => {
    const began = performance.now()
    for (let at = 0; at < 5; at += 1) readNames(text)
    return performance.now() - began
  })
  return Math.min(...times)
}

describe('readNames', () => {
  test.each([
    // As they are read, and turned round.
    ['Jane Austen', 'Jane Austen'],
    ['Austen, Jane, 1775-1817', 'Jane Austen'],
    ['José Ortega y Gasset', 'José Ortega y Gasset'],
    ['Nguyễn, Nhật Ánh', 'Nguyễn Nhật Ánh'],
    ['Staff, Adrienne', 'Adrienne Staff'],
    ['Austen, Jane.', 'Jane Austen'],
    ['By Jane Austen', 'Jane Austen'],
    [' Jane   Austen,', 'Jane Austen'],
    // Suffixes and degrees.
    ['King, Jr., Martin Luther', 'Martin Luther King Jr.'],
    ['Cal Ripken, Jr. and Mike Bryan', 'Cal Ripken Jr.', 'Mike Bryan'],
    ['Jr. Kurt Vonnegut', 'Kurt Vonnegut Jr.'],
    ['Bush, George, Sr.', 'George Bush Sr.'],
    ['Dumas, Alexandre, père', 'Alexandre Dumas père'],
    ['Gawande, Atul, M.D.', 'Atul Gawande'],
    ['Jane Roe, M.A., LL.B., Esq.', 'Jane Roe'],
    // Years.
    ['J. R. R. Tolkien 1892–1973', 'J. R. R. Tolkien'],
    // What they did.
    ['[Jane Roe]', 'Jane Roe'],
    ['Roe, Jane, ed.', 'Jane Roe'],
    // Organisations, firms and groups.
    ['Crosby, Stills, Nash & Young', 'Crosby, Stills, Nash & Young'],
    ['Little, Brown', 'Little, Brown'],
    ['Google, Inc.', 'Google, Inc.'],
    ['Bob Marley & The Wailers', 'Bob Marley & The Wailers'],
    [
      'Harvard University, Graduate School of Education',
      'Harvard University, Graduate School of Education',
    ],
    // Several.
    ['Gay, Neil & Pratt, Terry', 'Neil Gay', 'Terry Pratt'],
    [
      'García Márquez, Gabriel José; Vargas Llosa, Mario Pedro',
      'Gabriel José García Márquez',
      'Mario Pedro Vargas Llosa',
    ],
    ['Ann Other ... [et al.]', 'Ann Other'],
    ['カズオ・イシグロ／土屋政雄訳', 'カズオ・イシグロ'],
    ['Ann Other & Bo Second (Editors)', 'Ann Other', 'Bo Second'],
    // Several between commas.
    ['J.K. Rowling, MinaLima', 'J.K. Rowling', 'MinaLima'],
    ['Dr. Seuss, Various', 'Dr. Seuss', 'Various'],
    ['Dean Koontz, Ed Gorman', 'Dean Koontz', 'Ed Gorman'],
    ['莫言, 余华', '莫言', '余华'],
    ['Avi & Rachel Vail', 'Avi', 'Rachel Vail'],
    ['Ann Other + Bo Second', 'Ann Other', 'Bo Second'],
    ['{"Ann Other","Bo Second"}', 'Ann Other', 'Bo Second'],
    ['Ann Other\r\n Bo Second\n', 'Ann Other', 'Bo Second'],
    ['Ann\nOther', 'Ann Other'],
    // One, though both parts could be whole.
    ['Natt och Dag, Niklas', 'Niklas Natt och Dag'],
    ['Robby & Marc. Herbst', 'Robby & Marc. Herbst'],
    ['村野, 春樹', '村野春樹'],
    ['Pardo Bazán, Emilia, condesa de', 'Emilia Pardo Bazán'],
    ['Sade, Donatien Alphonse François, marquis de', 'Donatien Alphonse François Sade'],
    ['村上, 春樹, 1949-', '村上春樹'],
    // Both have a first name.
    ['Elizabeth Ross, ROFry', 'Elizabeth Ross', 'ROFry'],
    ['Gaiman, Neil, Pratchett, Terry', 'Neil Gaiman', 'Terry Pratchett'],
    ['Will & Ariel Durant', 'Will & Ariel Durant'],
    ['J. & A. Churchill', 'J. & A. Churchill'],
    // A role anywhere means several; who is no author is left out.
    ['Avi, Brian Floca (Illustrator)', 'Avi'],
    ['Tolkien, J. R. R. (Author), Lee, Alan (Illustrator)', 'J. R. R. Tolkien'],
    ['Neil Gaiman (Narrator, Author), Bo Second (Narrator)', 'Neil Gaiman'],
    ['Marcus Aurelius, George Long - translator', 'Marcus Aurelius'],
    ['Victor Hugo, traduit par Bo Second', 'Victor Hugo'],
    ['Phaidon Press, Bo Second (Illustrator)', 'Phaidon Press'],
    ['Ann Other; transl. Bo Second', 'Ann Other'],
    ['Ann Other, übersetzt von Bo Second', 'Ann Other'],
    ['Edited by Ann Other & Bo Second', 'Ann Other', 'Bo Second'],
    ['Story by FUSE', 'FUSE'],
    // Degrees behind a comma, several too.
    ['Jane Bond Brill, Ph.D., R.D.N., Bo Second', 'Jane Bond Brill', 'Bo Second'],
    ['Ann B. Other, M.D. and Bo Second, M.D.', 'Ann B. Other', 'Bo Second'],
    ['Ann Other MD, Bo Second', 'Ann Other', 'Bo Second'],
    ['PhD'],
    ['M A', 'M A'],
    // Others and roles in the words of other languages.
    ['Other, Ann. Přel. Bo Second', 'Ann Other'],
    ['Ann Other; Bo Second dịch', 'Ann Other'],
    ['Ilf, Ilja és Petrov, Jevgenyij', 'Ilja Ilf', 'Jevgenyij Petrov'],
    ['Grimm, Jacob – Grimm, Wilhelm', 'Jacob Grimm', 'Wilhelm Grimm'],
    ['Αν Άδερ· μτφρ. Άννα Ρήγα', 'Αν Άδερ'],
    ['teksti Ann Other, kuvitus Bo Second', 'Ann Other'],
    ['جون سميث ترجمة خالد عمر', 'جون سميث'],
    ['[日]山本花子 著；王丽 译', '山本花子'],
    ['高橋さくら（文・絵）', '高橋さくら'],
    ['田中一郎・佐藤花子 共著', '田中一郎', '佐藤花子'],
    // Whole names joined, and what is one name.
    ['Ana López y Juan Pérez', 'Ana López', 'Juan Pérez'],
    ['محمد علي وليد النجار', 'محمد علي وليد النجار'],
    ['ابن خلدون، عبد الرحمن', 'عبد الرحمن ابن خلدون'],
    ['ابن سينا، ابن رشد', 'ابن سينا', 'ابن رشد'],
  ])('%s', (text, ...expected) => {
    expect(authorsOf(readNames(text))).toEqual(expected)
  })

  test('leaves the names of the bundled books as they are', async () => {
    const records = await readBundledRecords()
    for (const name of new Set(records.flatMap(({ authors }) => authors))) {
      expect(authorsOf(readNames(name))).toEqual([name])
    }
  })

  test('each rule of spelling fits its example', () => {
    for (const { like, from } of [...spellings.field, ...spellings.name]) {
      const pattern = from.replace('DEGREES', 'MD|PhD').replaceAll(/[A-Z]{5,}/g, '[\\p{L}. ]+')
      expect(like).toMatch(new RegExp(pattern, 'iu'))
    }
  })

  test('takes a field of any length in no time', () => {
    for (const text of [
      'a, ',
      '& ',
      '( ',
      'A. ',
      'Jr., ',
      '1950-',
      '; (',
      ' ',
      '"',
      'MS, ',
      'edited by ',
      'tradução de ',
      ' и др. ',
      'Ab Cd e ',
      'و',
    ]) {
      expect(readNames(text.repeat(1e6)).length).toBeLessThanOrEqual(40)
    }
  })

  test('takes time in proportion to the length of a field', () => {
    // Eight times as long; 64 times the work would be the square of it.
    for (const text of ['a,', '&,,', 'MS,', '村,', 'A de,', 'A B y ', 'و ', 'a kol. ']) {
      expect(best(text.repeat(1000).slice(0, 2000)) / best(text.repeat(125))).toBeLessThan(40)
    }
  })
})

describe('cleanAuthors', () => {
  test.each([
    [['J. R. R. Tolkien', 'J.R.R. Tolkien'], ['J. R. R. Tolkien']],
    [['', ' ', '-', null, 7, {}, ['x'], 'Unknown', 'N/A', 'Unknown Author'], []],
    [
      ['Ava S. King ', 'Bob &amp; Sons,'],
      ['Ava S. King', 'Bob & Sons'],
    ],
  ])('%j becomes %j', (value, names) => {
    expect(cleanAuthors(value)).toEqual(names)
  })

  test.each(
    (
      'Unknown, UNKNOWN AUTHOR, Author Unknown, Anonymous, Unknown Unknown, Anon., Various, Various Authors, N/A, et al., ' +
      'Unbekannt, Unbekannter Autor, Anonym, Diverse Autoren, Ohne Autor, Inconnu, Anonyme, Auteurs divers, ' +
      'Collectif, Collectif d’auteurs, Sans auteur, Anónimo, Autor desconocido, Varios autores, AA.VV., ' +
      'VV. AA., Anonimo, Autori vari, Anônimo, Vários Autores, Onbekend, Onbekende auteur, Okänd, Ukjent, ' +
      'Tuntematon, Praca zbiorowa, Różni autorzy, Neznámý autor, Ismeretlen szerző, Çeşitli, ' +
      'Неизвестный автор, Коллектив авторов, Колектив авторів, Аноним, Άγνωστος, Ανώνυμος, مجهول, مؤلف مجهول, לא ידוע, अज्ञात, ' +
      '佚名, 未知, 作者不詳, 著者不明, 무명, 작자 미상'
    ).split(', '),
  )('%s is nobody', (name) => {
    expect(cleanAuthors([name, 'Ann Other'])).toEqual(['Ann Other'])
  })

  test.each(['Anonymous Andy', 'Ann Unknown', 'Noé'])('%s is somebody', (name) => {
    expect(cleanAuthors([name])).toEqual([name])
  })

  test('at most thirty names, none longer than a favorite author may be', () => {
    const names = cleanAuthors(Array.from({ length: 100 }, (_, index) => `Name ${index}`))
    expect(names).toHaveLength(30)
    expect(cleanAuthors(['x'.repeat(300)])[0]).toHaveLength(200)
  })
})

import { describe, expect, test } from 'vitest'
import { readBundledRecords } from './bundled/bundledFiles.ts'
import spellings from './spellings.json' with { type: 'json' }
import { authorsOf, cleanAuthors, readName, readNames } from './names.ts'

describe('readName', () => {
  test.each([
    ['Homer, 751? BCE-651? BCE', 'Homer'],
    ['Tennyson, Alfred Tennyson, Baron, 1809-1892', 'Alfred Tennyson'],
    ['Augustine, of Hippo, Saint, 354-430', 'Augustine of Hippo'],
    ['Bierens de Haan, J. D. (Johannes Diderik)', 'J. D. Bierens de Haan'],
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
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    for (let at = 0; at < 5; at += 1) readNames(text)
    return performance.now() - began
  })
  return Math.min(...times)
}

describe('readNames', () => {
  test.each([
    // As they are read, and turned round.
    ['Austen, Jane, 1775-1817', 'Jane Austen'],
    ['José Ortega y Gasset', 'José Ortega y Gasset'],
    ['Nguyễn, Nhật Ánh', 'Nguyễn Nhật Ánh'],
    ['By Jane Austen', 'Jane Austen'],
    // Suffixes and degrees.
    ['King, Jr., Martin Luther', 'Martin Luther King Jr.'],
    ['Jr. Kurt Vonnegut', 'Kurt Vonnegut Jr.'],
    ['Gawande, Atul, M.D.', 'Atul Gawande'],
    ['Jane Roe, M.A., LL.B., Esq.', 'Jane Roe'],
    // Years.
    ['J. R. R. Tolkien 1892–1973', 'J. R. R. Tolkien'],
    // What they did.
    ['Roe, Jane, ed.', 'Jane Roe'],
    // Organisations, firms and groups.
    ['Crosby, Stills, Nash & Young', 'Crosby, Stills, Nash & Young'],
    ['Little, Brown', 'Little, Brown'],
    ['Bob Marley & The Wailers', 'Bob Marley & The Wailers'],
    // Several.
    ['Gay, Neil & Pratt, Terry', 'Neil Gay', 'Terry Pratt'],
    [
      'García Márquez, Gabriel José; Vargas Llosa, Mario Pedro',
      'Gabriel José García Márquez',
      'Mario Pedro Vargas Llosa',
    ],
    ['Ann Other ... [et al.]', 'Ann Other'],
    ['カズオ・イシグロ／土屋政雄訳', 'カズオ・イシグロ'],
    // Several between commas.
    ['Dean Koontz, Ed Gorman', 'Dean Koontz', 'Ed Gorman'],
    ['莫言, 余华', '莫言', '余华'],
    ['Ann Other + Bo Second', 'Ann Other', 'Bo Second'],
    ['{"Ann Other","Bo Second"}', 'Ann Other', 'Bo Second'],
    // One, though both parts could be whole.
    ['Natt och Dag, Niklas', 'Niklas Natt och Dag'],
    ['Sade, Donatien Alphonse François, marquis de', 'Donatien Alphonse François Sade'],
    ['村上, 春樹, 1949-', '村上春樹'],
    // Both have a first name.
    ['Gaiman, Neil, Pratchett, Terry', 'Neil Gaiman', 'Terry Pratchett'],
    ['Will & Ariel Durant', 'Will & Ariel Durant'],
    // A role anywhere means several; who is no author is left out.
    ['Tolkien, J. R. R. (Author), Lee, Alan (Illustrator)', 'J. R. R. Tolkien'],
    ['Neil Gaiman (Narrator, Author), Bo Second (Narrator)', 'Neil Gaiman'],
    ['Victor Hugo, traduit par Bo Second', 'Victor Hugo'],
    ['Ann Other, übersetzt von Bo Second', 'Ann Other'],
    ['Edited by Ann Other & Bo Second', 'Ann Other', 'Bo Second'],
    // Degrees behind a comma, several too.
    ['Jane Bond Brill, Ph.D., R.D.N., Bo Second', 'Jane Bond Brill', 'Bo Second'],
    ['Ann Other MD, Bo Second', 'Ann Other', 'Bo Second'],
    // Others and roles in the words of other languages.
    ['Ilf, Ilja és Petrov, Jevgenyij', 'Ilja Ilf', 'Jevgenyij Petrov'],
    ['Αν Άδερ· μτφρ. Άννα Ρήγα', 'Αν Άδερ'],
    ['جون سميث ترجمة خالد عمر', 'جون سميث'],
    ['[日]山本花子 著；王丽 译', '山本花子'],
    ['田中一郎・佐藤花子 共著', '田中一郎', '佐藤花子'],
    // Whole names joined, and what is one name.
    ['Ana López y Juan Pérez', 'Ana López', 'Juan Pérez'],
    ['محمد علي وليد النجار', 'محمد علي وليد النجار'],
    ['ابن خلدون، عبد الرحمن', 'عبد الرحمن ابن خلدون'],
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

  test('takes time in proportion to the length of a field, and of an endless one no more', () => {
    expect(readNames('a, '.repeat(1e6)).length).toBeLessThanOrEqual(40)
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

  test('who is unknown, in any language, is nobody', () => {
    const nobody =
      'UNKNOWN AUTHOR|Various|N/A|et al.|Diverse Autoren|AA.VV.|Коллектив авторов|مجهول|佚名'
    expect(cleanAuthors([...nobody.split('|'), 'Ann Other'])).toEqual(['Ann Other'])
    const somebody = ['Anonymous Andy', 'Ann Unknown', 'Noé']
    expect(cleanAuthors(somebody)).toEqual(somebody)
  })

  test('at most thirty names, none longer than a favorite author may be', () => {
    const names = cleanAuthors(Array.from({ length: 100 }, (_, index) => `Name ${index}`))
    expect(names).toHaveLength(30)
    expect(cleanAuthors(['x'.repeat(300)])[0]).toHaveLength(200)
  })
})

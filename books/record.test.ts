import { describe, expect, test } from 'vitest'
import { plainLine } from '../contract/fold.ts'
import {
  cleanAuthors,
  cleanDate,
  cleanDescription,
  cleanIsbns,
  cleanPicture,
  cleanRecord,
  httpLink,
  languageCode,
  popularityOfRatings,
} from './record.ts'
import { plainText, splitSeries } from './texts.ts'

describe('cleanDescription', () => {
  test.each([
    ['plain text', 'plain text'],
    ['<p>One</p><p>Two<br/>three</p>', '<p>One</p><p>Two<br />three</p>'],
    [
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
    ],
    ['<em>a</em> <strong>b</strong>', '<em>a</em> <strong>b</strong>'],
    ['<h1>Title</h1><div class="x">text</div>', '<p>Title</p><p>text</p>'],
    ['before<div>one<p>two</p>three</div>after', 'before<p>one</p><p>two</p><p>three</p>after'],
    ['<div><div><p>one</p></div></div><hr><p> </p>', '<p>one</p>'],
    ['<table><tr><td>a</td></tr><tr><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
    ['<a href="javascript:alert(1)">link</a>', 'link'],
    ['<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<style>p{}</style>x', 'x'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['Tom &amp; Jerry &lt;3', 'Tom &amp; Jerry &lt;3'],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['<b>open', '<b>open</b>'],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['  spaced  ', 'spaced'],
  ])('%j becomes %j', async (html, clean) => {
    expect(await cleanDescription(html)).toBe(clean)
  })

  test('cleaning twice changes nothing more', async () => {
    const clean = await cleanDescription('<p>a & b</p><x>c</x> &lt;script&gt;')
    expect(await cleanDescription(clean)).toBe(clean)
  })
})

describe('httpLink', () => {
  test.each([
    ['https://www.gutenberg.org/ebooks/1342', 'https://www.gutenberg.org/ebooks/1342'],
    ['http://example.org', 'http://example.org/'],
    ['HTTPS://EXAMPLE.org/a b', 'https://example.org/a%20b'],
  ])('%s is offered', (text, link) => {
    expect(httpLink(text)).toBe(link)
  })

  test.each([
    undefined,
    '',
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.org/',
    '//example.org/',
    '/relative',
    'https://user:secret@example.org/',
    'https://user@example.org/',
    `https://example.org/${'a'.repeat(2048)}`,
    `https://example.org/${'é'.repeat(1000)}`,
    'https://',
  ])('%j is not', (text) => {
    expect(httpLink(text)).toBeUndefined()
  })
})

describe('plainText', () => {
  test('removes what nobody sees, as queries do', () => {
    const title = 'Em\u200cma\u2060 and\u180e Will'
    expect(plainText(title)).toBe('Emma and Will')
    expect(plainLine(title)).toBe('Emma and Will')
  })

  test.each([
    ['  A \n long\u00a0 title ', 'A long title'],
    ['Tom &amp; the <i>Cat</i> &#8212; 2', 'Tom & the Cat — 2'],
    ['A < B & C', 'A < B & C'],
    ['x<script>alert(1)</script>y', 'xy'],
    ['One<br>Two', 'One Two'],
    [
      'soft\u00adhyphen zero\u200bwidth \u202eturned\u202c \0nul\ufeff',
      'softhyphen zerowidth turned nul',
    ],
    ['e\u0301', 'é'],
    ['lone \uD83D', 'lone \uFFFD'],
    ['می‌خواهم', 'می‌خواهم'],
    [1984, '1984'],
    [null, ''],
    [undefined, ''],
    [Number.NaN, ''],
    [['A'], ''],
    [{}, ''],
  ])('%j becomes %j', (value, text) => {
    expect(plainText(value)).toBe(text)
  })

  test('a long one ends at a word, or within one, never within a character', () => {
    expect(plainText('one two three', 9)).toBe('one two…')
    expect(plainText('a'.repeat(20), 9)).toBe(`${'a'.repeat(8)}…`)
    expect(plainText('🤷'.repeat(20), 9)).toBe(`${'🤷'.repeat(8)}…`)
    expect(plainText('🤷'.repeat(9), 9)).toBe('🤷'.repeat(9))
  })

  test('of a title of megabytes only the beginning is looked at', () => {
    expect(plainText(`${'x'.repeat(1_000_000)}<b>`, 50)).toBe(`${'x'.repeat(49)}…`)
  })
})

describe('cleanAuthors', () => {
  test.each([
    [['Jane Austen', 'JANE AUSTEN', ' Jane  Austen '], ['Jane Austen']],
    [['J. R. R. Tolkien', 'J.R.R. Tolkien'], ['J. R. R. Tolkien']],
    [['', ' ', '-', null, 7, {}, ['x'], 'Unknown', 'N/A', 'Unknown Author'], []],
    ['One Name', ['One Name']],
    [
      ['Ava S. King ', 'Bob &amp; Sons,'],
      ['Ava S. King', 'Bob & Sons'],
    ],
    [undefined, []],
    [null, []],
    [{ 0: 'A' }, []],
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
      'Неизвестный автор, Коллектив авторов, Аноним, Άγνωστος, Ανώνυμος, مجهول, مؤلف مجهول, לא ידוע, अज्ञात, ' +
      '佚名, 未知, 作者不詳, 著者不明, 무명, 작자 미상'
    ).split(', '),
  )('%s is nobody', (name) => {
    expect(cleanAuthors([name, 'Ann Other'])).toEqual(['Ann Other'])
  })

  test.each([
    'Anonymous Andy',
    'Ann Unknown',
    'Noé',
    'Vario',
    'Alcoholics Anonymous',
    'Divers Jr.',
  ])('%s is somebody', (name) => {
    expect(cleanAuthors([name])).toEqual([name])
  })

  test('at most thirty names, none longer than a favorite author may be', () => {
    const names = cleanAuthors(Array.from({ length: 100 }, (_, index) => `Name ${index}`))
    expect(names).toHaveLength(30)
    expect(cleanAuthors(['x'.repeat(300)])[0]).toHaveLength(200)
  })
})

const YEAR = new Date().getUTCFullYear()

describe('cleanDate', () => {
  test.each([
    ['1998', '1998'],
    [' 1998 ', '1998'],
    [1998, '1998'],
    ['1998-05', '1998-05'],
    ['1998-5-3', '1998-05-03'],
    ['1998-05-12', '1998-05-12'],
    ['1998-05-12T00:00:00.000Z', '1998-05-12'],
    ['1998/05/12', '1998-05-12'],
    ['19980512', '1998-05-12'],
    ['1998-00-00', '1998'],
    ['1998-05-00', '1998-05'],
    ['1998-13-01', '1998'],
    ['2001-02-29', '2001-02'],
    ['2000-02-29', '2000-02-29'],
    ['1900-02-29', '1900-02'],
    ['c1998', '1998'],
    ['©1998', '1998'],
    ['[1998?]', '1998'],
    ['ca. 1998', '1998'],
    ['May 5, 1998', '1998'],
    ['5/12/1998', '1998'],
    ['1998-1999', '1998'],
    ['-750', '-750'],
    ['8', '8'],
    [YEAR + 5, String(YEAR + 5)],
    // Day first or month first, where it can be told.
    ['13/05/2004', '2004-05-13'],
    ['05/13/2004', '2004-05-13'],
    ['5/5/2004', '2004-05-05'],
    ['13-05-2004', '2004-05-13'],
    ['05.12.2004', '2004-12-05'],
    ['5. 12. 2004', '2004-12-05'],
    ['13/05/2004 14:05', '2004-05-13'],
    ['32/13/2004', '2004'],
    ['20040513T000000', '2004-05-13'],
    ['2004. 05. 13.', '2004-05-13'],
    // Ranges and guesses.
    ['1998-99', '1998'],
    ['1998-2003', '1998'],
    ['1998–2003', '1998'],
    ['1998/99', '1998'],
    ['between 1870 and 1880', '1870'],
    ['[ca. 1850]', '1850'],
    ['circa 850', '850'],
    ['c. 100-120', '100'],
    // Eras.
    ['-0750-01-01', '-750'],
    ['750 BC', '-750'],
    ['c. 380 BCE', '-380'],
    ['c. 380–350 B.C.', '-380'],
    ['750 v. Chr.', '-750'],
    ['750 av. J.-C.', '-750'],
    ['750 a. C.', '-750'],
    ['750 до н. э.', '-750'],
    ['前750年', '-750'],
    ['30 BC-14 AD', '-30'],
    ['98 AD', '98'],
    ['A.D. 98', '98'],
    ['98 n. Chr.', '98'],
    ['0850', '850'],
    // Other calendars.
    ['1383 [2004]', '2004'],
    ['1425 (2004)', '2004'],
    ['2004 [1425]', '2004'],
    ['1425 AH / 2004', '2004'],
    ['1425هـ/2004م', '2004'],
    ['5764 [2004]', '2004'],
    ['2547 [2004]', '2004'],
    ['平成16年 [2004]', '2004'],
    ['令和5年(2023)', '2023'],
    ['2004 [i.e. 2005]', '2005'],
    ['1813 (2003)', '1813'],
    // Other digits and numerals.
    ['٢٠٠٤', '2004'],
    ['۲۰۰۴', '2004'],
    ['२००४', '2004'],
    ['๒๐๐๔', '2004'],
    ['２００４年５月', '2004-05'],
    ['2004年5月13日', '2004-05-13'],
    ['2004년 5월 13일', '2004-05-13'],
    ['2004年', '2004'],
    ['MCMXCVIII', '1998'],
    ['MDCCXX', '1720'],
    ['M.DCC.LXXVI.', '1776'],
    ['MDCCCCX', '1910'],
    ['mmiv', '2004'],
  ])('%j becomes %j', (value, date) => {
    expect(cleanDate(value)).toBe(date)
  })

  test.each([
    '',
    '0',
    '0000',
    '0000-00-00',
    '17??',
    '19??',
    '199?',
    '9999',
    '9999-12-31',
    String(YEAR + 6),
    'n.d.',
    '0001',
    '0001-01-01T00:00:00',
    '0101-01-01T00:00:00+00:00',
    '0100-12-31T19:00:00-05:00',
    '1/1/0001 12:00:00 AM',
    '1425 AH',
    '2547',
    '8th century BC',
    'MCMIC',
    'MILD',
    '12345',
    '1998'.repeat(30),
    '-',
    null,
    undefined,
    1.5,
    Number.NaN,
    [],
    {},
    ['1998'],
  ])('%j is none', (value) => {
    expect(cleanDate(value)).toBeUndefined()
  })
})

describe('cleanIsbns', () => {
  test.each([
    ['978-0-261-10221-7', [{ type: 'ISBN_13', identifier: '9780261102217' }]],
    [
      '0-261-10221-4',
      [
        { type: 'ISBN_13', identifier: '9780261102217' },
        { type: 'ISBN_10', identifier: '0261102214' },
      ],
    ],
    [
      [
        { type: 'ISBN_10', identifier: '080442957x' },
        { type: 'OTHER', identifier: 'UOM:39015' },
      ],
      [
        { type: 'ISBN_13', identifier: '9780804429573' },
        { type: 'ISBN_10', identifier: '080442957X' },
      ],
    ],
    [['9780261102217', '978 0261102217'], [{ type: 'ISBN_13', identifier: '9780261102217' }]],
    [['9780261102218', '1234567890', '9.78161E+12', 9_780_261_102_217, null, {}], []],
    [undefined, []],
  ])('%j becomes %j', (value, identifiers) => {
    expect(cleanIsbns(value)).toEqual(identifiers)
  })
})

describe('cleanPicture', () => {
  test.each([
    [
      'http://books.google.com/books/content?id=a&img=1&zoom=5&edge=curl&source=gbs_api',
      'https://books.google.com/books/content?id=a&img=1&zoom=1&source=gbs_api&fife=w400-h600',
    ],
    [
      'http://books.google.co.uk/books/content?id=a&zoom=1',
      'https://books.google.com/books/content?id=a&zoom=1&fife=w400-h600',
    ],
    [
      'https://books.google.nl/books/content?id=a&zoom=5&sig=x&edge=curl',
      'https://books.google.com/books/content?id=a&zoom=5&sig=x',
    ],
    ['http://covers.openlibrary.org/b/id/1-L.jpg', 'https://covers.openlibrary.org/b/id/1-L.jpg'],
    [' https://www.gutenberg.org/a.jpg ', 'https://www.gutenberg.org/a.jpg'],
    ['http://books.google.evil.example/x?edge=1', 'https://books.google.evil.example/x?edge=1'],
  ])('%s becomes %s', (value, picture) => {
    expect(cleanPicture(value)).toBe(picture)
  })

  test.each([
    undefined,
    null,
    7,
    '',
    'x',
    '//books.google.com/x',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://example.org:8080/x',
    'https://u:p@example.org/x',
  ])('%j is none', (value) => {
    expect(cleanPicture(value)).toBeUndefined()
  })
})

describe('languageCode', () => {
  test.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['pt_br', 'pt-BR'],
    ['pt-BR', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['eng', 'en'],
    ['fre', 'fr'],
    ['fra', 'fr'],
    ['English', 'en'],
    ['und', undefined],
    ['', undefined],
    ['e', undefined],
    ['not a language', undefined],
    [null, undefined],
  ])('%j is %j', (value, code) => {
    expect(languageCode(value)).toBe(code)
  })
})

describe('splitSeries', () => {
  test.each([
    ['The Hunger Games (The Hunger Games, #1)', 'The Hunger Games', 'The Hunger Games', '1'],
    ['Wyrd Sisters (Discworld, #6; Witches #2)', 'Wyrd Sisters', 'Discworld', '6'],
    ['The Last Wish (The Witcher, #0.5)', 'The Last Wish', 'The Witcher', '0.5'],
    ['The Boxed Set (Twilight, #1-4)', 'The Boxed Set', 'Twilight', undefined],
    ['Mort (Discworld #4)', 'Mort', 'Discworld', '4'],
  ])('%s', (text, title, name, number) => {
    expect(splitSeries(text)).toEqual({ title, series: { name, number } })
  })

  test.each(['Emma', 'The Stand (Uncut)', '(#1)', 'C# in Depth', ''])('%j has none', (text) => {
    expect(splitSeries(text)).toEqual({ title: text })
  })
})

describe('popularityOfRatings', () => {
  test('grows with how many and how good, without an end', () => {
    expect(popularityOfRatings(0, 0)).toBe(0)
    expect(popularityOfRatings(Number.NaN, 5)).toBe(0)
    expect(popularityOfRatings(5, Number.NaN)).toBe(0)
    expect(popularityOfRatings(4, 10)).toBeLessThan(popularityOfRatings(4, 100))
    expect(popularityOfRatings(3, 100)).toBeLessThan(popularityOfRatings(4, 100))
    expect(popularityOfRatings(5, 1)).toBeLessThan(popularityOfRatings(4, 100))
    expect(popularityOfRatings(4, 1e6)).toBeLessThan(popularityOfRatings(4, 4e6))
    expect(popularityOfRatings(5, 1e5)).toBeCloseTo(100, 1)
    expect(popularityOfRatings(50, 1e5)).toBeCloseTo(100, 1)
  })
})

describe('cleanRecord', () => {
  const source = { id: 'a', title: 'Emma', categories: [] }
  const volumeInfo = async (more: object) => {
    const cleaned = await cleanRecord({ ...source, ...more })
    return 'rejected' in cleaned ? cleaned : cleaned.book.volumeInfo
  }

  test.each([
    [{ title: 'Emma', subtitle: 'A Novel' }, 'Emma: A Novel'],
    [{ title: 'Emma:', subtitle: ' A  Novel ' }, 'Emma: A Novel'],
    [{ title: 'Emma, a novel', subtitle: 'A Novel' }, 'Emma, a novel'],
    [{ title: 'Emma', subtitle: '' }, 'Emma'],
    [{ title: 'Emma', subtitle: null }, 'Emma'],
    [{ title: 'Emma', subtitle: 'x'.repeat(150) }, 'Emma'],
    [{ title: '???' }, '???'],
    [{ title: '+' }, '+'],
  ])('%j is titled %s', async (more, title) => {
    expect(await volumeInfo(more)).toMatchObject({ title })
  })

  test.each([
    ['One\n\nTwo & three\n \nFour', '<p>One</p><p>Two &amp; three</p><p>Four</p>'],
    ['One\nTwo', 'One\nTwo'],
    ['&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;', '<p>One <b>two</b></p>'],
    ['1 &lt; 2', '1 &lt; 2'],
    ['<p>One</p>\n\n<p>Two</p>', '<p>One</p>\n\n<p>Two</p>'],
    ['<p>cut off <a hre', '<p>cut off </p>'],
    ['If x < y, then all is well', 'If x &lt; y, then all is well'],
    ['For those who <3 books', 'For those who &lt;3 books'],
    ['a\0b\u202ec', 'abc'],
  ])('%j is described as %j', async (description, clean) => {
    expect(await volumeInfo({ description })).toMatchObject({ description: clean })
  })

  test.each(['', ' ', '<p> </p>', '<br><br>', '&nbsp;', '<img src=x>', null, 7, [], {}])(
    '%j is no description',
    async (description) => {
      expect(await volumeInfo({ description })).not.toHaveProperty('description')
    },
  )

  test('a description of megabytes is cut', async () => {
    const info = await volumeInfo({ description: '<b>word</b> '.repeat(100_000) })
    expect(JSON.stringify(info).length).toBeLessThan(21_000)
  })

  test('the cover’s link changes with the picture', async () => {
    const pictures = [undefined, 'https://example.org/a', 'https://example.org/b']
    const infos = await Promise.all(pictures.map((picture) => volumeInfo({ picture })))
    expect(new Set(infos.map((info) => JSON.stringify(info))).size).toBe(3)
  })

  test.each([
    [{ title: ' ' }, 'no title'],
    [{ title: undefined }, 'no title'],
    [{ id: '' }, 'no usable id'],
    [{ id: 'a b' }, 'no usable id'],
    [{ id: 'a'.repeat(65) }, 'no usable id'],
  ])('%j is rejected: %s', async (more, rejected) => {
    expect(await volumeInfo(more)).toEqual({ rejected })
  })
})

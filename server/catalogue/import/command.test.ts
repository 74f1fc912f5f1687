import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { asOther, isRoot } from '../../../test/backups.ts'
import { command, folder, imported, lines, run } from '../../../test/catalogueCommand.ts'
import type { Book } from '../../../contract/books.ts'
import { parseEnvironmentFile, withServiceSettings } from '../../data/serviceSettings.ts'

const catalogue = () => join(folder, 'data/catalogue.db')

/** `title: interests` of an exported line. */
function categoriesIn(line: string): string {
  const { book }: { book: Book } = JSON.parse(line)
  return `${book.volumeInfo.title}: ${book.volumeInfo.categories.join(', ')}`
}

const write = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** The exported books of the source `csv`. */
const interests = async () => {
  const { out } = await run('export', '--source', 'csv')
  return out.trimEnd().split('\n').map(categoriesIn).toSorted()
}

const table = (rows: number) =>
  Array.from({ length: rows }, (_, at) => `Book ${at},Ann Other ${at}`).join('\n')

const row = (id: number, language: string) => JSON.stringify({ id, title: 'T', language })

test('imports, tells, exports, removes, and takes the export again', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, `${lines(300)}\n{"id": 5\n{"id": 1}\n{"id":1,"title":"Again"}\n`)
  const first = await run('import', 'gutenberg', path)
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toMatch(
    /rows\.jsonl is in the catalogue \S+data\/catalogue\.db, as gutenberg\.\n +300 added\n/,
  )
  expect(first.out).toMatch(/1 came twice: the first was taken/)
  expect(first.out).toMatch(/3 skipped:\n +1 broken JSON\n +such as \{"id": 5\n/)
  expect(first.out).toContain('303 records read = 300 added + 0 changed + 0 unchanged + 3 skipped.')

  const again = await run('import', 'gutenberg', path)
  expect(again.out).toMatch(/0 added\n +0 changed\n +300 unchanged/)
  expect(again.out).toContain('Nothing has changed.')

  const reported = await run('status')
  expect(reported.out).toMatch(
    /^gutenberg +300 books {2}rows\.jsonl \(\d+ KiB\), imported \d{4}-\d\d-\d\d/m,
  )
  expect(reported.out).toMatch(/^bundled +[\d,]+ books {2}Catchword, imported/)
  expect(reported.out).toMatch(/^all +[\d,]+ books {2}\S+catalogue\.db, \d+\.\d MiB$/m)

  const out = join(folder, 'all.jsonl')
  expect(await run('export', '--source', 'gutenberg', out)).toMatchObject({
    code: 0,
    err: '300 books exported.\n',
  })
  const exported = readFileSync(out, 'utf8')
  const removed = await run('remove', '--source', 'gutenberg')
  expect(removed.out).toBe(`300 books of gutenberg removed from the catalogue ${catalogue()}.\n`)
  expect(await imported()).toBe(0)

  const back = await run('import', 'catchword', out, '--source', 'gutenberg')
  expect(back.out).toMatch(/300 added/)
  expect((await run('export', '--source', 'gutenberg')).out).toBe(exported)
})

test('one book is a book', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, lines(1))
  await run('import', 'gutenberg', path)
  expect((await run('status')).out).toMatch(/^gutenberg +1 book {2}rows/m)
  expect((await run('export', '--source', 'gutenberg', join(folder, 'one'))).err).toBe(
    '1 book exported.\n',
  )
  expect((await run('remove', '--source', 'gutenberg')).out).toMatch(
    /^1 book of gutenberg removed from /,
  )
})

test.skipIf(!existsSync('/dev/full'))(
  'an export to a full disk says what to do (skipped without /dev/full)',
  async () => {
    const { code, err } = await run('export', '/dev/full')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^The disk is full or not writable \([^)]+\)\. Free some space and try again\.\n$/,
    )
  },
)

test('an export that is stopped says so', async () => {
  const stopped = await command({}, 'export', join(folder, 'all.jsonl'), AbortSignal.abort())
  expect(stopped).toMatchObject({ code: 130, err: 'Stopped; the catalogue is unchanged.\n' })
})

test('of a folder only dumps are read, and the others are told', async () => {
  const path = join(folder, 'downloads')
  mkdirSync(path)
  writeFileSync(join(path, 'b.jsonl.gz'), gzipSync(lines(3)))
  writeFileSync(join(path, 'README.md'), 'Downloaded by hand.')
  expect(await run('import', 'gutenberg', path)).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 records read = 3 added'),
    err: 'README.md was left out: its name is none of *.csv, *.jsonl, *.ndjson, *.json, or those with .gz.\n',
  })
  const { code, err } = await command({}, 'import', 'open-library', path)
  expect(code).toBe(1)
  expect(err).toMatch(
    /b\.jsonl\.gz was left out.*\n.*downloads holds no file named \*dump\*\.txt, /,
  )
})

test('prunes where asked, more than a tenth of the books of a source only with --yes', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, lines(20))
  await run('import', 'gutenberg', path)
  writeFileSync(path, lines(17))
  await run('import', 'gutenberg', path)
  expect(await imported()).toBe(20)
  expect(await run('import', 'gutenberg', path, '--prune')).toMatchObject({
    code: 1,
    out: '',
    err: '--prune would remove 3 of the 20 books of gutenberg; nothing has changed. Is rows.jsonl whole? Then add --yes.\n',
  })
  expect(await imported()).toBe(20)
  expect((await run('import', 'gutenberg', path, '--prune', '--yes')).out).toMatch(
    /3 removed: no longer in the file/,
  )
  writeFileSync(path, lines(16))
  expect((await run('import', 'gutenberg', path, '--prune')).out).toMatch(/1 removed/)
  expect(await imported()).toBe(16)
})

test.runIf(isRoot)(
  'a folder that it may not look into is none where no server has been (skipped where not root)',
  async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    chmodSync(folder, 0o755)
    const { code, err } = await asOther(() => command({ DATA_DIR: join(folder, 'data') }, 'status'))
    const line = /^EACCES: .*readers\.db'\. Run this as root, or as the server's user\.\n$/
    expect([code, err]).toEqual([1, expect.stringMatching(line)])
  },
)

test.each([
  ['gutenberg', lines(20), lines(19), '\n{"id": 20, "ti'],
  ['gutenberg', lines(20), lines(19), '\n{"id": 20, "authors": [{"name": "A"}'],
  ['csv', 'title,author\n'.concat(table(20)), 'title,author\n'.concat(table(19)), '\nBook 2'],
])(
  'of %s nothing is pruned where the file ends within a record',
  async (format, all, most, cut) => {
    const path = write('rows.txt', all)
    await run('import', format, path)
    const before = await imported()
    write('rows.txt', most + cut)
    for (const words of [['--prune'], ['--prune', '--yes']]) {
      expect(await run('import', format, path, ...words)).toMatchObject({
        code: 1,
        out: '',
        err: 'rows.txt ends within a record: fetch it again. --prune needs whole files; nothing has changed.\n',
      })
    }
    expect(await imported()).toBe(before)
    write('rows.txt', most)
    expect((await run('import', format, path, '--prune')).out).toMatch(/1 removed/)
  },
)

const ragged = (at: number) => `Writer ${at},Book ${at} of Hills${at === 0 ? '' : `,${1910 + at}`}`

test.each<[string, header: string, rowOf: (at: number) => string, cut: string, removed: number]>([
  ['short', 'author,title,own', ragged, ',1947', 2],
  ['changed', 'author,title,year', ragged, '7', 2],
  ['new, half a title', 'author,title,year', ragged, ' Hills,1947', 3],
  ['new', 'author,title', (at) => `Writer ${at},Book ${at} of Hills`, ' Hills', 3],
  ['no book', 'year,title', (at) => `${1910 + at},Book ${at} of Hills`, 'Book 37 of Hills', 3],
])(
  'nothing is pruned without --yes where the last row has no line end and is %s',
  async (_, header, rowOf, cut, removed) => {
    const rows = Array.from({ length: 40 }, (_, at) => rowOf(at))
    const save = (count: number) => write('rows.csv', [header, ...rows.slice(0, count)].join('\n'))
    const path = save(40)
    await run('import', 'csv', path)
    truncateSync(save(38), statSync(path).size - cut.length)
    expect(await run('import', 'csv', path, '--prune')).toMatchObject({
      code: 1,
      err: `--prune would remove ${removed} of the 40 books of csv; nothing has changed. The last row has no line end, and is not as it was. Is rows.csv whole? Then add --yes.\n`,
    })
    expect(await imported()).toBe(40)
    const { out } = await run('import', 'csv', path, '--prune', '--yes')
    expect(out).toContain(`${removed} removed`)
    // Whole rows, of which the last is as it was.
    save(37)
    expect(await run('import', 'csv', path, '--prune')).toMatchObject({ code: 0 })
  },
)

test('a source that there is not is named, with those that there are', async () => {
  for (const words of [['remove'], ['status'], ['export', join(folder, 'all.jsonl')]]) {
    expect(await run(...words, '--source', 'nope')).toEqual({
      code: 1,
      out: '',
      err: 'There is no source nope. There are: bundled.\n',
    })
  }
  expect(existsSync(join(folder, 'all.jsonl'))).toBe(false)
})

test.each(['out.zip', 'out.jsonl.gz'])('an export is not written as %s', async (name) => {
  writeFileSync(join(folder, name), 'mine')
  const { code, err } = await run('export', '--source', 'bundled', join(folder, name))
  expect({ code, err }).toEqual({
    code: 1,
    err: `An export is JSON lines: name it .jsonl, not ${extname(name)}.\n`,
  })
  expect(readFileSync(join(folder, name), 'utf8')).toBe('mine')
})

test('a folder where no server has been is refused, unless --new is given', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, lines(2))
  const DATA_DIR = join(folder, 'release/data')
  const own = { DATA_DIR, CATALOGUE_DIR: join(folder, 'books') }
  for (const [settings, sign] of [
    [{ DATA_DIR }, join(DATA_DIR, 'readers.db')],
    [own, join(own.CATALOGUE_DIR, 'catalogue.db')],
    [{ DATA_DIR, DATABASE_URL: 'postgres://db.example/a' }, join(DATA_DIR, 'catalogue.db')],
  ] as const) {
    const { code, out, err } = await command(settings, 'import', 'gutenberg', path)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(
      `No server has been here: there is no ${sign}. Set DATA_DIR and CATALOGUE_DIR as your server has them, or add --new.\n`,
    )
  }
  expect(readdirSync(folder)).toEqual(['rows.jsonl'])
  const made = await command(own, 'import', 'gutenberg', path, '--new')
  expect(made.out).toContain(`rows.jsonl is in the catalogue ${own.CATALOGUE_DIR}/catalogue.db, as`)
  const status = await command({ ...own, CATALOGUE_DRI: folder }, 'status')
  expect(status.out).toMatch(/^gutenberg +2 books/m)
  const none = join(folder, 'none')
  const misspelt = { DATA_DIR: none, CATALOGUE_DRI: folder }
  expect((await command(misspelt, 'status', '--new')).code).toBe(1)
  expect(existsSync(none)).toBe(false)
  const told = 'CATALOGUE_DRI is no setting. Is CATALOGUE_DIR meant?'
  expect(status.err).toBe(`${told}\n`)
  expect(await command({ ...own, DATA_DRI: folder }, 'remove', '--source', 'gutenberg')).toEqual({
    code: 1,
    out: '',
    err: 'DATA_DRI is no setting. Is DATA_DIR meant? Nothing was changed.\n',
  })
})

test('on a machine with the service its settings count, unless the command has its own', () => {
  const file = join(folder, 'catchword.env')
  expect(withServiceSettings({ HOME: '/root' }, file)).toEqual({ HOME: '/root' })
  writeFileSync(file, '# Ours\nPUBLIC_URL=https://books.example\nCATALOGUE_DIR="/srv/books"\n')
  expect(withServiceSettings({ PUBLIC_URL: 'http://other.example' }, file)).toEqual({
    DATA_DIR: '/var/lib/catchword',
    CATALOGUE_DIR: '/srv/books',
    PUBLIC_URL: 'http://other.example',
  })
  expect(withServiceSettings({ DATA_DIR: '/tmp/try' }, file)).toEqual({ DATA_DIR: '/tmp/try' })
  const unit = readFileSync(join(import.meta.dirname, '../../../deploy/catchword.service'), 'utf8')
  expect(unit).toMatch(/^Environment=.*DATA_DIR=\/var\/lib\/catchword$/m)
  expect(unit).toContain('EnvironmentFile=/etc/catchword.env')
})

test.each([
  ['PGPASSWORD=pa#ss', 'pa#ss'],
  ['  PGPASSWORD = n:p#w@mail ; two \t\r', 'n:p#w@mail ; two'],
  ["# PGPASSWORD=no\n;PGPASSWORD=no\nPGPASSWORD=it's \"so\"\nHSTS='off'", 'it\'s "so"'],
  ["PGPASSWORD='a\\#b' ", 'a\\#b'],
  ['PGPASSWORD="a \\"\\$\\n# " ', 'a "$\\n# '],
  ['PGPASSWORD=a\\\nb\\\\c\\ ', 'ab\\c '],
  ['PGPASSWORD=\nHSTS=off', ''],
])('a line of it means what it means to systemd: %j', (text, value) => {
  expect(parseEnvironmentFile(text)['PGPASSWORD']).toBe(value)
})

test('settings of the service that cannot be read stop a command', () => {
  // A folder cannot be read as a file, not even by root.
  expect(() => withServiceSettings({}, folder)).toThrow(
    /^The server's settings cannot be read \(.+\)\. Run this as root \(sudo\), or set DATA_DIR\.$/,
  )
})

test('a file without a book removes nothing, and leaves no source behind', async () => {
  const path = join(folder, 'rows.jsonl')
  const bad = join(folder, 'bad.jsonl')
  writeFileSync(path, lines(20))
  await run('import', 'gutenberg', path)
  const before = (await run('status')).out
  for (const [content, skipped] of [
    ['', ''],
    ['{"message": "Service Unavailable"}\n', '1 no ebook number'],
  ] as const) {
    writeFileSync(bad, content)
    for (const options of [['--prune'], ['--source', 'typo']]) {
      const { code, out } = await run('import', 'gutenberg', bad, ...options)
      expect(code).toBe(1)
      expect(out).toMatch(/^bad\.jsonl holds no book for \w+\.\n/)
      expect(out).toContain(skipped)
      expect(out).toContain('Nothing has changed.')
    }
  }
  writeFileSync(bad, 'ISBN\n9780140449334\n')
  expect(await run('import', 'csv', bad)).toMatchObject({ code: 1 })
  expect((await run('status')).out).toBe(before)
})

test('only the languages asked for', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, [row(1, 'en'), row(2, 'fi'), row(3, 'de')].join('\n'))
  const { out } = await run('import', 'gutenberg', path, '--language', 'eng,de')
  expect(out).toMatch(/2 added/)
  expect(out).toMatch(/1 in another language \(fi\)/)
})

test('a language that nobody knows is told, and left out where languages are asked for', async () => {
  const path = join(folder, 'table.csv')
  const languages = ['Polish', 'English (US)', 'Klingonish', '']
  const rows = languages.map((language, at) => `Book ${at},${language}`)
  writeFileSync(path, ['title,language', ...rows].join('\n'))
  const { out } = await run('import', 'csv', path, '--language', 'en')
  expect(out).toMatch(/2 added/)
  expect(out).toMatch(/1 in another language \(pl\)/)
  expect(out).toMatch(/1 in a language that nobody knows\n +such as Book 2/)
  expect(out).toMatch(/1 unknown languages\n +such as Klingonish/)
})

test('a file that is not UTF-8 is told, and read as --encoding says', async () => {
  const path = join(folder, 'table.csv')
  writeFileSync(path, Buffer.from('title,author\nMost,'.concat('\xec\xcf\xd3\xd4'), 'latin1'))
  const guessed = await run('import', 'csv', path)
  expect(guessed.out).toContain(`${path} is not UTF-8, and was read as windows-1252.`)
  writeFileSync(join(folder, 'other.csv'), Buffer.from('N\xe9v;Szerz\xf5\n', 'latin1'))
  const refused = await run('import', 'csv', join(folder, 'other.csv'))
  expect(refused.err).toContain('name what it is written in with --encoding')
  const said = await run('import', 'csv', path, '--source', 'said', '--encoding', 'KOI8-R')
  expect(said.out).not.toContain('is not UTF-8')
  expect((await run('export', '--source', 'said')).out).toContain('"Лост"')
})

function packedTable(from: number): Buffer {
  const rows = Array.from({ length: 2000 }, (_, at) => `Book ${from + at},Ann Ö. Other`)
  return gzipSync(['title,author', ...rows].join('\n'))
}

test('of a folder a cut file is told, and the others are read, but nothing is pruned', async () => {
  const path = join(folder, 'tables')
  mkdirSync(path)
  writeFileSync(join(path, 'a.csv.gz'), packedTable(0).subarray(0, 2000))
  writeFileSync(join(path, 'b.csv.gz'), packedTable(5000))
  writeFileSync(join(path, 'c.csv'), '')
  const { code, out } = await run('import', 'csv', path)
  expect(code).toBe(0)
  expect(out).toMatch(/a\.csv\.gz ends too early: /)
  expect(out).toMatch(/c\.csv is empty\.$/m)
  expect(await imported()).toBeGreaterThanOrEqual(2000)
  const pruned = await run('import', 'csv', path, '--prune')
  expect(pruned).toMatchObject({ code: 1, out: '' })
  expect(pruned.err).toMatch(/--prune needs whole files; nothing has changed\.\n$/)
})

test('of a folder of JSON lines an emptied file is told, and nothing is pruned', async () => {
  await run('import', 'gutenberg', write('rows.jsonl', lines(20)))
  const { out } = await run('export', '--source', 'gutenberg')
  await run('remove', '--source', 'gutenberg')
  const path = join(folder, 'exports')
  mkdirSync(path)
  const books = out.trimEnd().split('\n')
  writeFileSync(join(path, 'a.jsonl'), books.slice(1).join('\n'))
  writeFileSync(join(path, 'b.jsonl'), books[0] ?? '')
  await run('import', 'catchword', path)
  writeFileSync(join(path, 'b.jsonl'), '')
  const pruned = await run('import', 'catchword', path, '--prune')
  expect(pruned).toMatchObject({ code: 1, out: '' })
  expect(pruned.err).toMatch(
    /b\.jsonl is empty\. --prune needs whole files; nothing has changed\.\n$/,
  )
})

test.each([
  ['PK\x03\x04'.padEnd(30, '\0').concat('[Content_Types].xml'), 'save it as CSV'],
  ['\xd0\xcf\x11\xe0\xa1\xb1', 'save it as CSV'],
  ['PK\x03\x04'.padEnd(30, '\0').concat('books.csv'), 'unpack it'],
  ['books.csv'.padEnd(257, '\0').concat('ustar'), 'unpack it'],
  ['not\x1b[31mtitle,author\nA,B\n', 'no column called "title"; its first line is: not [31mtitle'],
])('%j is refused with what to do, and nothing of it reaches the terminal', async (text, line) => {
  const path = join(folder, 'table.csv')
  writeFileSync(path, Buffer.from(text, 'latin1'))
  const { code, err } = await run('import', 'csv', path)
  expect(code).toBe(1)
  expect(err).toContain(line)
  expect(err).not.toMatch(/(?!\n)\p{Cc}/u)
})

test.each(['--help', '-h'])('%s says how it is used, and does nothing', async (word) => {
  const { code, out, err } = await command({}, 'remove', '--source', 'gutenberg', word)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Usage: npm run catalogue/)
  expect(readdirSync(folder)).toEqual([])
})

describe('what makes no sense', () => {
  test.each([
    [[], 'Which command?'],
    [['sing'], '"sing" is not one.'],
    [['import'], 'Which format? One of gutenberg'],
    [
      ['import', 'amazon', 'x'],
      'One of gutenberg, open-library, google-books, csv, catchword, not "amazon".',
    ],
    [['import', 'csv'], 'Which file or folder'],
    [['import', 'csv', 'a', 'b'], '"b" is one argument too many.'],
    [['import', 'csv', 'a', '--source', 'My Books'], '"My Books" is not a source name'],
    [['import', 'csv', 'a', '--source', 'bundled'], 'the bundled books'],
    [['import', 'csv', 'a', '--language', 'english'], '"english" is not a language'],
    [['import', 'csv', 'a', '--encoding', 'cp-x'], '"cp-x" is not an encoding'],
    [['status', 'all'], '"all" is one argument too many.'],
    [['remove'], 'Which source do you want to remove?'],
    [['remove', '--source', 'bundled'], 'the bundled books'],
    [['export', '--nonsense'], "Unknown option '--nonsense'"],
  ])('%j gets one line and the usage', async (args, line) => {
    const { code, err } = await command({}, ...args)
    expect(code).toBe(2)
    expect(err.split('\n')[0]).toContain(line)
    expect(err).toContain('Usage: npm run catalogue')
  })

  test.each([
    [['import', 'csv', '/nowhere/books.csv'], /^\/nowhere\/books\.csv does not exist\.\n$/],
    [['import', 'csv', process.execPath], /is not a text file\.\n$/],
    [['export', '/nowhere/all.jsonl'], /no such file or directory.*\/nowhere\/all\.jsonl.*\n$/],
    [['export', tmpdir()], /EISDIR.*\n$/],
  ])('%j fails with one line', async (args, line) => {
    const { code, err } = await command({}, ...args)
    expect(code).toBe(1)
    expect(err).toMatch(line)
  })
})

test('bundled books that a server leaves out stay out, whatever the command is told', async () => {
  const path = join(folder, 'rows.jsonl')
  writeFileSync(path, lines(2))
  await command({ BUNDLED_BOOKS: 'off' }, 'status')
  await run('import', 'gutenberg', path)
  expect((await run('status')).out).toMatch(/^gutenberg +2 books .*\nall +2 books /)
})

describe('subjects of the host', () => {
  const BOOKS =
    'title,author,subjects\nA,Ann,Gartenzwerge\nB,Bo,"Gartenzwerge;Heimat"\nC,Cy,\nD,Di,"Krimi;Sachbuch"\nE,Ed,Poesie\n'

  test('an import tells how many books stand under no interest, and of what they are', async () => {
    const { out } = await run('import', 'csv', write('books.csv', BOOKS))
    expect(out).toContain(
      '\n3 books stand under no interest; the commonest subjects: Gartenzwerge (2), Heimat (1). ' +
        'A table of yours gives them one: --subjects.\n',
    )
  })

  test('a table of their own says what they mean, in place of what we know', async () => {
    const own = write(
      'own.csv',
      'Interest;Subject\ntravel;GARTENZWERGE\nPoetry;Heimat\nTrue Crime;Krimi\n\nYoung Adult;Poesie\nFantasy;Poesie\n',
    )
    const books = write('books.csv', BOOKS)
    await run('import', 'csv', books)
    const { out } = await run('import', 'csv', books, '--subjects', own)
    expect(out).toMatch(/ 4 changed\n +1 unchanged/)
    expect(out).toContain('1 book stands under no interest: no subject is given.')
    expect(await interests()).toEqual([
      'A: Travel, Non-Fiction',
      'B: Travel, Poetry, Non-Fiction',
      'C: ',
      'D: True Crime, Non-Fiction',
      'E: Young Adult, Fantasy, Fiction',
    ])
    // What an export has is kept, where the table says nothing else.
    const all = join(folder, 'all.jsonl')
    await run('export', '--source', 'csv', all)
    await run('import', 'catchword', all, '--source', 'csv', '--subjects', own)
    expect(await interests()).toContain('D: True Crime, Non-Fiction')
  })

  test.each([
    [
      'subject,genre\nKrimi,Mystery\n',
      /own\.csv needs the columns subject and interest; .*: subject, genre\n$/,
    ],
    [
      'subject,interest\nKrimi,Crime\n',
      /own\.csv: "Krimi, Crime" names no interest; the interests are Fiction, /,
    ],
    ['subject,interest\n,Mystery\n', /own\.csv: ", Mystery" has no subject\.\n$/],
    ['subject,interest\n', /own\.csv has no row with a subject and an interest\.\n$/],
  ])('%j is refused, and nothing changes', async (text, reason) => {
    const books = write('books.csv', BOOKS)
    const { code, err } = await run('import', 'csv', books, '--subjects', write('own.csv', text))
    expect(code).toBe(1)
    expect(err).toMatch(reason)
    expect(await imported()).toBe(0)
  })
})

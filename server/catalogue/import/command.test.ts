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
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Book } from '../../../contract/books.ts'
import { asOther, isRoot } from '../../../test/backups.ts'
import { command, folder, imported, lines, run } from '../../../test/catalogueCommand.ts'
import { parseEnvironmentFile, withServiceSettings } from '../../data/serviceSettings.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'

const inFolder = (name: string) => join(folder, name)

const write = (name: string, text: string | Buffer) => {
  writeFileSync(inFolder(name), text)
  return inFolder(name)
}

const refused = (err: string) => ({ code: 1, out: '', err: `${err}\n` })

test('imports, tells, exports, removes, and takes the export again', async () => {
  const path = write('rows.jsonl', `${lines(300)}\n{"id": 5\n{"id": 1}\n{"id":1,"title":"Again"}\n`)
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
  expect(reported.out).toMatch(/^all +300 books {2}\S+catalogue\.db, \d+ KiB$/m)

  const out = inFolder('all.jsonl')
  expect(await run('export', '--source', 'gutenberg', out)).toMatchObject({
    code: 0,
    err: '300 books exported.\n',
  })
  const exported = readFileSync(out, 'utf8')
  const removed = await run('remove', '--source', 'gutenberg')
  const catalogue = inFolder('data/catalogue.db')
  expect(removed.out).toBe(`300 books of gutenberg removed from the catalogue ${catalogue}.\n`)
  expect(await imported()).toBe(0)

  const back = await run('import', 'catchword', out, '--source', 'gutenberg')
  expect(back.out).toMatch(/300 added/)
  expect((await run('export', '--source', 'gutenberg')).out).toBe(exported)
})

test.skipIf(!existsSync('/dev/full'))(
  'an export to a full disk says what to do (skipped without /dev/full)',
  async () => {
    await run('import', 'gutenberg', write('rows.jsonl', lines(9)))
    const { code, err } = await run('export', '/dev/full')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^The disk is full or not writable \([^)]+\)\. Free some space and try again\.\n$/,
    )
  },
)

test.each(['import', 'export'])(
  'an %s that is stopped says so, and changes nothing',
  async (name) => {
    const path = write('rows.jsonl', lines(9))
    const words = name === 'import' ? [name, 'gutenberg', path] : [name, inFolder('all.jsonl')]
    const stopped = await command({}, ...words, AbortSignal.abort())
    expect(stopped).toMatchObject({ code: 130, err: 'Stopped; the catalogue is unchanged.\n' })
    expect(await imported()).toBe(0)
  },
)

test('one import at a time', async () => {
  await run('status')
  await rewriteCatalogue(inFolder('data'), async () => {
    const { code, err } = await run('import', 'gutenberg', write('rows.jsonl', lines(9)))
    expect(code).toBe(1)
    expect(err).toMatch(/^Another import into the catalogue in .* is running\.\n$/)
  })
})

test('shows now and then how far an import is', async () => {
  const path = write('rows.jsonl', lines(300))
  const now = vi.spyOn(performance, 'now').mockImplementation(() => 10_000 * now.mock.calls.length)
  onTestFinished(() => now.mockRestore())
  const { err } = await run('import', 'gutenberg', path)
  expect(err).toMatch(/^(?:Importing \d+ %, \d+ records, \d+ a second\n)+$/)
})

test('of a folder only dumps are read, and the others are told', async () => {
  mkdirSync(inFolder('downloads'))
  write('downloads/b.jsonl.gz', gzipSync(lines(3)))
  write('downloads/README.md', 'Downloaded by hand.')
  expect(await run('import', 'gutenberg', inFolder('downloads'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 records read = 3 added'),
    err: 'README.md was left out: its name is none of *.csv, *.jsonl, *.ndjson, *.json, or those with .gz.\n',
  })
  const { code, err } = await run('import', 'open-library', inFolder('downloads'))
  expect(code).toBe(1)
  expect(err).toMatch(
    /b\.jsonl\.gz was left out.*\n.*downloads holds no file named \*dump\*\.txt, /,
  )
})

const table = (rows: number) =>
  ['title,author', ...Array.from({ length: rows }, (_, at) => `Book ${at},Ann Other ${at}`)].join(
    '\n',
  )

const ragged = (at: number) => `Writer ${at},Book ${at} of Hills${at === 0 ? '' : `,${1910 + at}`}`

describe('--prune', () => {
  test('removes where asked, more than a tenth of the books of a source only with --yes', async () => {
    const path = write('rows.jsonl', lines(20))
    await run('import', 'gutenberg', path)
    write('rows.jsonl', lines(17))
    await run('import', 'gutenberg', path)
    expect(await imported()).toBe(20)
    expect(await run('import', 'gutenberg', path, '--prune')).toEqual(
      refused(
        '--prune would remove 3 of the 20 books of gutenberg; nothing has changed. Is rows.jsonl whole? Then add --yes.',
      ),
    )
    expect(await imported()).toBe(20)
    expect((await run('import', 'gutenberg', path, '--prune', '--yes')).out).toMatch(
      /3 removed: no longer in the file/,
    )
    write('rows.jsonl', lines(16))
    expect((await run('import', 'gutenberg', path, '--prune')).out).toMatch(/1 removed/)
    expect(await imported()).toBe(16)
  })

  test.each([
    ['gutenberg', lines(20), lines(19), '\n{"id": 20, "ti'],
    ['csv', table(20), table(19), '\nBook 2'],
  ])('removes nothing of %s where the file ends in a record', async (format, all, most, cut) => {
    const path = write('rows.txt', all)
    await run('import', format, path)
    const before = await imported()
    write('rows.txt', most + cut)
    expect(await run('import', format, path, '--prune', '--yes')).toEqual(
      refused(
        'rows.txt ends within a record: fetch it again. --prune needs whole files; nothing has changed.',
      ),
    )
    expect(await imported()).toBe(before)
    write('rows.txt', most)
    expect((await run('import', format, path, '--prune')).out).toMatch(/1 removed/)
  })

  test.each<[string, header: string, rowOf: (at: number) => string, cut: string, removed: number]>([
    ['short', 'author,title,own', ragged, ',1947', 2],
    ['changed', 'author,title,year', ragged, '7', 2],
    ['new', 'author,title', (at) => `Writer ${at},Book ${at} of Hills`, ' Hills', 3],
    ['no book', 'year,title', (at) => `${1910 + at},Book ${at} of Hills`, 'Book 37 of Hills', 3],
  ])(
    'asks where the last row has no line end and is %s',
    async (_, header, rowOf, cut, removed) => {
      const rows = Array.from({ length: 40 }, (_, at) => rowOf(at))
      const save = (count: number) =>
        write('rows.csv', [header, ...rows.slice(0, count)].join('\n'))
      const path = save(40)
      await run('import', 'csv', path)
      truncateSync(save(38), statSync(path).size - cut.length)
      expect(await run('import', 'csv', path, '--prune')).toEqual(
        refused(
          `--prune would remove ${removed} of the 40 books of csv; nothing has changed. The last row has no line end, and is not as it was. Is rows.csv whole? Then add --yes.`,
        ),
      )
      expect(await imported()).toBe(40)
      const { out } = await run('import', 'csv', path, '--prune', '--yes')
      expect(out).toContain(`${removed} removed`)
      // Whole rows, of which the last is as it was.
      save(37)
      expect(await run('import', 'csv', path, '--prune')).toMatchObject({ code: 0 })
    },
  )

  test('removes nothing where a file of a folder is cut or empty, which is told; the others are read', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `Book ${at},Ann Ö. Other`)
    const packed = gzipSync(['title,author', ...rows].join('\n'))
    mkdirSync(inFolder('tables'))
    write('tables/a.csv.gz', packed.subarray(0, 500))
    write('tables/b.csv.gz', packed)
    write('tables/c.csv', '')
    const { code, out } = await run('import', 'csv', inFolder('tables'))
    expect(code).toBe(0)
    expect(out).toMatch(/a\.csv\.gz ends too early: /)
    expect(out).toMatch(/c\.csv is empty\.$/m)
    expect(await imported()).toBe(300)
    for (const fault of [
      /a\.csv\.gz ends too early.* --prune needs/,
      /c\.csv is empty\. --prune/,
    ]) {
      const pruned = await run('import', 'csv', inFolder('tables'), '--prune')
      expect(pruned).toMatchObject({ code: 1, out: '', err: expect.stringMatching(fault) })
      write('tables/a.csv.gz', packed)
    }
  })

  test('removes nothing where the file has no book, and leaves no source behind', async () => {
    await run('import', 'gutenberg', write('rows.jsonl', lines(20)))
    const before = (await run('status')).out
    for (const [content, skipped] of [
      ['', ''],
      ['{"message": "Service Unavailable"}\n', '1 no ebook number'],
    ] as const) {
      for (const options of [['--prune'], ['--source', 'typo']]) {
        const bad = write('bad.jsonl', content)
        const { code, out } = await run('import', 'gutenberg', bad, ...options)
        expect(code).toBe(1)
        expect(out).toMatch(/^bad\.jsonl holds no book for \w+\.\n/)
        expect(out).toContain(skipped)
        expect(out).toContain('Nothing has changed.')
      }
    }
    expect((await run('status')).out).toBe(before)
  })
})

test('a source that there is not is named, with those that there are', async () => {
  await run('import', 'gutenberg', write('rows.jsonl', lines(1)))
  for (const words of [['remove'], ['status'], ['export', inFolder('all.jsonl')]]) {
    expect(await run(...words, '--source', 'nope')).toEqual(
      refused('There is no source nope. There are: gutenberg.'),
    )
  }
  expect(existsSync(inFolder('all.jsonl'))).toBe(false)
})

test('an export is not written as another kind of file', async () => {
  expect(await run('export', write('out.jsonl.gz', 'mine'))).toEqual(
    refused('An export is JSON lines: name it .jsonl, not .gz.'),
  )
  expect(readFileSync(inFolder('out.jsonl.gz'), 'utf8')).toBe('mine')
})

test('a folder where no server has been is refused, unless --new is given', async () => {
  const path = write('rows.jsonl', lines(2))
  const DATA_DIR = inFolder('release/data')
  const own = { DATA_DIR, CATALOGUE_DIR: inFolder('books') }
  for (const [settings, sign] of [
    [{ DATA_DIR }, join(DATA_DIR, 'readers.db')],
    [own, join(own.CATALOGUE_DIR, 'catalogue.db')],
    [{ DATA_DIR, DATABASE_URL: 'postgres://db.example/a' }, join(DATA_DIR, 'catalogue.db')],
  ] as const) {
    expect(await command(settings, 'import', 'gutenberg', path)).toEqual(
      refused(
        `No server has been here: there is no ${sign}. Set DATA_DIR and CATALOGUE_DIR as your server has them, or add --new.`,
      ),
    )
  }
  expect(readdirSync(folder)).toEqual(['rows.jsonl'])
  const made = await command(own, 'import', 'gutenberg', path, '--new')
  expect(made.out).toContain(`rows.jsonl is in the catalogue ${own.CATALOGUE_DIR}/catalogue.db, as`)
  const told = 'CATALOGUE_DRI is no setting. Is CATALOGUE_DIR meant?\n'
  const status = await command({ ...own, CATALOGUE_DRI: folder }, 'status')
  expect(status).toMatchObject({ out: expect.stringMatching(/^gutenberg +2 books/m), err: told })
  const none = inFolder('none')
  const misspelt = { DATA_DIR: none, CATALOGUE_DRI: folder }
  expect((await command(misspelt, 'status', '--new')).code).toBe(1)
  expect(existsSync(none)).toBe(false)
  const changing = await command({ ...own, DATA_DRI: folder }, 'remove', '--source', 'gutenberg')
  expect(changing).toEqual(
    refused('DATA_DRI is no setting. Is DATA_DIR meant? Nothing was changed.'),
  )
})

test.runIf(isRoot)(
  'a folder that it may not look into is none where no server has been (skipped where not root)',
  async () => {
    mkdirSync(inFolder('data'), { mode: 0o700 })
    chmodSync(folder, 0o755)
    const { code, err } = await asOther(() => command({ DATA_DIR: inFolder('data') }, 'status'))
    const line = /^EACCES: .*readers\.db'\. Run this as root, or as the server's user\.\n$/
    expect([code, err]).toEqual([1, expect.stringMatching(line)])
  },
)

describe('settings of the service', () => {
  test('count on its machine, unless the command has its own', () => {
    const file = inFolder('catchword.env')
    expect(withServiceSettings({ HOME: '/root' }, file)).toEqual({ HOME: '/root' })
    write('catchword.env', '# Ours\nPUBLIC_URL=https://books.example\nCATALOGUE_DIR="/srv/books"\n')
    expect(withServiceSettings({ PUBLIC_URL: 'http://other.example' }, file)).toEqual({
      DATA_DIR: '/var/lib/catchword',
      CATALOGUE_DIR: '/srv/books',
      PUBLIC_URL: 'http://other.example',
    })
    expect(withServiceSettings({ DATA_DIR: '/tmp/try' }, file)).toEqual({ DATA_DIR: '/tmp/try' })
    const unit = readFileSync(
      join(import.meta.dirname, '../../../deploy/catchword.service'),
      'utf8',
    )
    expect(unit).toMatch(/^Environment=.*DATA_DIR=\/var\/lib\/catchword$/m)
    expect(unit).toContain('EnvironmentFile=/etc/catchword.env')
  })

  test.each([
    ['  PGPASSWORD = n:p#w@mail ; two \t\r', 'n:p#w@mail ; two'],
    ["# PGPASSWORD=no\n;PGPASSWORD=no\nPGPASSWORD=it's \"so\"\nHSTS='off'", 'it\'s "so"'],
    ["PGPASSWORD='a\\#b' ", 'a\\#b'],
    ['PGPASSWORD="a \\"\\$\\n# " ', 'a "$\\n# '],
    ['PGPASSWORD=a\\\nb\\\\c\\ ', 'ab\\c '],
    ['PGPASSWORD=\nHSTS=off', ''],
  ])('mean what they mean to systemd: %j', (text, value) => {
    expect(parseEnvironmentFile(text)['PGPASSWORD']).toBe(value)
  })

  test('that cannot be read stop a command', () => {
    // A folder cannot be read as a file, not even by root.
    expect(() => withServiceSettings({}, folder)).toThrow(
      /^The server's settings cannot be read \(.+\)\. Run this as root \(sudo\), or set DATA_DIR\.$/,
    )
  })
})

test('only the languages asked for; one that nobody knows is told, and left out', async () => {
  const languages = ['Polish', 'English (US)', 'ger', 'Klingonish', '']
  const rows = languages.map((language, at) => `Book ${at},${language}`)
  const path = write('table.csv', ['title,language', ...rows].join('\n'))
  const { out } = await run('import', 'csv', path, '--language', 'eng,de')
  expect(out).toMatch(/3 added/)
  expect(out).toMatch(/1 in another language \(pl\)/)
  expect(out).toMatch(/1 in a language that nobody knows\n +such as Book 3/)
  expect(out).toMatch(/1 unknown languages\n +such as Klingonish/)
})

test('a file that is not UTF-8 is told, and read as --encoding says', async () => {
  const path = write('table.csv', Buffer.from('title,author\nMost,\xec\xcf\xd3\xd4', 'latin1'))
  const guessed = await run('import', 'csv', path)
  expect(guessed.out).toContain(`${path} is not UTF-8, and was read as windows-1252.`)
  const other = write('other.csv', Buffer.from('N\xe9v;Szerz\xf5\n', 'latin1'))
  expect((await run('import', 'csv', other)).err).toContain('written in with --encoding')
  const said = await run('import', 'csv', path, '--source', 'said', '--encoding', 'KOI8-R')
  expect(said.out).not.toContain('is not UTF-8')
  expect(await run('export', '--source', 'said')).toMatchObject({
    out: expect.stringContaining('"Лост"'),
    err: '1 book exported.\n',
  })
})

test.each([
  ['PK\x03\x04'.padEnd(30, '\0').concat('[Content_Types].xml'), 'save it as CSV'],
  ['\xd0\xcf\x11\xe0\xa1\xb1', 'save it as CSV'],
  ['PK\x03\x04'.padEnd(30, '\0').concat('books.csv'), 'unpack it'],
  ['books.csv'.padEnd(257, '\0').concat('ustar'), 'unpack it'],
  ['not\x1b[31mtitle,author\nA,B\n', 'no column called "title"; its first line is: not [31mtitle'],
])('%j is refused with what to do, and nothing of it reaches the terminal', async (text, line) => {
  const path = write('table.csv', Buffer.from(text, 'latin1'))
  const { code, err } = await run('import', 'csv', path)
  expect(code).toBe(1)
  expect(err).toContain(line)
  expect(err).not.toMatch(/(?!\n)\p{Cc}/u)
})

test('--help says how it is used, and does nothing', async () => {
  const { code, out, err } = await run('remove', '--source', 'gutenberg', '--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Usage: npm run catalogue/)
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  [[], 'Which command?'],
  [['sing'], '"sing" is not one.'],
  [
    ['import', 'amazon', 'x'],
    'One of gutenberg, open-library, google-books, csv, catchword, not "amazon".',
  ],
  [['import', 'csv'], 'Which file or folder'],
  [['import', 'csv', 'a', 'b'], '"b" is one argument too many.'],
  [['import', 'csv', 'a', '--source', 'My Books'], '"My Books" is not a source name'],
  [['import', 'csv', 'a', '--language', 'english'], '"english" is not a language'],
  [['import', 'csv', 'a', '--encoding', 'cp-x'], '"cp-x" is not an encoding'],
  [['remove'], 'Which source do you want to remove?'],
  [['remove', '--source', 'bundled'], 'the bundled books'],
  [['export', '--nonsense'], "Unknown option '--nonsense'"],
])('%j makes no sense, and gets one line and the usage', async (args, line) => {
  const { code, err } = await run(...args)
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
  const { code, err } = await run(...args)
  expect(code).toBe(1)
  expect(err).toMatch(line)
})

test('bundled books that a server leaves out stay out, whatever the command is told', async () => {
  await run('status')
  await command({ BUNDLED_BOOKS: 'on' }, 'import', 'gutenberg', write('rows.jsonl', lines(2)))
  expect((await run('status')).out).toMatch(/^gutenberg +2 books .*\nall +2 books /)
})

/** `title: interests` of the exported books of the source `csv`. */
const interests = async () => {
  const { out } = await run('export', '--source', 'csv')
  const books = out
    .trimEnd()
    .split('\n')
    .map((line): { book: Book } => JSON.parse(line))
  const told = books.map(({ book: { volumeInfo } }) => volumeInfo)
  return told.map(({ title, categories }) => `${title}: ${categories.join(', ')}`).toSorted()
}

describe('subjects of the host', () => {
  const BOOKS =
    'title,author,subjects\nA,Ann,Gartenzwerge\nB,Bo,"Gartenzwerge;Heimat"\nC,Cy,\nD,Di,"Krimi;Sachbuch"\nE,Ed,Poesie\n'

  test('an import tells how many books stand under no interest; a table of their own says what they mean', async () => {
    const books = write('books.csv', BOOKS)
    expect((await run('import', 'csv', books)).out).toContain(
      '\n3 books stand under no interest; the commonest subjects: Gartenzwerge (2), Heimat (1). ' +
        'A table of yours gives them one: --subjects.\n',
    )
    const own = write(
      'own.csv',
      'Interest;Subject\ntravel;GARTENZWERGE\nPoetry;Heimat\nTrue Crime;Krimi\n\nYoung Adult;Poesie\nFantasy;Poesie\n',
    )
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
    const all = inFolder('all.jsonl')
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

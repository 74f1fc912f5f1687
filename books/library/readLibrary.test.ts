import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LibraryPreview } from '../../contract/library.ts'
import { LIBRARY_FIELD } from '../../contract/uploads.ts'
import { createTestServer, register, type TestServer } from '../../test/testServer.ts'
import { createPauses, WorkTooLong } from '../pauses.ts'
import { readLibrary } from './readLibrary.ts'

const DATA = join(import.meta.dirname, '../../../shared/data')
const hasData = existsSync(DATA)
const noData = hasData ? '' : ' (skipped: the real exports are not on this machine)'

const read = (text: string) => readLibrary(Buffer.from(text))
const titlesOf = async (text: string) => (await read(text)).rows.map(({ title }) => title)

/** What a file's rows say of a reader: title, stars, loved, status. */
async function said(content: Buffer) {
  const { program, rows } = await readLibrary(content)
  const marks = rows.map(({ title, rating, isLoved, status }) =>
    [title, rating ?? '-', isLoved ? 'loved' : [], status ?? []].flat().join(' '),
  )
  return { program, marks: marks.join('; ') }
}

describe('an export of', () => {
  test.each([
    [
      'Goodreads',
      'Title,Author l-f,My Rating,Date Read,Bookshelves,Exclusive Shelf\n' +
        'A,"O, A",5,,,read\nB,"O, A",0,,"to-read, best-of-2020",to-read\n' +
        'C,"O, A",0,,currently-reading,currently-reading\nD,"O, A",2,2020/01/02,dnf,dnf\n' +
        'E,"O, A",3,2020/01/02,reread,reread\n',
      'A 5 loved read; B - loved wanted; C -; D 2 read; E 3 read',
    ],
    [
      'StoryGraph',
      'Title,Authors,ISBN/UID,Read Status,Star Rating,Tags\nA,O,,read,3.75,\n' +
        'B,O,,did-not-finish,0.25,\nC,O,,to-read,,"long, favorites"\n',
      'A 3.75 read; B 0.25 read; C - loved wanted',
    ],
    [
      'LibraryThing',
      'Title\tPrimary Author\tSecondary Author\tRating\tCollections\tTags\n' +
        'A\tO, A\t\t4.5\tYour library\t\nB\tO, A\t\t\tYour library, To read\tbestseller\n' +
        'C\tO, A\t\t\tWishlist, Favorites\t\nD\tO, A\t\t0.5\tRead but unowned\t\n',
      'A 4.5 loved read; B - wanted; C - loved wanted; D 0.5 read',
    ],
    [
      'BookWyrm',
      'title,author_text,remote_id,finish_date,rating,shelf,shelf_name\nA,O,x,,4.0,read,Read\n' +
        'B,O,x,,,stopped-reading,Stopped\nC,O,x,2024-01-01,,favourites-7,Favourites\n',
      'A 4 loved read; B -; C - loved read',
    ],
    [
      'Calibre',
      'author_sort,authors,rating,tags,title\nO,A O,4.5,Fantasy,A\nO,A O,,"Best, Fantasy",B\n',
      'A 4.5 loved read; B - loved read',
    ],
    // As older versions and other columns have it.
    [
      'Calibre',
      'author_sort,authors,rating,tags,title\nO,A O,10,Fantasy,A\nO,A O,7,,B\n',
      'A 5 loved read; B 3.5 read',
    ],
    [
      'Openreads',
      'title,author,status,favourite,rating,olid,tags,book_format\nA,O,finished,false,4.5,,,ebook\n' +
        'B,O,planned,true,,,,\nC,O,in_progress,false,,,,\nD,O,abandoned,false,1.0,,,\n',
      'A 4.5 loved read; B - loved wanted; C -; D 1 read',
    ],
    [
      'Open Library',
      'Work ID,Title,Authors,Edition ID,Bookshelf,My Ratings,Ratings Average\n' +
        'OL1W,A,"O, A",,Already Read,4,3.9\nOL2W,B,"O, A",,Want to Read,,4.9\n' +
        'OL3W,C,"O, A",,Currently Reading,,\n',
      'A 4 loved read; B - wanted; C -',
    ],
    [
      'Book Catalogue',
      'author_details,title,rating,bookshelf,read,series_details\n"O, A|P, B",A,5,Default,1,A(1)\n' +
        '"O, A",B,0,"Default,Favourites",0,\n',
      'A 5 loved read; B - loved',
    ],
    [
      'Libby',
      'cover,title,author,isbn,timestamp,activity,library\n,A,A O,,,Returned,City\n' +
        ',B,A O,,,Placed on hold,City\n,C,A O,,,Added to notify me,City\n',
      'A - read; B - wanted; C - wanted',
    ],
    [
      'Jelu',
      'Title,Author,ISBN,Date Read,Shelves,read_dates,tags,dropped_dates,currently_reading\n' +
        'A,A O,,2024/02/01,to-read,,,,\nB,A O,,2024/02/01,,2024/02/01,favorites,,\n' +
        'C,A O,,2024/02/01,currently-reading,,,,2024/02/01\nD,A O,,2024/02/01,,,,2024/02/01,\n',
      'A - wanted; B - loved read; C -; D -',
    ],
  ])('%s: stars of five, loved, status', async (program, text, marks) => {
    expect(await said(Buffer.from(text))).toEqual({ program, marks })
  })
})

describe('any other table', () => {
  test('of ISBNs alone, with a header or without', async () => {
    for (const text of ['978-0-14-044933-4\n123abc\n', 'ISBN13,Shelf no\n9780140449334,7\nx,8\n']) {
      const { rows, unreadable } = await read(text)
      expect({ rows, unreadable }).toMatchObject({
        rows: [{ title: '', isbns: ['9780140449334'], status: 'read' }],
        unreadable: 1,
      })
    }
  })
})

describe('what is wrong with a file', () => {
  const HEADER =
    'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,' +
    'Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Positions,Exclusive Shelf'
  const ROWS =
    '1,Emma,Jane Austen,"Austen, Jane",,0141439580,9780141439587,5,4,,,,,,,,,,read\n' +
    '2,Dracula,Bram Stoker,"Stoker, Bram",,,,0,4,,,,,,,,to-read,,to-read\n'

  test('a header that was deleted is known by the columns', async () => {
    const whole = await read(`${HEADER}\n${ROWS}`)
    expect(await read(ROWS)).toEqual({ ...whole, notes: ['noHeader'] })
    const bare = ROWS.replace('0141439580', '"="""""').replace('9780141439587', '')
    expect((await read(bare)).rows.map(({ title }) => title)).toEqual(['Emma', 'Dracula'])
    const { rows, notes } = await read('Emma,Jane Austen,9780141439587\nDracula,Bram Stoker,')
    expect({ title: rows[0]?.title, notes }).toEqual({ title: '', notes: ['isbnsAlone'] })
    expect((await read('9780141439587\n9780141439846')).notes).toEqual([])
    await expect(read('Emma,Jane Austen,5')).rejects.toThrow(
      'No column of this table is named “Title”',
    )
  })

  test.each(['\uFFFD\uFFFD\uFFFD', 'п»ї'])('the spoiled mark %s', async (mark) => {
    const table = 'title,author_text,remote_id\nA,O,x\n'
    expect(await read(mark + table)).toEqual(await read(table))
    expect(await read(mark + table.replace('title', '"title"'))).toEqual(await read(table))
  })

  test.each([
    ['Les MisÃ©rables', 'Les Misérables'],
    ['Les Mis√©rables', 'Les Misérables'],
    ['РњС‹', 'Мы'],
    ['山田太郎', '山田太郎'],
    ['L’Étranger', 'L’Étranger'],
    ['CAFÉ—BAR', 'CAFÉ—BAR'],
  ])('letters that were encoded twice: %s', async (title, mended) => {
    const { rows, notes } = await read(`title,author\n${title},A O`)
    expect(rows[0]?.title).toBe(mended)
    expect(notes).toEqual(title === mended ? [] : ['mended'])
  })

  test('most letters tell, and a row in another script stays', async () => {
    const table = 'title,author\nEmma,Ã‰mile\nGrÃ¼n,A O\n山田,A O'
    expect(await titlesOf(table)).toEqual(['Emma', 'Grün', '山田'])
    expect(await titlesOf('title,author\nGrÃ¼n,José\nRené,Núñez')).toEqual(['GrÃ¼n', 'René'])
    expect(await titlesOf(`title,author\n${'Ã©'.repeat(100_000)},A O`)).toHaveLength(1)
  })

  test('articles and films of Zotero and LibraryThing are no books', async () => {
    const text =
      'Key,Item Type,Author,Title,Publication Title,ISBN\nA,journalArticle,"O, A",On Things,J,\n' +
      'B,book,"Austen, Jane",Emma,,\nC,webpage,,News,,\n'
    expect(await read(text)).toMatchObject({
      program: 'Zotero',
      rows: [{ title: 'Emma', authors: ['Jane Austen'] }],
      otherMedia: 2,
      unreadable: 0,
    })
    const films =
      'Title\tPrimary Author\tSecondary Author\tMedia\nA\tO, A\t\tDVD\nB\tO, A\t\tPaperback'
    expect(await read(films)).toMatchObject({ rows: [{ title: 'B' }], otherMedia: 1 })
  })
})

describe('ratings and statuses of any table', () => {
  test.each<[string, ...(number | null)[]]>([
    ['5,4.5,"4,5",0,,☆☆☆☆☆,n/a', 5, 4.5, 4.5, null, null, null, null],
    ['4/5,8/10,80%,4 of 5,4.0 / 5.0', 4, 4, 4, 4, 4],
    ['★★★★☆,★★★½,⭐️⭐️⭐️,*****,5 stars,3½', 4, 3.5, 3, 5, 5, 3.5],
    ['٤,۵,३,٤٫٥', 4, 5, 3, 4.5],
    ['4点,4점,5つ星のうち4,5점 중 3점', 4, 4, 4, 3],
    ['10,7', 5, 3.5],
    ['18,9', 4.5, 2.25],
    ['90,45', 4.5, 2.25],
    ['отлично,Sehr gut,liked it,很差,Coup de cœur,جيد جداً', 5, 4, 3, 1, 5, 4],
    // A die.
    ['6,5,3', 5, 4.17, 2.5],
    // Programs double half stars; two rows say too little.
    ['6,4,2', 3, 2, 1],
    ['6,5', 3, 2.5],
    // A spreadsheet's percent.
    ['0.8,1,0.55', 4, 5, 2.75],
  ])('the ratings %s', async (cells, ...stars) => {
    const ratings = cells.match(/"[^"]*"|[^,]+|(?<=,)(?=,)/g) ?? []
    const { rows, unreadRatings } = await read(
      ['title,rating', ...ratings.map((cell, at) => `Book ${at},${cell}`)].join('\n'),
    )
    expect(rows.map(({ rating }) => rating)).toEqual(stars)
    expect(unreadRatings).toBe(0)
  })

  test('what is no rating is counted', async () => {
    const { rows, unreadRatings } = await read('title,rating\nA,A+\nB,loved it\nC,6/5\nD,4\n')
    expect(rows.map(({ rating }) => rating)).toEqual([null, null, null, 4])
    expect(unreadRatings).toBe(3)
  })

  test.each([
    ['rating,num_ratings', '4.7,1200', null],
    ['rating,averageRating,ratings_count', '4,4.7,1200', 4],
    ['my rating,rating', ',5', null],
    ['Rating (/10),x', '7,', 3.5],
    ['My rating out of ten,x', '5,', 2.5],
    ['Terningkast,x', '6,', 5],
    ['Note sur 20,x', '5,', 1.25],
    ['评分（百分制）,x', '80,', 4],
    ['Arvosana 4-10,x', '5,', 2.5],
    ['"Rating (1 = best, 5 = worst)",x', '2,', 4],
    // A header that its cells belie, and grades whose best nobody knows.
    ['Rating (1-5),x', '8,', 4],
    ['Note (1-6),x', '6,', null],
  ])('%s: the own rating of %s is %j', async (header, cells, rating) => {
    const { rows } = await read(`title,${header}\nDune,${cells}\n`)
    expect(rows).toMatchObject([{ rating }])
  })

  test.each([
    [
      'Status',
      'Read|finished|Finished reading|Completed|Re-read|Lu|gelesen|Прочитано|100%',
      'read',
    ],
    ['Status', 'Want to Read|to-read|TBR|Up next|Wishlist|Holds|want-to-read: 3', 'wanted'],
    ['Status', 'Currently Reading|Reading|In progress|to-read and currently reading', null],
    ['Status', 'not-for-me|Not for me', 'refused'],
    ['Status', 'Paused|On hold|Did Not Finish|DNF|Dropped|Ignored|Unread|Not started|23%', null],
    ['is_finished', 'True|yes|1|x', 'read'],
    ['percent_complete', '100|100.0|100%', 'read'],
    ['percent_complete', '0|1|20|99.5%|', null],
    ['Read?', 'yes|2024-01-01', 'read'],
    ['Date Finished,Status', '2024-01-01,|2024-01-01,Owned', 'read'],
  ])('%s %s: the status is %s', async (header, cells, status) => {
    const table = cells.split('|').map((cell, at) => `Book ${at},${cell}`)
    const { rows } = await read([`title,${header}`, ...table].join('\n'))
    expect(rows.map((row) => row.status)).toEqual(table.map(() => status))
  })
})

test('letters are whole where the pieces of a file meet', async () => {
  const title = 'あ'.repeat(100)
  const { rows } = await read(`title\n${`${title}\n`.repeat(120)}`)
  expect(new Set(rows.map((row) => row.title))).toEqual(new Set([title]))
})

test('a file of separators is read within a budget, which ends it', async () => {
  const row = `"${'&,,'.repeat(160)}",${'a,'.repeat(3)}\n`
  const content = Buffer.from(`author,title\n${row.repeat(9000)}`)
  const began = performance.now()
  const reading = readLibrary(content, createPauses(5, { budget: 100 }))
  await expect(reading).rejects.toThrow(WorkTooLong)
  expect(performance.now() - began).toBeLessThan(10_000)
})

const ROOM = { favorites: 5000, wantToRead: 5000, read: 5000, notForMe: 5000 }

describe(`real exports${noData}`, () => {
  let server: TestServer

  beforeAll(async () => {
    server = await createTestServer()
  })
  afterAll(() => server.close())

  async function previewOf(file: string): Promise<LibraryPreview> {
    const reader = await register(server.app)
    const body = new FormData()
    body.append(LIBRARY_FIELD, new Blob([readFileSync(join(DATA, file))]), 'library.csv')
    const encoded = new Response(body)
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/user/${reader.id}/library`,
      headers: { ...reader.bearer, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(response.statusCode).toBe(200)
    return response.json()
  }

  test.skipIf(!hasData)('a Babelio of 650 books', async () => {
    const { found, missing, ...counts } = await previewOf('exports/inventaire_babelio_biblio.csv')
    const none = { unreadable: 0, unreadRatings: 0, otherMedia: 0, notes: ['guessed'] }
    expect(counts).toEqual({ program: null, rows: 650, repeated: 5, room: ROOM, ...none })
    expect(found.length + missing.length).toBe(645)
    const best = [
      'Frankenstein; or, The Modern Prometheus',
      'Peter Pan',
      'Hamlet',
      'The Lover',
      'The Little Prince',
      'Fahrenheit 451',
    ]
    const loved = [
      ...best,
      'The Stranger',
      'The Plague',
      'Death Note: Boredom',
      'The Silmarillion',
      'Matilda',
      '1984',
      'The Walking Dead: Days Gone Bye',
      'Beloved',
    ]
    expect(found.filter(({ mark }) => mark === 'favorites').map(({ title }) => title)).toEqual([
      ...loved,
      'Marie Antoinette',
      'Jane Eyre',
      'Faust',
      'The Fall',
      'Emma',
    ])
    // Comics of the same title by others, and volumes of Asterix that the catalogue lacks.
    expect(missing.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Germinal', 'Les Bidochon, Tome 5 : Ragots intimes']),
    )
    expect(found.find(({ title }) => title === 'Mrs. Dalloway')).toMatchObject({
      mark: 'wantToRead',
    })
  })

  test
    .skipIf(!hasData)
    .each<[file: string, program: string | null, missing: number, ...found: string[]]>([
      ['exports/inventaire_babelio_critiques.csv', null, 0, 'The Stranger null read'],
      ['exports/inventaire_goodreads_library_export.csv', 'Goodreads', 6],
      [
        'exports/jelu_goodreads-duplicate-events.csv',
        'Goodreads',
        4,
        'Meditations 5 favorites',
        'Thus Spoke Zarathustra null wantToRead',
      ],
      ['exports/jelu_goodreads1.csv', 'Goodreads', 10],
      ['exports/jelu_goodreads_library_export-2022.csv', 'Goodreads', 10],
      ['exports/jelu_goodreads_library_export_one_line.csv', 'Goodreads', 1],
      ['exports/jelu_goodreads_library_export_one_line_modified.csv', 'Goodreads', 1],
      [
        'exports/jelu_goodreads_library_export_one_line_modified_review.csv',
        'Goodreads',
        3,
        "The Handmaid's Tale 5 favorites",
        'The Grapes of Wrath 4 favorites',
      ],
      ['exports/jelu_isbns-import.txt', null, 2],
      [
        'exports/openlibrary_goodreads_library_export.csv',
        'Goodreads',
        1,
        'Pippi Longstocking null wantToRead',
        'Range null wantToRead',
      ],
      // With the ISBN of a book that the catalogue has.
      ['field-cases/04-bookwyrm-export.csv', 'BookWyrm', 1],
      ['field-cases/14-ol-reading-log.csv', 'Open Library', 1],
      ['field-cases/15-calibre.csv', 'Calibre', 2],
      ['field-cases/17-librarything.tsv', 'LibraryThing', 1],
    ])('%s', async (file, program, missing, ...found) => {
    const preview = await previewOf(file)
    expect(preview).toMatchObject({ program, repeated: 0 })
    expect(preview.missing).toHaveLength(missing)
    const message = preview.found.map(({ title, rating, mark }) =>
      [title, rating ?? 'null', mark ?? []].flat().join(' '),
    )
    expect(message).toEqual(found)
  })

  test.skipIf(!hasData).each<[file: string, program: string | null, marks: string]>([
    ['13-hardcover.csv', null, 'Dune 4.5 loved read; Emma - wanted; 1984 3 read'],
    ['15-audible-cli.tsv', null, 'Good Omens - read; Dune -'],
    ['16-readwise.csv', null, 'Dune - read; Dune - read; Emma - read'],
    ['27-camel.csv', null, 'Dune - read'],
    [
      '42c-quote-open.tsv',
      'LibraryThing',
      '"Unbalanced 5 loved read; Emma 5 loved read; Dracula 5 loved wanted',
    ],
    [
      '42e-quote-tag.tsv',
      'LibraryThing',
      'Emma 5 loved read; x 5 loved read; Dracula 5 loved wanted',
    ],
    ['55-hundred.csv', null, 'Dune 4.5 loved read; Emma 2.25 read'],
    ['56-stars.csv', null, 'Dune 5 loved read; Emma 4 loved read; Dracula 5 loved read'],
  ])('field-cases-2: %s', async (file, program, marks) => {
    const content = readFileSync(join(DATA, 'field-cases-2', file))
    expect(await said(content)).toEqual({ program, marks })
  })
})

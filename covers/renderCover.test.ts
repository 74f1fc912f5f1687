// @vitest-environment node
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { CATEGORIES as categories } from '../contract/categories.ts'
import { COVER_VERSION } from '../contract/covers.ts'
import { composeCover, motifLayouts, renderCover, writeCover } from './renderCover.ts'
import type { ComposedCover, CoverBook } from './renderCover.ts'
import { isFull } from '../test/full.ts'
import { isFace } from './faces.ts'
import { layoutNames } from './layouts.ts'
import { motifNamed } from './layouts/motifs.ts'
import { height, width } from './layouts/sheet.ts'
import { palettes } from './palettes.ts'
import type { Box } from './setType.ts'
import styles from './styles.json' with { type: 'json' }

function book(title: string, more: Partial<CoverBook> = {}): CoverBook {
  return { id: title, title, authors: ['George Eliot'], categories: ['Fiction'], ...more }
}

const longTitle =
  'The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner, who lived ' +
  'Eight and Twenty Years, all alone in an un-inhabited Island on the Coast of America, near the ' +
  'Mouth of Orinoco'

const titles: Readonly<Record<string, string>> = {
  'a subtitle': 'Sapiens: A Brief History of Humankind',
  'one letter': 'V',
  'only marks': '?!',
  empty: '',
  '200 letters': longTitle.slice(0, 200),
  '200 letters without a space': 'Honorificabilitudinitatibus'.repeat(8).slice(0, 200),
  '200 wide letters': 'W'.repeat(200),
  'far too long': `${longTitle} `.repeat(20),
  markup: '</svg><script>alert(1)</script>',
  ampersand: 'Pride & Prejudice &amp; &#x0; <![CDATA[ ]]> --> <!DOCTYPE x>',
  control: 'a\u0000b\u0007c\u001Bd\u0085e\uFFFEf\uFFFF',
  'lone surrogates': 'x\uD83Dy\uDC00z',
  'long arabic': 'كتاب ألف ليلة وليلة '.repeat(10).slice(0, 200),
  'long japanese': '吾輩は猫である。名前はまだ無い。'.repeat(13).slice(0, 200),
  thai: 'สี่แผ่นดิน',
  'many emoji': '👩‍🚀🌙'.repeat(100),
  'stacked marks': 'Z\u0300\u0301\u0302\u0303\u0304\u0305'.repeat(20),
  'unknown script': '𒀀𒀁𒀂',
}

const authors = [['Gabriel García Márquez'], ['紫式部'], ['Wolfeschlegelstein'.repeat(4)], []]

/** Hostile titles with all kinds of authors, one category after the other. */
const hostileBooks = Object.values(titles).map((title, index) =>
  book(title, {
    id: `hostile-${index}`,
    authors: authors[index % 4] ?? [],
    categories: [categories[index % categories.length] ?? ''],
  }),
)

async function pixels(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).removeAlpha().raw().toBuffer()
}

/** How far type stays from the edges of a cover. */
const MARGIN = 24

const overlaps = (one: Box, other: Box) =>
  one.x + one.width > other.x + 0.01 &&
  other.x + other.width > one.x + 0.01 &&
  one.y + one.height > other.y + 0.01 &&
  other.y + other.height > one.y + 0.01

const linesOf = ({ blocks }: ComposedCover) => blocks.flatMap(({ lines }) => lines)

/** The lines that come near the edge or touch another line, and titles too small to read. */
function faultsOf(cover: ComposedCover): string[] {
  const lines = linesOf(cover)
  const faults = lines.flatMap(({ box, text }, index) => {
    const isInside =
      box.x >= MARGIN &&
      box.y >= MARGIN &&
      box.x + box.width <= width - MARGIN &&
      box.y + box.height <= height - 20
    const touched = lines.slice(index + 1).filter((other) => overlaps(box, other.box))
    return [...(isInside ? [] : [`'${text}' is near the edge`]), ...touched.map(() => `'${text}'`)]
  })
  const isSmall = cover.blocks.some(({ role, size }) => role === 'title' && size < 17.999)
  return [...faults, ...(isSmall ? ['a small title'] : [])].map(
    (text) => `${cover.layout}: ${text}`,
  )
}

test('the same book has the same cover, another id another one', () => {
  for (const one of hostileBooks) expect(renderCover(one)).toBe(renderCover({ ...one }))
  const covers = Array.from({ length: 20 }, (_, id) =>
    renderCover(book('Dune', { id: `id-${id}` })),
  )
  expect(new Set(covers).size).toBe(20)
})

const drawnTexts = (title: string) =>
  linesOf(composeCover(book(title, { authors: [] }))).map(({ text }) => text)

/** Letters alone: lines may be set in capitals, and broken words get hyphens. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '')

const quoted = book('" onload="alert(1)')

describe('any title', () => {
  test.each([...hostileBooks, quoted])('is well-formed and harmless: $title', async (one) => {
    const svg = renderCover(one)
    await expect(pixels(svg)).resolves.toHaveLength(width * height * 3)
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="[^"]+"/)
    expect(svg.isWellFormed()).toBe(true)
    expect(svg).not.toMatch(/[\p{Cc}\p{Noncharacter_Code_Point}]/u)
    expect(svg).not.toMatch(/url\(|@import|javascript:/i)
    expect(svg.length).toBeLessThan(40_000)
    for (const [, name = '', attributes = ''] of svg.matchAll(/<(?!\/)([^\s/>]+)([^>]*)>/g)) {
      expect(name).toMatch(/^(svg|style|g|path|rect|circle|use|defs|text)$/)
      for (const [, key = '', value = ''] of attributes.matchAll(/([^\s=]+)="([^"]*)"/g)) {
        expect(key).not.toMatch(/^on|^style$|^xlink/)
        expect(key === 'href' ? value : '#l0').toMatch(/^#(m|l\d+)$/)
      }
    }
  })

  test.each(layoutNames)('keeps its margins and overlaps nothing: %s', (layout) => {
    for (const one of hostileBooks)
      expect(faultsOf(composeCover({ ...one, id: layout }, { layout }))).toEqual([])
  })

  test('of 200 letters is set whole, a longer one ends in an ellipsis', () => {
    for (const title of [titles['200 letters'] ?? '', titles['200 wide letters'] ?? '']) {
      expect(bare(drawnTexts(title).join(''))).toBe(bare(title))
    }
    expect(drawnTexts(titles['far too long'] ?? '').at(-1)).toMatch(/…$/)
  })

  test('is outlines in Latin, Greek and Cyrillic, else text for the fonts of the reader', () => {
    for (const title of ['Les Misérables', 'Ὀδύσσεια', 'Преступление и наказание']) {
      expect(renderCover(book(title))).not.toContain('<text')
    }
    expect(renderCover(book('紅樓夢'))).toContain('<text')
    expect(renderCover(book('紅樓夢'))).not.toContain('direction="rtl"')
    expect(renderCover(book('ألف ليلة وليلة'))).toContain('direction="rtl"')
  })
})

test('type is rendered where its boxes say', async () => {
  for (const layout of layoutNames.filter((_, at) => isFull || at % 4 === 0)) {
    const cover = composeCover(book('Gravity’s “Ångström” Rainbow, Jq'), { layout })
    const blocks = cover.blocks.map((block) => ({ ...block, ink: '#000000' }))
    const image = await pixels(writeCover({ ground: '#ffffff', art: '', blocks }, ''))
    const isInBox = (x: number, y: number) =>
      linesOf(cover).some(
        ({ box }) =>
          x >= box.x - 1.5 &&
          x <= box.x + box.width + 0.5 &&
          y >= box.y - 1.5 &&
          y <= box.y + box.height + 0.5,
      )
    const inked = Array.from({ length: width * height }, (_, at) => at).filter(
      (at) => (image[at * 3] ?? 255) <= 192,
    )
    // Ink reaches the sides of each box: no letter is missing, or lacks a part.
    for (const { box, text } of linesOf(cover)) {
      const isIn = (from: number, to: number) => (at: number) =>
        Math.floor(at / width) >= box.y - 1 &&
        Math.floor(at / width) <= box.y + box.height &&
        at % width >= from &&
        at % width <= to
      const right = box.x + box.width
      expect({ text, isLeft: inked.some(isIn(box.x - 2, box.x + 2)) }).toMatchObject({
        isLeft: true,
      })
      expect({ text, isRight: inked.some(isIn(right - 3, right + 1)) }).toMatchObject({
        isRight: true,
      })
    }
    expect(inked.filter((at) => !isInBox(at % width, Math.floor(at / width)))).toEqual([])
  }
})

const shelfOf = (category: string, title: string, more: Partial<CoverBook> = {}) =>
  Array.from({ length: 40 }, (_, index) =>
    composeCover(book(title, { id: `${category}${index}`, categories: [category], ...more })),
  )
const layoutsOf = (covers: readonly ComposedCover[]) => new Set(covers.map((one) => one.layout))

const showing = (...shelf: Parameters<typeof shelfOf>) =>
  shelfOf(...shelf).filter(({ layout }) => motifLayouts.includes(layout)).length

describe('a shelf of forty', () => {
  test('in one category has many layouts and colours; all categories have every layout', () => {
    const shelves = categories.map((category) => shelfOf(category, 'Middlemarch'))
    for (const shelf of shelves) {
      expect(layoutsOf(shelf).size).toBeGreaterThanOrEqual(8)
      expect(new Set(shelf.map(({ ground }) => ground)).size).toBeGreaterThanOrEqual(5)
    }
    expect(layoutsOf(shelves.flat())).toEqual(new Set(layoutNames))
  })

  test('shows a motif only where the title, a subject or the category names one', () => {
    expect(showing('Fiction', 'Middlemarch')).toBe(0)
    expect(showing('Fiction', 'Catch-22 and the Starter', { subjects: ['no such'] })).toBe(0)
    expect(showing('Fiction', 'The Cat in the Hat')).toBeGreaterThan(4)
    expect(showing('Fiction', 'Middlemarch', { subjects: ['dragons'] })).toBeGreaterThan(4)
    expect(showing('Food & Cooking', 'Middlemarch')).toBeGreaterThan(0)
  })
})

test('a series is one family: one layout and face, a colour and the number for each volume', () => {
  const volumes = ['Earth', 'Water', 'Fire'].map((title, index) =>
    composeCover(book(title, { series: { name: 'Elements', number: index + 1 } })),
  )
  expect(layoutsOf(volumes).size).toBe(1)
  expect(new Set(volumes.map(({ blocks }) => blocks[0]?.face)).size).toBe(1)
  expect(new Set(volumes.map(({ ground }) => ground)).size).toBe(3)
  const numbers = volumes.map(({ blocks }) => blocks.find(({ role }) => role === 'number'))
  expect(numbers.map((block) => block?.lines[0]?.text)).toEqual(['1', '2', '3'])
})

test.each(Object.entries(styles))('a style has what is there by its name: %s', (_, style) => {
  const { palettes: named, faces, layouts, motifs } = style
  expect(palettes.map(({ name }) => name)).toEqual(expect.arrayContaining(named.split(' ')))
  expect(faces.split(' ').filter((name) => !isFace(name))).toEqual([])
  expect(layoutNames).toEqual(expect.arrayContaining(layouts.split(' ')))
  expect(motifs === '' || motifs.split(' ').every((name) => motifNamed(name))).toBe(true)
})

test('the marks of capitals are clear of the line above', () => {
  const gaps = layoutNames.flatMap((layout) => {
    const { blocks } = composeCover(book('Phố Cổ Ổn Ẩm Ồ Ổ Ẩn Ổi Ở Ổ Ẩn'), { layout })
    const [title] = blocks.filter(({ role }) => role === 'title')
    return (title?.lines ?? []).slice(1).map(({ box, size }, at) => {
      const above = title?.lines[at]?.box ?? box
      return (box.y - above.y - above.height) / size
    })
  })
  expect(gaps.length).toBeGreaterThan(40)
  expect(Math.min(...gaps)).toBeGreaterThan(0.09)
})

test('author names can be read on a cover 120 px wide', () => {
  for (const layout of layoutNames) {
    const { blocks } = composeCover(book('Middlemarch'), { layout })
    expect(blocks.find(({ role }) => role === 'author')?.size).toBeGreaterThanOrEqual(26)
  }
})

test('COVER_VERSION is raised when covers change, then the hash here', () => {
  const covers = createHash('sha256')
  for (const one of hostileBooks) covers.update(renderCover(one))
  for (const category of categories) {
    for (const { layout, ground } of shelfOf(category, 'The Moon and Sixpence')) {
      covers.update(layout + ground)
    }
    covers.update(renderCover(book('Dune', { id: category, categories: [category] })))
    const series = { name: category, number: 2 }
    covers.update(
      renderCover(book('Dune', { categories: [category], subjects: ['dragons'], series })),
    )
  }
  const hash = covers.digest('hex').slice(0, 16)
  expect({ version: COVER_VERSION, hash }).toEqual({ version: 4, hash: '3b961b97c62bc642' })
})

// @vitest-environment node
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { CATEGORIES as categories } from '../../contract/categories.ts'
import { contrast } from './colour.ts'
import { composeCover, drawCover, writeCover } from './drawCover.ts'
import type { ComposedCover, CoverBook } from './drawCover.ts'
import { layoutNames } from './layouts.ts'
import { height, safeArea, width } from './layouts/sheet.ts'
import { palettes, palettesFor } from './palettes.ts'
import { cleanText } from './setType.ts'
import type { Box } from './setType.ts'

function book(title: string, more: Partial<CoverBook> = {}): CoverBook {
  return { id: title, title, authors: ['George Eliot'], categories: ['Fiction'], ...more }
}

const longTitle =
  'The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner, who lived ' +
  'Eight and Twenty Years, all alone in an un-inhabited Island on the Coast of America, near the ' +
  'Mouth of Orinoco'

const titles: Record<string, string> = {
  plain: 'Middlemarch',
  'a few words': 'The Left Hand of Darkness',
  'a subtitle': 'Sapiens: A Brief History of Humankind',
  'one letter': 'V',
  'one digit': '7',
  'only marks': '?!',
  empty: '',
  'spaces only': ' \t\n ',
  '200 letters': longTitle.slice(0, 200),
  '200 letters without a space': 'Honorificabilitudinitatibus'.repeat(8).slice(0, 200),
  '200 wide letters': 'W'.repeat(200),
  'far too long': `${longTitle} `.repeat(20),
  markup: '</svg><script>alert(1)</script>',
  'markup in quotes': '" onload="alert(1)" x=\'',
  ampersand: 'Pride & Prejudice &amp; &#x0; <![CDATA[ ]]> --> <!DOCTYPE x>',
  control: 'a\u0000b\u0007c\u001Bd\u0085e\uFFFEf\uFFFF',
  'lone surrogates': 'x\uD83Dy\uDC00z',
  'direction marks': 'safe\u202Egpj.exe\u2066',
  accents: 'Příliš žluťoučký kůň úpěl ďábelské ódy, Ærøskøbing, İstanbul',
  vietnamese: 'Truyện Kiều',
  greek: 'Ὀδύσσεια',
  russian: 'Преступление и наказание',
  arabic: 'ألف ليلة وليلة',
  'long arabic': 'كتاب ألف ليلة وليلة '.repeat(10).slice(0, 200),
  hebrew: 'איש קטן בעולם גדול',
  chinese: '紅樓夢',
  'long chinese': '吾輩は猫である。名前はまだ無い。'.repeat(13).slice(0, 200),
  korean: '채식주의자',
  thai: 'สี่แผ่นดิน',
  hindi: 'गोदान',
  emoji: '👩‍🚀🌙',
  'many emoji': '🌙'.repeat(100),
  'stacked marks': 'Z\u0300\u0301\u0302\u0303\u0304\u0305'.repeat(20),
  'unknown script': '𒀀𒀁𒀂',
}

const layoutsOf = (covers: readonly ComposedCover[]) => new Set(covers.map(({ layout }) => layout))

async function pixels(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).removeAlpha().raw().toBuffer()
}

function hexAt(image: Buffer, x: number, y: number): string {
  const at = (y * width + x) * 3
  return `#${image.subarray(at, at + 3).toString('hex')}`
}

function coloursIn(image: Buffer, box: Box): Set<string> {
  const colours = new Set<string>()
  for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 2) {
    for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 2) {
      colours.add(hexAt(image, x, y))
    }
  }
  return colours
}

const wrap = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${text}</svg>`

const idsOf = (svg: string) => Array.from(svg.matchAll(/id="([^"]+)"/g), ([, id]) => id)

const textOf = (title: string) =>
  composeCover(book(title))
    .blocks.filter(({ role }) => role === 'title')
    .flatMap(({ lines }) => lines.map(({ text }) => text))
    .join(' ')

/** Letters alone: lines may be set in capitals, and broken words get hyphens. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '')

const linesOf = (cover: ComposedCover) => cover.blocks.flatMap(({ lines }) => lines)

const middle = ({ x, width }: Box) => x + width / 2

const overlaps = (one: Box, other: Box) =>
  one.x + one.width > other.x + 0.01 &&
  other.x + other.width > one.x + 0.01 &&
  one.y + one.height > other.y + 0.01 &&
  other.y + other.height > one.y + 0.01

/** The lines that leave the safe area or touch another line. */
function faultsOf(cover: ComposedCover): string[] {
  const lines = linesOf(cover)
  return lines.flatMap(({ box, text }, index) => {
    const inside =
      box.x >= safeArea.x &&
      box.y >= safeArea.y &&
      box.x + box.width <= safeArea.x + safeArea.width &&
      box.y + box.height <= safeArea.y + safeArea.height
    const touched = lines.slice(index + 1).filter((other) => overlaps(box, other.box))
    return [
      ...(inside ? [] : [`${cover.layout}: '${text}' leaves the safe area`]),
      ...touched.map((other) => `${cover.layout}: '${text}' over '${other.text}'`),
    ]
  })
}

describe('the same book', () => {
  test.each(Object.entries(titles))('gives the same bytes: %s', (_, title) => {
    expect(drawCover(book(title))).toBe(drawCover(book(title)))
  })

  test('has another cover under another id', () => {
    const covers = Array.from({ length: 40 }, (_, index) =>
      drawCover(book('Middlemarch', { id: `id-${String(index)}` })),
    )
    expect(new Set(covers).size).toBe(40)
  })
})

describe('hostile text', () => {
  const allowed = new Set(['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'use', 'defs', 'text'])

  test('the XML check itself can fail', async () => {
    await expect(pixels(wrap('<text>&</text>'))).rejects.toThrow(/XML/)
    await expect(pixels(wrap('<text>\u0007</text>'))).rejects.toThrow(/XML/)
    await expect(pixels(wrap('<text>'))).rejects.toThrow(/XML/)
    await expect(pixels(wrap('<text>fine</text>'))).resolves.toBeDefined()
  })

  test.each(Object.entries(titles))('is well-formed and harmless: %s', async (_, title) => {
    const svg = drawCover(book(title, { id: title, authors: [title, title] }))
    await expect(pixels(svg)).resolves.toHaveLength(width * height * 3)
    expect(svg.isWellFormed()).toBe(true)
    expect(svg).not.toMatch(/[\p{Cc}\p{Noncharacter_Code_Point}]/u)
    expect(svg).not.toMatch(/url\(|@import|javascript:/i)
    for (const [, name = '', attributes = ''] of svg.matchAll(/<(?!\/)([^\s/>]+)([^>]*)>/g)) {
      expect(allowed).toContain(name)
      for (const [, key = '', value = ''] of attributes.matchAll(/([^\s=]+)="([^"]*)"/g)) {
        expect(key).not.toMatch(/^on|^style$|^xlink/)
        expect(key === 'href' ? value : '#c0-0').toMatch(/^#c[\da-z]+-[\da-z]+$/)
      }
    }
  })

  test('two covers share no ids', () => {
    const one = idsOf(drawCover(book('Middlemarch')))
    expect(one.length).toBeGreaterThan(0)
    expect(
      idsOf(drawCover(book('The Mill on the Floss'))).filter((id) => one.includes(id)),
    ).toEqual([])
  })

  test('cleaning leaves what can be read', () => {
    expect(cleanText(' a\u0000b\uD800\n\u202Ec ')).toBe('ab c')
    expect(cleanText('👩‍🚀')).toBe('👩‍🚀')
    expect(cleanText('e\u0301')).toBe('é')
  })
})

describe('type', () => {
  test.each(Object.entries(titles))('is inside the safe area: %s', (_, title) => {
    for (let index = 0; index < 12; index += 1) {
      const id = `${title.slice(0, 20)}${String(index)}`
      const category = categories[index % categories.length] ?? ''
      expect(faultsOf(composeCover(book(title, { id, categories: [category] })))).toEqual([])
    }
  })

  test.each(layoutNames)('is inside the safe area in every layout: %s', (layout) => {
    const authors = [['Gabriel García Márquez'], ['紫式部'], ['Wolfeschlegelstein'.repeat(4)], []]
    const covers = Object.values(titles)
      .flatMap((title) => ['a', 'b', 'c'].map((id) => ({ title, id: id + title })))
      .map(({ title, id }, index) =>
        composeCover(book(title, { id, authors: authors[index % 4] ?? [] }), { layout }),
      )
      .filter((cover) => cover.layout === layout)
    expect(covers.length).toBeGreaterThan(20)
    expect(covers.flatMap(faultsOf)).toEqual([])
  })

  test.each(Object.entries(titles))('is never smaller than 18 units: %s', (_, title) => {
    for (let index = 0; index < 6; index += 1) {
      const cover = composeCover(book(title, { id: String(index) }))
      const lines = cover.blocks
        .filter(({ role }) => role === 'title')
        .flatMap(({ lines }) => lines)
      expect(lines.length).toBeGreaterThan(0)
      for (const { size } of lines) expect(size).toBeGreaterThanOrEqual(17.999)
    }
  })

  test('200 letters are set whole, more end in an ellipsis', () => {
    for (const title of [
      titles['200 letters'] ?? '',
      titles['200 letters without a space'] ?? '',
    ]) {
      expect(bare(textOf(title))).toBe(bare(title))
    }
    expect(textOf(titles['far too long'] ?? '')).toMatch(/…$/)
  })

  test('is drawn where its boxes say', async () => {
    for (const layout of layoutNames) {
      const cover = composeCover(book('Gravity’s “Ångström” Rainbow, Jq'), { layout })
      const blocks = cover.blocks.map((block) => ({ ...block, ink: '#000000' }))
      const image = await pixels(writeCover({ ground: '#ffffff', art: '', blocks }, '', 'c-'))
      const lines = linesOf(cover)
      const outside: string[] = []
      let inside = 0
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          if ((image[(y * width + x) * 3] ?? 255) > 192) continue
          const near = lines.some(
            ({ box }) =>
              x >= box.x - 1.5 &&
              x <= box.x + box.width + 0.5 &&
              y >= box.y - 1.5 &&
              y <= box.y + box.height + 0.5,
          )
          if (near) inside += 1
          else outside.push(`${layout} ${String(x)} ${String(y)}`)
        }
      }
      expect(outside).toEqual([])
      expect(inside).toBeGreaterThan(400)
    }
  })

  test.each(['torn', 'initial'] as const)(
    'of title and author begins or is centred alike: %s',
    (layout) => {
      const ways = new Set<string>()
      for (let number = 0; number < 40; number += 1) {
        const { blocks } = composeCover(book('Dune', { id: `cover-${number}` }), { layout })
        const [title, author] = ['title', 'author'].map((role) =>
          blocks.find((block) => block.role === role),
        )
        if (!title || !author) throw new Error('A cover without title or author.')
        const isCentred = Math.abs(middle(title.box) - 200) < 6
        ways.add(isCentred ? 'centred' : 'left')
        const [expected, found] = isCentred
          ? [200, middle(author.box)]
          : [title.box.x, author.box.x]
        expect(Math.abs(expected - found)).toBeLessThan(12)
      }
      expect(ways).toEqual(new Set(['centred', 'left']))
    },
  )

  test('right-to-left text is marked so', () => {
    expect(drawCover(book('ألف ليلة وليلة'))).toContain('direction="rtl"')
    expect(drawCover(book('紅樓夢'))).not.toContain('direction="rtl"')
  })

  test('Latin, Greek and Cyrillic are outlines, whatever fonts the reader has', () => {
    for (const title of ['Les Misérables', 'Ὀδύσσεια', 'Преступление и наказание']) {
      expect(drawCover(book(title))).not.toContain('<text')
    }
  })
})

describe('contrast', () => {
  test.each(layoutNames)('is 4.5 or more on what is really drawn: %s', async (layout) => {
    const words = ['Middlemarch', 'The Left Hand of Darkness', titles['a subtitle'] ?? '', 'Dune']
    await Promise.all(
      palettes.map(async ({ name }, index) => {
        const authors =
          index % 3 === 0 ? ['Wisława Szymborska', 'Gabriel García Márquez'] : ['Homer']
        const title = words[index % words.length] ?? ''
        const one = book(title, { id: `${layout}${name}`, authors })
        const cover = composeCover(one, { layout, palette: name })
        const image = await pixels(writeCover({ ...cover, blocks: [] }, '', 'c-'))
        for (const block of cover.blocks) {
          for (const ground of block.grounds) {
            expect(contrast(block.ink, ground), `${name}: ${block.role}`).toBeGreaterThanOrEqual(
              4.5,
            )
          }
          for (const { box, text } of block.lines) {
            const faint = [...coloursIn(image, box)].filter(
              (colour) => contrast(block.ink, colour) < 4.5,
            )
            expect(faint, `${name}: ${text} in ${block.ink}`).toEqual([])
          }
        }
      }),
    )
  })
})

describe('a shelf', () => {
  test('of forty books shows many layouts', () => {
    const shelf = Array.from({ length: 40 }, (_, index) =>
      composeCover(
        book('The Mill on the Floss', {
          id: `shelf-${String(index)}`,
          categories: [categories[index % categories.length] ?? ''],
        }),
      ),
    )
    expect(layoutsOf(shelf).size).toBeGreaterThanOrEqual(14)
    expect(new Set(shelf.map(({ ground }) => ground)).size).toBeGreaterThanOrEqual(15)
  })

  test.each(categories)('of one category is varied too: %s', (category) => {
    const shelf = Array.from({ length: 40 }, (_, index) =>
      composeCover(
        book('The Mill on the Floss', {
          id: `${category}${String(index)}`,
          categories: [category],
        }),
      ),
    )
    expect(layoutsOf(shelf).size).toBeGreaterThanOrEqual(9)
    expect(palettesFor(category)).not.toEqual(palettesFor(undefined))
    expect(new Set(shelf.map(({ palette }) => palette.name)).size).toBe(
      palettesFor(category).length,
    )
  })

  test('is light to send', () => {
    const sizes = Array.from({ length: 120 }, (_, index) =>
      drawCover(
        book('The Left Hand of Darkness', {
          id: String(index),
          categories: [categories[index % categories.length] ?? ''],
        }),
      ),
    ).map((svg) => svg.length)
    expect(sizes.filter((size) => size > 14_000).length).toBeLessThan(12)
    expect(Math.max(...sizes)).toBeLessThan(30_000)
  })
})

test('an unknown palette is refused', () => {
  expect(() => composeCover(book('Middlemarch'), { palette: 'mud' })).toThrow(RangeError)
})

test('an unknown category gets the neutral palettes', () => {
  expect(palettesFor('toString')).toEqual(palettesFor(undefined))
  expect(palettesFor('Knitting')).toEqual(palettesFor(undefined))
})

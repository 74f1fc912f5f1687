// @vitest-environment node
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contrast } from './colour.ts'
import { layoutNames } from './layouts.ts'
import { width } from './layouts/sheet.ts'
import { palettes } from './palettes.ts'
import { composeCover, writeCover } from './renderCover.ts'
import type { Box } from './setType.ts'

function coloursIn(image: Buffer, box: Box): Set<string> {
  const colours = new Set<string>()
  for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 2) {
    for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 2) {
      const at = (y * width + x) * 3
      colours.add(`#${image.subarray(at, at + 3).toString('hex')}`)
    }
  }
  return colours
}

test.each(layoutNames)('type has a contrast of 4.5 on what is rendered: %s', async (layout) => {
  const words = ['Middlemarch', 'The Moon and Sixpence', 'Sapiens: A Brief History', 'Dune']
  for (const [index, palette] of palettes.entries()) {
    const cover = composeCover(
      {
        id: `${layout}${palette.name}`,
        title: words[index % words.length] ?? '',
        authors: ['George Eliot'],
        categories: ['Fiction'],
      },
      { layout, palette },
    )
    const svg = writeCover({ ...cover, blocks: [] }, '')
    const image = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
    for (const { ink, lines } of cover.blocks) {
      for (const { box, text } of lines) {
        const faint = [...coloursIn(image, box)].filter((colour) => contrast(ink, colour) < 4.5)
        expect({ palette: palette.name, text, faint }).toMatchObject({ faint: [] })
      }
    }
  }
})

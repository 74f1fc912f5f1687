import type { Book } from '../contract/books.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
}

/** How wide a text is, about, in letters: capitals, m and w are wider, and those of the Far East fill a square. */
function widthOf(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => sum + (character > '\u2E7F' ? 2 : /[\p{Lu}mw]/u.test(character) ? 1.5 : 1),
    0,
  )
}

/** A word in pieces that each fit into a line. */
function pieces(word: string, width: number): string[] {
  const broken = ['']
  for (const character of word) {
    const piece = broken.at(-1) ?? ''
    if (widthOf(piece + character) > width) broken.push(character)
    else broken[broken.length - 1] = piece + character
  }
  return broken
}

function lines(text: string, width: number): string[] {
  const broken = ['']
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, width))) {
    const line = `${broken.at(-1)} ${word}`.trim()
    if (widthOf(line) > width) broken.push(word)
    else broken[broken.length - 1] = line
  }
  return broken.slice(0, 7)
}

/** A plain cover as SVG, 400 by 600: enough to tell the books apart; the server draws the real ones. */
export function drawFakeCover(book: Book): string {
  const hue =
    Array.from(book.id).reduce((sum, character) => sum + character.charCodeAt(0) * 37, 0) % 360
  const title = lines(book.volumeInfo.title, 18)
    .map((line, index) => `<tspan x="36" y="${120 + index * 44}">${escaped(line)}</tspan>`)
    .join('')
  const author = escaped(lines(book.volumeInfo.authors[0] ?? '', 29)[0] ?? '')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600" width="400" height="600">` +
    `<rect width="400" height="600" fill="hsl(${hue} 35% 28%)"/>` +
    `<g fill="#fff" font-family="Georgia, serif">` +
    `<text font-size="36">${title}</text>` +
    `<text x="36" y="540" font-size="22">${author}</text></g></svg>`
  )
}

import { field, readVolume } from '../volume.ts'
import type { Format } from './format.ts'
import { beginningOf } from './input.ts'
import { readJsonDocument, readJsonLine, readJsonLines, type Json } from './json.ts'

/** The volumes in what was read: of an answer its items, of a list each, else the one. */
function volumesIn(value: unknown): Json[] {
  if (Array.isArray(value)) return value.map((volume: unknown) => ({ value: volume }))
  const items = field(value, 'items')
  return Array.isArray(items) ? items.map((item: unknown) => ({ value: item })) : [{ value }]
}

/** Google Books: volumes or answers of its API, one a line, or one JSON document a file. */
export const googleBooks: Format<Json> = {
  async *read({ input, meter }) {
    for (const file of input.files) {
      if (/^(?:\[|\{\s*(?:\n|$))/.test(await beginningOf(file))) {
        yield volumesIn(await readJsonDocument(file, meter))
        continue
      }
      for await (const lines of readJsonLines(file, meter)) {
        yield lines
          .map(readJsonLine)
          .flatMap((line) => ('value' in line ? volumesIn(line.value) : line))
      }
    }
  },

  async map(raw, drawing) {
    if ('broken' in raw) return { skipped: raw.broken, example: raw.example }
    const volume = await readVolume(raw.value, drawing)
    if ('rejected' in volume) {
      const title = field(field(raw.value, 'volumeInfo'), 'title') ?? field(raw.value, 'title')
      const id = field(raw.value, 'id')
      const told = [id, title].filter((text) => typeof text === 'string')
      return { skipped: volume.rejected, example: told.join(': ').slice(0, 60) || '(nothing)' }
    }
    const { language, popularity, ...book } = volume
    return { ...book, worth: popularity, languages: language === undefined ? [] : [language] }
  },
}

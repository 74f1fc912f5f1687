import { field, recordOf } from './googleVolume.ts'
import { beginningOf, readJsonDocument, readJsonLines, type Json, type Format } from './input.ts'

/** The volumes in what was read: those of a response or a list, else the one. */
const volumesIn = (value: unknown): Json[] =>
  [field(value, 'items') ?? value].flat().map((volume: unknown) => ({ value: volume }))

/** Google Books: volumes or responses of its API, one a line, or one JSON document a file. */
export const googleBooks: Format<Json> = {
  async *read({ input, meter }) {
    for (const file of input.files) {
      if (/^(?:\[|\{\s*(?:\n|$))/.test(await beginningOf(file))) {
        yield volumesIn(await readJsonDocument(file, meter))
        continue
      }
      for await (const lines of readJsonLines(file, meter)) {
        yield lines.flatMap((line) => ('value' in line ? volumesIn(line.value) : line))
      }
    }
  },

  map: (raw) => ('skipped' in raw ? raw : recordOf(raw.value)),
}

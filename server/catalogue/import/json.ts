import { ImportError, readLines, readText, type InputFile, type Line, type Meter } from './input.ts'

/** A value that was read, or why a line holds none. */
export type Json = { value: unknown } | { broken: string; example: string }

// As many lines without one that can be read are no accident.
const BROKEN_LINES_MAX = 100
// Text, what it is made of and what it says are held at once, within the heap of `npm run catalogue`.
const DOCUMENT_MAX = 8 * 1024 * 1024

function read(text: string): Json {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return { broken: 'broken JSON', example: text.slice(0, 60) }
  }
}

/** The value of a line. */
export function readJsonLine(line: Line): Json {
  return typeof line === 'string'
    ? read(line)
    : { broken: 'a line longer than 4 MB', example: `${line.tooLong} bytes` }
}

/**
 * The lines of a file with a value on each, which is for the caller to read.
 *
 * @throws ImportError where not one of the first lines is JSON
 */
export async function* readJsonLines(file: InputFile, meter: Meter): AsyncGenerator<Line[]> {
  let sound = false
  let broken = 0
  const check = () => {
    if (!sound && broken > 0) throw new ImportError(`${file.path} does not hold JSON lines.`)
  }
  for await (const lines of readLines(file, meter)) {
    sound ||= lines.some((line) => 'value' in readJsonLine(line))
    broken += lines.length
    if (broken >= BROKEN_LINES_MAX) check()
    if (sound) yield lines
  }
  check()
}

/**
 * The value of a file that is one JSON document.
 *
 * @throws ImportError where it is none, or larger than 8 MB
 */
export async function readJsonDocument(file: InputFile, meter: Meter): Promise<unknown> {
  const pieces: string[] = []
  let length = 0
  for await (const text of readText(file, meter)) {
    length += text.length
    if (length > DOCUMENT_MAX)
      throw new ImportError(`${file.path} is one JSON document above 8 MB; write one book a line.`)
    pieces.push(text)
  }
  const json = read(pieces.join('').replace(/^\uFEFF/, ''))
  if ('value' in json) return json.value
  throw new ImportError(`${file.path} is not sound JSON.`)
}

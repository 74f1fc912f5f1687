import type { Book } from '../../../contract/books.ts'
import { cleanRecord, type SourceRecord } from '../normalise.ts'
import type { Input, Meter, Skipped } from './input.ts'

export type { Skipped }

/** A book as it is brought into the catalogue, under whatever source. */
export interface ImportedBook {
  book: Book
  /** From 0 on (`StoredBook.popularity`). */
  popularity: number
  picture?: string
  /** BCP 47, as far as the source has them. */
  languages: readonly string[]
}

/** What reading an input needs beside it. */
export interface Reading {
  input: Input
  meter: Meter
  /** A folder for what does not fit into memory. */
  folder: string
  /** Called now and then where no records come for long: what is done, and how far, 0 to 1. */
  onWork: (what: string, done: number) => void
  signal: AbortSignal
}

/** A kind of catalogue that can be imported. */
export interface Format<Raw> {
  /**
   * The records of the input in an order that is the same every time, in groups.
   *
   * @throws ImportError where the input is unreadable or of another format
   */
  read(reading: Reading): AsyncIterable<readonly Raw[]>
  /** One record as a book of ours; never throws. `drawing` as in `coverLink`. */
  map(raw: Raw, coverVersion: string): Promise<ImportedBook | Skipped>
}

/** A record whose fields are known, cleaned; `example` says which one was left out. */
export async function imported(
  record: SourceRecord,
  {
    popularity,
    languages = [],
    example = record.id,
  }: { popularity: number; languages?: string[]; example?: string },
  coverVersion: string,
): Promise<ImportedBook | Skipped> {
  const cleaned = await cleanRecord({ language: languages[0], ...record }, coverVersion)
  if ('rejected' in cleaned) return { skipped: cleaned.rejected, example }
  const rounded = Math.round(Math.max(0, popularity) * 1000) / 1000
  return { ...cleaned, popularity: rounded, languages }
}

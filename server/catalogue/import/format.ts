import type { Book } from '../../../contract/books.ts'
import { cleanRecord, type SourceRecord } from '../normalise.ts'
import type { Input, Meter } from './input.ts'

/** A book as it is brought into the catalogue, under whatever source. */
export interface ImportedBook {
  book: Book
  /** 0 to 100 (`StoredBook.worth`). */
  worth: number
  picture?: string
  /** BCP 47, as far as the source says. */
  languages: readonly string[]
}

/** Why a record is left out: in a few words that all of its kind share, and which one it is. */
export interface Skipped {
  skipped: string
  example: string
}

/** What the reading of an input needs beside it. */
export interface Reading {
  input: Input
  meter: Meter
  /** A folder for what does not fit into memory. */
  folder: string
  /** Called now and then where no records come for long: what is done, and how far, 0 to 1. */
  onWork: (what: string, done: number) => void
  /** Aborted where the work is to end. */
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
  map(raw: Raw, drawing: string): Promise<ImportedBook | Skipped>
}

/** A record whose fields are known, cleaned. */
export async function imported(
  record: SourceRecord,
  worth: number,
  languages: readonly string[],
  drawing: string,
): Promise<ImportedBook | Skipped> {
  const cleaned = await cleanRecord(record, drawing)
  if ('rejected' in cleaned) return { skipped: cleaned.rejected, example: record.id }
  return {
    ...cleaned,
    worth: Math.round(Math.min(100, Math.max(0, worth)) * 1000) / 1000,
    languages,
  }
}

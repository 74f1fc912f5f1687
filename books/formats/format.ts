import type { Book } from '../../contract/books.ts'
import { cleanRecord, type SourceRecord } from '../record.ts'
import { languageCode } from '../languages.ts'
import type { Input, Meter, Skipped } from './input.ts'

/** A record as its source has it. */
export interface ImportedRecord extends SourceRecord {
  /** From 0 on (`StoredBook.popularity`). */
  popularity: number
  /** Codes or English names, as far as the source has them; the first is the book's. */
  languages?: readonly unknown[]
  /** Which one it is, where it is left out; the id unless given. */
  example?: string
}

/** A clean record. */
export interface ImportedBook {
  book: Book
  popularity: number
  picture?: string
  /** BCP 47. */
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
  /** What one record says; a record for which it throws is skipped. */
  map(raw: Raw): ImportedRecord | Skipped
}

/**
 * A record as a book of ours, every field cleaned. Never throws: one that cannot be read, whatever the reason, is
 * skipped, and named by its `place` where it is not known what it says.
 */
export async function readBook(
  map: () => ImportedRecord | Skipped,
  place: string,
): Promise<ImportedBook | Skipped> {
  let example = place
  try {
    const mapped = map()
    if ('skipped' in mapped) return mapped
    example = mapped.example ?? mapped.id
    return await cleaned(mapped, example)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { skipped: `cannot be read (${reason.slice(0, 80)})`, example }
  }
}

async function cleaned(mapped: ImportedRecord, example: string): Promise<ImportedBook | Skipped> {
  const { popularity, example: _, ...record } = mapped
  const languages = (mapped.languages ?? []).flatMap((language) => languageCode(language) ?? [])
  const clean = await cleanRecord({ ...record, language: languages[0] })
  if ('rejected' in clean) return { skipped: clean.rejected, example }
  const rounded = Math.round(Math.max(0, popularity) * 1000) / 1000
  return { ...clean, popularity: rounded, languages }
}

import type { Skipped, SourceRecord } from '../record.ts'
import type { Input, Meter } from './input.ts'

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
  map(raw: Raw): SourceRecord | Skipped
}

import { drawingVersion } from '../../covers/drawingVersion.ts'
import type { BookRepository, BulkImport, ImportState, StoredBook } from '../../store/store.ts'
import { BulkWriter, readyWorkers } from './bulkImport.ts'
import type { Format } from './format.ts'
import type { FormatName } from './formats.ts'
import { ImportError, type Input, type Meter } from './input.ts'
import { note, readNotes, wanted, type SkippedKinds } from './skipped.ts'

/** How an import stands, for those who watch. */
export interface ImportProgress {
  /** What is being done. */
  work: string
  /** Of the input, 0 to 1. */
  done: number
  /** Records of this run, and how many a second. */
  records: number
  rate: number
  /** Seconds until the end, as it looks; `undefined` where it is too early to say. */
  left: number | undefined
}

/** What an import is made of. */
export interface ImportOptions<Raw> {
  books: BookRepository
  format: Format<Raw>
  input: Input
  /** The name the books are kept under. */
  source: string
  /** Take out what the source has and the input has not. */
  prune?: boolean
  /** Only books in these languages (BCP 47, `en`), and those that do not say. */
  languages?: readonly string[]
  /** A folder for what does not fit into memory. */
  folder: string
  /** Ends the import after the batch under way, to be gone on with. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  /** How covers are drawn (`coverLink`); as this server draws them unless given. */
  drawing?: string
  /** What the format is called: an input of so many bytes is worth the workers that prepare its books. */
  bulk?: { format: FormatName; bytes: number }
}

/** How an import ended. */
export interface ImportResult {
  state: ImportState
  skipped: SkippedKinds
  /** Records that an earlier run had done. */
  resumedAt: number
  /** Whether it was stopped before the end of the input. */
  stopped: boolean
  /** Whether the input was read to its end and holds no book: then nothing was pruned either. */
  empty: boolean
  /** Of this run. */
  records: number
  seconds: number
}

// So many books a transaction: each pays for a sync to the disk, and other writers wait for it.
const BATCH = 2500
// Progress is kept as often where little is to be written.
const RECORDS = 20_000
const TOLD_EVERY_MS = 200

/** How many records of the input were books, wherever they are kept. */
const booksIn = ({ added, changed, unchanged, repeated, held }: ImportState): number =>
  added + changed + unchanged + repeated + held

// Raise it when the formats read records otherwise than before: what was begun is then begun anew.
const VERSION = 1

/**
 * Reads an input into the catalogue. It can be stopped at any time, by whatever, and goes on where it
 * was when it is begun again with the same input; what is there already as it is in the input is not
 * touched. Readers see of each book the old or the new record. An input without a book is no newer state
 * of its source, so it prunes nothing.
 *
 * @throws ImportError where the input cannot be read (what came before stays, and counts), or whatever
 * the store throws
 */
export async function importBooks<Raw>(options: ImportOptions<Raw>): Promise<ImportResult> {
  const { books, format, input, source, languages, onProgress } = options
  const { drawing = drawingVersion(), signal = new AbortController().signal } = options
  const began = performance.now()
  const meter: Meter = { read: 0, total: input.bytes }
  const told = [VERSION, drawing, languages?.join('+') ?? '', input.fingerprint].join(' ')
  let state = await books.beginImport(source, told, input.name, Date.now())
  const skipped = readNotes(state.notes)
  const resumedAt = state.records

  let lastTold = 0
  let beganHere = began
  let readHere = 0
  const tell = (work: string, done: number) => {
    const now = performance.now()
    if (!onProgress || now - lastTold < TOLD_EVERY_MS) return
    lastTold = now
    const seconds = (now - beganHere) / 1000
    const records = at - resumedAt
    const went = done - readHere
    const left = went > 0.005 && seconds > 1 ? (seconds / went) * (1 - done) : undefined
    onProgress({ work, done, records, rate: Math.max(0, records) / Math.max(seconds, 0.001), left })
  }

  let at = 0
  let batch: StoredBook[] = []
  const reading = { input, meter, folder: options.folder, onWork: tell, signal }
  const readSoFar = () => meter.read / Math.max(1, meter.total)

  /** The records behind those that an earlier run had done, in groups. */
  async function* records(): AsyncGenerator<readonly Raw[]> {
    let before = resumedAt
    let begun = false
    for await (const group of format.read(reading)) {
      if (signal.aborted) return
      if (group.length === 0) continue
      if (before >= group.length) {
        before -= group.length
        at += group.length
        tell('Going on where it was', readSoFar())
        continue
      }
      if (!begun) {
        begun = true
        at = resumedAt
        beganHere = performance.now()
        readHere = readSoFar()
      }
      yield before === 0 ? group : group.slice(before)
      before = 0
    }
  }

  const flush = async () => {
    if (at <= state.records) return
    const notes = JSON.stringify(skipped)
    const given = { books: batch, from: state.records, records: at, notes }
    state = await books.importBatch(source, given, Date.now())
    batch = []
    tell('Importing', readSoFar())
  }

  async function importHere(): Promise<void> {
    try {
      for await (const group of records()) {
        for (const raw of group) {
          at += 1
          const mapped = wanted(await format.map(raw, drawing), languages)
          if ('skipped' in mapped) {
            note(skipped, mapped)
          } else {
            const { book, worth, picture } = mapped
            batch.push({ book, worth, source, ...(picture !== undefined && { picture }) })
          }
          if (batch.length >= BATCH || at - state.records >= RECORDS) await flush()
        }
      }
    } finally {
      // Whatever was read before is sound.
      await flush()
    }
  }

  async function importByWorkers(bulk: BulkImport, name: FormatName): Promise<void> {
    await readyWorkers()
    const writer = new BulkWriter<Raw>({
      books,
      bulk,
      source,
      state,
      skipped,
      settings: { format: name, source, drawing, languages, stage: bulk.settings },
      onWritten(records, done) {
        at = records
        tell('Importing', done)
      },
      onLearned: (done) => tell('Learning the words', done),
    })
    try {
      try {
        for await (const group of records()) await writer.add(group, readSoFar())
      } finally {
        await writer.end({ abandon: signal.aborted })
      }
    } finally {
      state = writer.state
      at = state.records
      await writer.close()
    }
  }

  /** A name under which nothing came is no source. */
  async function forgetNothing(): Promise<void> {
    if (booksIn(state) > 0) return
    const known = await books.sources()
    if (!known.some((one) => one.source === source)) await books.removeSource(source)
  }

  const bulk =
    options.bulk && input.bytes >= options.bulk.bytes ? await books.openBulk(source) : undefined
  try {
    if (bulk && options.bulk) await importByWorkers(bulk, options.bulk.format)
    else await importHere()
  } catch (error) {
    if (error instanceof ImportError) await forgetNothing()
    throw error
  }
  const empty = !signal.aborted && booksIn(state) === 0
  if (!signal.aborted) {
    onProgress?.({ work: 'Finishing', done: 1, records: at - resumedAt, rate: 0, left: undefined })
    state = await books.finishImport(source, (options.prune ?? false) && !empty, Date.now())
  }
  if (empty) await forgetNothing()
  return {
    state,
    skipped,
    resumedAt,
    stopped: signal.aborted,
    empty,
    records: at - resumedAt,
    seconds: (performance.now() - began) / 1000,
  }
}

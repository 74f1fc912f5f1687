import { drawingVersion } from '../../covers/drawingVersion.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'
import type { ImportCounts, StoredBook } from '../storedBook.ts'
import type { Format } from './format.ts'
import type { Input, Meter } from './input.ts'
import { note, wanted, type SkippedKinds } from './skipped.ts'

/** How an import goes, for those who watch. */
export interface ImportProgress {
  /** What is being done. */
  work: string
  /** Of the input, 0 to 1. */
  done: number
  /** Records so far, and how many a second. */
  records: number
  rate: number
  /** Seconds until the end, as it looks; `undefined` where it is too early to say. */
  left: number | undefined
}

/** What an import is made of. */
export interface ImportOptions<Raw> {
  /** The folder of the catalogue. */
  folder: string
  format: Format<Raw>
  input: Input
  /** The name under which the books are stored. */
  source: string
  /** Remove the source's books that the input does not have. */
  prune?: boolean
  /** Only books in these languages (BCP 47, `en`), and those that do not say. */
  languages?: readonly string[]
  /** Stops the import; the catalogue stays as it was. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  /** How covers are rendered (`coverLink`); as this server renders them unless given. */
  drawing?: string
}

/** How an import ended. */
export interface ImportResult extends ImportCounts {
  source: string
  /** The input's name for people. */
  name: string
  /** Came again under the same id: the first was taken. */
  repeated: number
  /** Left the source because the input no longer has them. */
  removed: number
  skipped: SkippedKinds
  /** Records of the input. */
  records: number
  seconds: number
  /** Whether the input holds no book: then nothing was changed. */
  isEmpty: boolean
}

/** The import was stopped: nothing has changed. */
export class ImportStopped extends Error {
  constructor() {
    super('Stopped; the catalogue is as it was.')
    this.name = 'ImportStopped'
  }
}

// So many books at a time are ordered by rank and written.
const BATCH = 2000
const TOLD_EVERY_MS = 200

function createTold(onProgress: ((progress: ImportProgress) => void) | undefined) {
  const began = performance.now()
  let lastTold = 0
  return (work: string, done: number, records: number): void => {
    const now = performance.now()
    if (!onProgress || now - lastTold < TOLD_EVERY_MS) return
    lastTold = now
    const seconds = (now - began) / 1000
    const left = done > 0.005 && seconds > 1 ? (seconds / done) * (1 - done) : undefined
    onProgress({ work, done, records, rate: records / Math.max(seconds, 0.001), left })
  }
}

/**
 * Reads an input into the catalogue. All of it comes in at once, at the end, or nothing does: an import
 * that fails, is stopped or is killed leaves the catalogue as it was. What is there already as it is in
 * the input is not touched. An input without a book changes nothing.
 *
 * @throws ImportError where the input cannot be read, ImportStopped, CatalogueBusy, StoreError
 */
export async function importBooks<Raw>(options: ImportOptions<Raw>): Promise<ImportResult> {
  const { folder, format, input, source, languages, onProgress, prune = false } = options
  const { drawing = drawingVersion(), signal = new AbortController().signal } = options
  const began = performance.now()
  const meter: Meter = { read: 0, total: input.bytes }
  const tell = createTold(onProgress)
  const skipped: SkippedKinds = {}
  const seen = new Set<string>()
  let records = 0

  const onWork = (work: string, done: number) => tell(work, done, records)

  /** The books of the input, each id once. */
  async function* books(counts: { repeated: number }): AsyncGenerator<StoredBook> {
    for await (const group of format.read({ input, meter, folder, onWork, signal })) {
      for (const raw of group) {
        records += 1
        const mapped = wanted(await format.map(raw, drawing), languages)
        if ('skipped' in mapped) {
          note(skipped, mapped)
        } else if (seen.has(mapped.book.id)) {
          counts.repeated += 1
        } else {
          const { book, worth, picture } = mapped
          seen.add(book.id)
          yield { book, worth, source, ...(picture !== undefined && { picture }) }
        }
      }
      tell('Importing', meter.read / Math.max(1, meter.total), records)
    }
  }

  return rewriteCatalogue(folder, async (writer) => {
    const counts = { added: 0, changed: 0, unchanged: 0, held: 0, repeated: 0, removed: 0 }
    let batch: StoredBook[] = []
    const write = () => {
      const { added, changed, unchanged, held } = writer.add(source, batch)
      counts.added += added
      counts.changed += changed
      counts.unchanged += unchanged
      counts.held += held
      batch = []
    }
    for await (const book of books(counts)) {
      batch.push(book)
      if (batch.length >= BATCH) write()
      if (signal.aborted) break
    }
    if (signal.aborted) throw new ImportStopped()
    const isEmpty = seen.size === 0
    if (!isEmpty) {
      write()
      if (prune) counts.removed = writer.prune(source, seen)
      const { name, fingerprint } = input
      writer.setFile(source, { name, fingerprint, importedAt: Date.now() })
      onProgress?.({ work: 'Finishing', done: 1, records, rate: 0, left: undefined })
    }
    const seconds = (performance.now() - began) / 1000
    return { source, name: input.name, ...counts, skipped, records, seconds, isEmpty }
  })
}

import type { StoredBook } from '../../../books/storedBook.ts'
import type { ImportCounts } from '../bookWriter.ts'
import { number, size } from './amounts.ts'
import { withOwnInterests, type OwnInterests } from './ownInterests.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'
import {
  CUT,
  ImportError,
  type Format,
  type Input,
  type Meter,
} from '../../../books/formats/input.ts'
import { UNKNOWN_LANGUAGE } from '../../../books/languages.ts'
import { readRecord, type CleanRecord, type Skipped } from '../../../books/record.ts'

/** How an import goes. */
export interface ImportProgress {
  /** What is being done. */
  work: string
  /** Of the input, 0 to 1. */
  done: number
  /** Records so far, and how many a second. */
  records: number
  rate: number
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
  prune?: boolean | undefined
  /** Even where these are more than a tenth. */
  yes?: boolean | undefined
  /** Only books in these languages (BCP 47, `en`), and those without one. */
  languages?: readonly string[] | undefined
  /** What the host says of subjects. */
  own?: OwnInterests | undefined
  /** Stops the import; the catalogue stays as it was. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
}

/** By kind how many, and the first of them. */
type Kinds = Record<string, { count: number; examples: string[] }>

/** How an import ended. */
export interface ImportResult extends Omit<ImportCounts, 'fromOthers'> {
  source: string
  /** The input's name for people. */
  name: string
  /** Left the source because the input no longer has them. */
  removed: number
  /** Records that are not in the source for it. */
  skipped: Kinds
  /** What was dropped or replaced within records. */
  lost: Kinds
  /** How many books stand under no interest, and the commonest of their subjects. */
  bare: { books: number; subjects: [subject: string, books: number][] }
  /** What to know of how the files were read, in sentences. */
  notes: string[]
  /** The headers of a table's columns that were not taken. */
  otherColumns: string[]
  /** Records of the input: as many as were added, changed, unchanged and skipped. */
  records: number
  seconds: number
  /** Whether the input holds no book: then nothing was changed. */
  isEmpty: boolean
}

// So many books at a time are ordered by rank and written.
const BATCH = 200
const EXAMPLES_MAX = 3
/** Of a source's books, how many are removed without a question: a file that lacks more may be a broken download. */
const PRUNED_MOST = 0.1
// A file may name as many kinds as it has lines.
const KINDS_MAX = 40
// Of so many subjects the commonest are told.
const SUBJECTS_COUNTED = 20_000
const SUBJECTS_TOLD = 10

function count(kinds: Kinds, name: string, example: string): void {
  const hasRoom = name in kinds || Object.keys(kinds).length < KINDS_MAX
  const kind = (kinds[hasRoom ? name : 'other reasons'] ??= { count: 0, examples: [] })
  kind.count += 1
  const isMore = kind.examples.length < EXAMPLES_MAX && !kind.examples.includes(example)
  if (isMore) kind.examples.push(example)
}

/** The book, where it is in one of the languages, or has none; else why it is left out. */
function inLanguages(
  mapped: CleanRecord | Skipped,
  accepted: readonly string[] | undefined,
): CleanRecord | Skipped {
  if (!accepted || 'skipped' in mapped || mapped.languages.length === 0) return mapped
  if (mapped.languages.some((tag) => accepted.includes(tag.replace(/-.*/, '')))) return mapped
  const [first] = mapped.languages
  const skipped =
    first === UNKNOWN_LANGUAGE
      ? 'in a language that nobody knows'
      : `in another language (${first})`
  return { skipped, example: mapped.book.volumeInfo.title }
}

/**
 * Reads an input into the catalogue: all of it at the end, or nothing. An input without a book changes nothing.
 * @throws ImportError where the input cannot be read or would prune too much, the signal's reason, CatalogueBusy, StoreError
 */
export async function importBooks<Raw>(options: ImportOptions<Raw>): Promise<ImportResult> {
  const { folder, format, input, source, languages, own, prune, yes, onProgress } = options
  const { signal = new AbortController().signal } = options
  const { name, bytes } = input
  const skipped: Kinds = {}
  const lost: Kinds = {}
  const otherColumns = new Set<string>()
  let bareBooks = 0
  const bareSubjects = new Map<string, number>()
  const faults = new Set<string>()
  const guesses = new Set<string>()
  let isCut = false
  // Of the last rows without a line end, which may be cut, how many are not as they were, and the book of one.
  let cutPerhaps = 0
  let isOpenEnd = false
  let lastId: string | undefined
  const onFault = (reason: string) => void faults.add(reason)
  const isOne = input.files.length === 1
  const files = isOne ? input.files : input.files.map((file) => ({ ...file, onFault }))
  const meter: Meter = {
    read: 0,
    total: bytes,
    onLoss: (kind, example) => {
      isCut ||= kind === CUT
      count(lost, kind, example)
    },
    onOpenEnd: (isShort) => {
      cutPerhaps += 1
      isOpenEnd = !isShort
    },
    onOtherColumn: (header) => otherColumns.add(header),
    onGuess: (path, encoding) =>
      guesses.add(
        `${path} is not UTF-8, and was read as ${encoding}. If letters are wrong, name another with --encoding.`,
      ),
  }
  const seen = new Set<string>()
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 }
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  let records = 0

  function onWork(work: string, done: number): void {
    onProgress?.({ work, done, records, rate: records / Math.max(elapsed(), 0.001) })
  }

  function countBare(subjects: readonly unknown[]): void {
    bareBooks += 1
    const names = subjects.filter((name) => typeof name === 'string').map((name) => name.trim())
    for (const name of new Set(names.filter((name) => name !== '' && name.length <= 60))) {
      const books = bareSubjects.get(name) ?? 0
      if (books > 0 || bareSubjects.size < SUBJECTS_COUNTED) bareSubjects.set(name, books + 1)
    }
  }

  /** The books of the input, each id once. */
  async function* books(): AsyncGenerator<StoredBook> {
    for await (const group of format.read({
      input: { ...input, files },
      meter,
      folder,
      onWork,
      signal,
    })) {
      for (const raw of group) {
        records += 1
        const place = `record ${records} of ${name}`
        let subjects: readonly unknown[] = []
        const map = () => {
          const mapped = format.map(raw)
          if ('skipped' in mapped) return mapped
          subjects = mapped.subjects ?? []
          return own ? withOwnInterests(mapped, own) : mapped
        }
        const read = await readRecord(map, place)
        isCut ||= 'skipped' in read && read.skipped === CUT
        const mapped = inLanguages(read, languages)
        if ('skipped' in mapped) {
          count(skipped, mapped.skipped, mapped.example)
        } else if (seen.has(mapped.book.id)) {
          count(skipped, 'came twice: the first was taken', mapped.book.volumeInfo.title)
        } else {
          const { languages: _, ...book } = mapped
          seen.add(book.book.id)
          if (isOpenEnd && raw === group.at(-1)) lastId = book.book.id
          if (book.book.volumeInfo.categories.length === 0) countBare(subjects)
          yield { ...book, source }
        }
      }
      isOpenEnd = false
      onWork('Importing', meter.read / Math.max(1, meter.total))
    }
  }

  return rewriteCatalogue(folder, async (writer) => {
    let batch: StoredBook[] = []
    const write = () => {
      const { added, changed, unchanged, fromOthers } = writer.add(source, batch)
      counts.added += added
      counts.changed += changed
      counts.unchanged += unchanged
      for (const title of fromOthers) count(skipped, 'there from another source', title)
      batch = []
      return unchanged
    }
    for await (const book of books()) {
      signal.throwIfAborted()
      const isLast = book.book.id === lastId
      // Written alone, it tells whether it is as it was.
      if (isLast) write()
      if (batch.push(book) < BATCH && !isLast) continue
      const unchanged = write()
      if (isLast) cutPerhaps -= unchanged
    }
    signal.throwIfAborted()
    const isEmpty = seen.size === 0
    if (!isEmpty) {
      write()
      if (prune) {
        const [fault = isCut ? `${name} ends within a record: fetch it again.` : undefined] = faults
        if (fault !== undefined)
          throw new ImportError(`${fault} --prune needs whole files; nothing has changed.`)
        counts.removed = writer.removeOthers(source, seen)
        const before = counts.removed + counts.changed + counts.unchanged
        const isDoubtful = counts.removed > 0 && cutPerhaps > 0
        if (!yes && (isDoubtful || counts.removed > before * PRUNED_MOST)) {
          const some = `${number(counts.removed)} of the ${number(before)} books of ${source}`
          const line = `--prune would remove ${some}; nothing has changed.`
          const end = ' The last row has no line end, and is not as it was.'
          throw new ImportError(`${line}${isDoubtful ? end : ''} Is ${name} whole? Then add --yes.`)
        }
      }
      writer.setFile(source, { name: `${name} (${size(bytes)})`, importedAt: Date.now() })
    }
    const commonest = [...bareSubjects].toSorted(([, one], [, other]) => other - one)
    const bare = { books: bareBooks, subjects: commonest.slice(0, SUBJECTS_TOLD) }
    const notes = [...faults, ...guesses]
    const details = { skipped, lost, bare, notes, otherColumns: [...otherColumns] }
    return { source, name, ...counts, ...details, records, seconds: elapsed(), isEmpty }
  })
}

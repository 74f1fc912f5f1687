import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { packError, type ThreadError } from '../../lib/threadError.ts'
import type { ImportCounts, StageSettings } from '../../store/store.ts'
import { ImportStage } from '../../store/sqlite/importStage.ts'
import type { Format } from './format.ts'
import { withFormat, type FormatName } from './formats.ts'
import { note, wanted, type SkippedKinds } from './skipped.ts'

// A worker of a large import: reads and cleans records, and stages the books they make.

/** What a worker is begun with. */
export interface WorkerSettings {
  format: FormatName
  source: string
  drawing: string
  languages: readonly string[] | undefined
  stage: StageSettings
}

/** Some records to prepare, a file to bring to its end, or one with words to make; answered in the order of the questions. */
export type Task<Raw> =
  | {
      file: string
      raws: readonly Raw[]
      /** The number of the first record, and its place. */
      number: number
      place: number
    }
  | { seal: string }
  | { keys: string; after: number; last: number }
  | 'fold log'

/** What came of some records. */
export interface Prepared {
  counts: ImportCounts
  /** As in `StagedBatch`. */
  marks: Float64Array
  skipped: SkippedKinds
}

/** A worker's answer. */
export type Answer = { done: Prepared | undefined } | { failure: ThreadError }

function serve<Raw>(format: Format<Raw>, settings: WorkerSettings): void {
  const { source, drawing, languages } = settings
  const stage = new ImportStage(settings.stage)

  async function work(task: Task<Raw>): Promise<Prepared | undefined> {
    if (task === 'fold log') {
      stage.foldLog()
      return undefined
    }
    if ('seal' in task) {
      stage.seal(task.seal)
      return undefined
    }
    if ('keys' in task) {
      stage.addKeys(task.keys, task.after, task.last)
      return undefined
    }
    const skipped: SkippedKinds = {}
    const books = []
    for (const [index, raw] of task.raws.entries()) {
      const mapped = wanted(await format.map(raw, drawing), languages)
      if ('skipped' in mapped) {
        note(skipped, mapped)
        continue
      }
      const { book, worth, picture } = mapped
      books.push({
        number: task.number + index,
        place: task.place + index,
        stored: { book, worth, source, ...(picture !== undefined && { picture }) },
      })
    }
    return { ...stage.add(task.file, books), skipped }
  }

  let before: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', (task: Task<Raw>) => {
    const last = before
    before = (async () => {
      await last
      let answer: Answer
      try {
        answer = { done: await work(task) }
      } catch (error) {
        answer = { failure: packError(error) }
      }
      parentPort?.postMessage(answer, [])
    })()
  })
}

// `readyWorkers` (bulkImport.ts) looks at this file too.
if (!isMainThread) {
  const settings: WorkerSettings = workerData
  withFormat(settings.format, settings.source, (format) => serve(format, settings))
}

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { unpackError } from '../../lib/threadError.ts'
import type { BookRepository, BulkImport, ImportState, StagedRun } from '../../store/store.ts'
import type { Answer, Prepared, Task, WorkerSettings } from './bulkWorker.ts'
import { noteAll, type SkippedKinds } from './skipped.ts'

// So many records go to a worker at once, and so many such tasks wait there for it.
const BATCH = 1000
const WAITING = 2

// Runs grow: the first soon gives the database's thread something to do, and the later ones have rows
// enough that lie close together in the tables' order.
const FIRST_RUN = 6 * BATCH
const RUN_MAX = 24 * BATCH

// Two keep up with the thread that writes, about; each costs some 60 MB.
const WORKERS_MAX = 2

// What a worker's heap may grow to, in MB.
const HEAP = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 40 }

/** One worker, and the answers that it still owes. */
class Hand<Raw> {
  readonly #worker: Worker
  readonly #waiting: { resolve(done: Prepared | undefined): void; reject(error: unknown): void }[] =
    []
  #failure: unknown

  constructor(settings: WorkerSettings) {
    this.#worker = new Worker(new URL('bulkWorker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: HEAP,
    })
    this.#worker.on('message', (answer: Answer) => {
      const next = this.#waiting.shift()
      if ('failure' in answer) next?.reject(unpackError(answer.failure))
      else next?.resolve(answer.done)
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('A worker of the import ended.')))
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#failure)
  }

  get load(): number {
    return this.#waiting.length
  }

  ask(task: Task<Raw>): Promise<Prepared | undefined> {
    const answer = new Promise<Prepared | undefined>((resolve, reject) => {
      if (this.#failure !== undefined) reject(this.#failure)
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(task, [])
    })
    // Whoever waits for the run hears of it, later.
    answer.catch(() => undefined)
    return answer
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** Consecutive records, prepared together and written together. */
interface Run<Raw> {
  from: number
  records: number
  place: number
  files: Map<Hand<Raw>, string>
  batches: { last: number; prepared: Promise<Prepared | undefined> }[]
  /** How far the input was read when it was full, 0 to 1. */
  done: number
}

/** What goes on outside. */
interface BulkOptions {
  books: BookRepository
  bulk: BulkImport
  source: string
  settings: WorkerSettings
  state: ImportState
  skipped: SkippedKinds
  /** Told whenever something was written: records done with, and how far that is, 0 to 1. */
  onWritten(records: number, done: number): void
}

/**
 * Brings records in through workers: they prepare what the calling thread writes, run by run.
 * `add` and `end` hold the caller up where the workers are behind, or the writing is.
 */
export class BulkWriter<Raw> {
  readonly #options: BulkOptions
  readonly #hands: Hand<Raw>[]
  #state: ImportState
  #waiting: Raw[] = []
  /** How many records were given to workers, and the length of the next run. */
  #given: number
  #length = FIRST_RUN
  #runs = 0
  #run: Run<Raw> | undefined
  /** The run that is being written; the next one is prepared meanwhile. */
  #writing: { run: Run<Raw>; written: Promise<void> } | undefined
  #wake: (() => void) | undefined

  constructor(options: BulkOptions) {
    this.#options = options
    this.#state = options.state
    this.#given = options.state.records
    const workers = Math.min(WORKERS_MAX, Math.max(1, availableParallelism() - 1))
    this.#hands = Array.from({ length: workers }, () => new Hand<Raw>(options.settings))
  }

  /** How the import stands. */
  get state(): ImportState {
    return this.#state
  }

  /** Takes the next records of the input; `done` is how far it was read, 0 to 1. */
  async add(raws: readonly Raw[], done: number): Promise<void> {
    for (const raw of raws) this.#waiting.push(raw)
    while (this.#waiting.length >= BATCH) await this.#give(this.#waiting.splice(0, BATCH), done)
  }

  /** Writes what is left; `abandon`: only what is being written already. */
  async end({ abandon }: { abandon: boolean }): Promise<void> {
    if (!abandon) {
      if (this.#waiting.length > 0) await this.#give(this.#waiting.splice(0), 1)
      await this.#finishRun()
    }
    await this.#writing?.written
  }

  async close(): Promise<void> {
    await Promise.all(this.#hands.map((hand) => hand.end()))
    this.#options.bulk.close()
  }

  async #freeHand(): Promise<Hand<Raw>> {
    for (;;) {
      const [hand] = this.#hands.toSorted((one, other) => one.load - other.load)
      if (hand && hand.load < WAITING) return hand
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async #give(raws: readonly Raw[], done: number): Promise<void> {
    const hand = await this.#freeHand()
    const run = (this.#run ??= this.#beginRun())
    const file =
      run.files.get(hand) ??
      join(this.#options.bulk.folder, `${this.#runs}-${this.#hands.indexOf(hand)}.db`)
    run.files.set(hand, file)
    const number = this.#given + 1
    const prepared = hand.ask({ file, raws, number, place: run.place + this.#given - run.from })
    void prepared.finally(() => this.#wake?.()).catch(() => undefined)
    this.#given += raws.length
    run.batches.push({ last: this.#given, prepared })
    run.records = this.#given
    run.done = done
    if (run.records - run.from >= this.#length) await this.#finishRun()
  }

  #beginRun(): Run<Raw> {
    this.#runs += 1
    // Behind the places of the run before, which may not be taken yet.
    const before = this.#writing?.run
    const behind = before ? before.place + before.records - before.from : 0
    const place = Math.max(this.#options.bulk.places(), behind)
    const from = this.#given
    return { from, records: from, place, files: new Map(), batches: [], done: 0 }
  }

  async #finishRun(): Promise<void> {
    const run = this.#run
    if (!run) return
    this.#run = undefined
    this.#length = Math.min(RUN_MAX, this.#length * 2)
    const sealed = [...run.files].map(([hand, file]) => hand.ask({ seal: file }))
    await this.#writing?.written
    const written = this.#write(run, sealed)
    // It is waited for before the next one, or at the end.
    written.catch(() => undefined)
    this.#writing = { run, written }
  }

  async #prepareRests(after: number, last: number): Promise<string[]> {
    const share = Math.ceil((last - after) / this.#hands.length)
    const files = this.#hands.map((hand, index) => ({
      hand,
      path: join(this.#options.bulk.folder, `rests-${last}-${index}.db`),
      first: after + index * share,
    }))
    const wanted = files.filter(({ first }) => first < last)
    await Promise.all(
      wanted.map(({ hand, path, first }) =>
        hand.ask({ rests: path, after: first, last: Math.min(last, first + share) }),
      ),
    )
    return wanted.map(({ path }) => path)
  }

  async #write(run: Run<Raw>, sealed: readonly Promise<unknown>[]): Promise<void> {
    const { books, bulk, source, skipped } = this.#options
    const batches = []
    for (const { last, prepared } of run.batches) batches.push({ last, done: await prepared })
    await Promise.all(sealed)
    const staged: StagedRun = {
      ...run,
      files: [...run.files.values()],
      notes: '',
      counts: { added: 0, changed: 0, unchanged: 0, repeated: 0, held: 0 },
    }
    const ids = new Set<string>()
    let count = 0
    const all: SkippedKinds = structuredClone(skipped)
    for (const { done } of batches) {
      if (!done) continue
      noteAll(all, done.skipped)
      for (const id of done.ids) ids.add(id)
      count += done.ids.length
      staged.counts.added += done.counts.added
      staged.counts.changed += done.counts.changed
      staged.counts.unchanged += done.counts.unchanged
      staged.counts.repeated += done.counts.repeated
      staged.counts.held += done.counts.held
    }
    staged.notes = JSON.stringify(all)
    const before = this.#state.records
    const help = {
      prepareRests: (after: number, last: number) => this.#prepareRests(after, last),
      onWork: () => this.#options.onWritten(before, run.done),
    }
    const state = ids.size < count ? undefined : await bulk.write(staged, Date.now(), help)
    if (state) {
      this.#state = state
      for (const { done } of batches) if (done) noteAll(skipped, done.skipped)
    } else {
      for (const { last, done } of batches) {
        if (done) noteAll(skipped, done.skipped)
        const from = this.#state.records
        const given = {
          books: bulk.booksOf(staged, from, last),
          from,
          records: last,
          notes: JSON.stringify(skipped),
        }
        this.#state = await books.importBatch(source, given, Date.now())
        this.#options.onWritten(this.#state.records, run.done)
      }
    }
    bulk.forget(staged)
    this.#options.onWritten(this.#state.records, run.done)
  }
}

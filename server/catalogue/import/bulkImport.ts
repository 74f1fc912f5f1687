import { flushCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setImmediate as tick } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { unpackError } from '../../lib/threadError.ts'
import type { BookRepository, BulkImport, ImportState, StagedRun } from '../../store/store.ts'
import type { Answer, Prepared, Task, WorkerSettings } from './bulkWorker.ts'
import { weigh, WEIGHT_MAX } from './input.ts'
import { noteAll, type SkippedKinds } from './skipped.ts'

// So many records go to a worker at once, fewer of great ones, and so many such tasks wait there for it.
const BATCH = 400
const WAITING = 8

// So many milliseconds between two transactions at most go to the reading of the input.
const FEEDING_MS = 100

// So many milliseconds after one folding of the log begins the next.
const FOLDING_MS = 150

// Runs grow: the first soon gives the database's thread something to do, and the later ones have rows
// enough that lie close together in the tables' order.
const FIRST_RUN = 6000
const RUN_MAX = 80_000

// Three keep up with the thread that writes; each costs some 50 MB.
const WORKERS_MAX = 3

// What a worker's heap may grow to, in MB.
const HEAP = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 40 }

/** Whether one of these numbers is there more than once. */
function hasTwice(numbers: readonly number[]): boolean {
  const sorted = Float64Array.from(numbers).toSorted()
  return sorted.some((number, index) => number === sorted[index - 1])
}

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

/**
 * Has what workers are made of compiled and kept, where the process keeps that at all: each of them would
 * otherwise load the compiler, which is a tenth of the memory that an import may take.
 */
export async function readyWorkers(): Promise<void> {
  await import('./bulkWorker.ts')
  flushCompileCache()
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
  /** Told how far the new words are learned, 0 to 1. */
  onLearned(done: number): void
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
  #weight = 0
  /** How many records were given to workers, and the length of the next run. */
  #given: number
  #length = FIRST_RUN
  #runs = 0
  #run: Run<Raw> | undefined
  /** The run that is being written; the next one is prepared meanwhile. */
  #writing: { run: Run<Raw>; written: Promise<void> } | undefined
  #wake: (() => void) | undefined
  /** Whether the workers have enough to do for now, or there is no more. */
  #isFed = false
  #isFolding = false
  #foldedAt = performance.now()

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
    for (const raw of raws) {
      this.#waiting.push(raw)
      this.#weight += weigh(raw)
      if (this.#waiting.length >= BATCH || this.#weight >= WEIGHT_MAX) await this.#giveAll(done)
    }
  }

  /** Writes what is left and learns its words; `abandon`: only what is being written already. */
  async end({ abandon }: { abandon: boolean }): Promise<void> {
    if (!abandon) {
      if (this.#waiting.length > 0) await this.#giveAll(1)
      await this.#finishRun()
    }
    this.#isFed = true
    await this.#writing?.written
    if (abandon || this.#state.added === 0) return
    // Two keep up with what is left, and the memory of a third is a seventh of all.
    await Promise.all(this.#hands.splice(2).map((hand) => hand.end()))
    await this.#options.bulk.learn({
      prepareKeys: (after, last) => this.#prepareKeys(after, last),
      pause: async (done) => {
        this.#options.onLearned(done)
        this.#foldLog()
        await tick()
      },
    })
  }

  async #giveAll(done: number): Promise<void> {
    this.#weight = 0
    await this.#give(this.#waiting.splice(0), done)
  }

  async close(): Promise<void> {
    await Promise.all(this.#hands.map((hand) => hand.end()))
    this.#options.bulk.close()
  }

  /** The worker that owes the fewest answers. */
  #idlest(): Hand<Raw> | undefined {
    return this.#hands.toSorted((one, other) => one.load - other.load)[0]
  }

  async #freeHand(): Promise<Hand<Raw>> {
    for (;;) {
      const hand = this.#idlest()
      if (hand && hand.load < WAITING) return hand
      this.#isFed = true
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#isFed = false
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

  /** Has a worker fold the catalogue's log into its file, now and then. */
  #foldLog(): void {
    if (this.#isFolding || performance.now() - this.#foldedAt < FOLDING_MS) return
    const hand = this.#idlest()
    this.#isFolding = true
    this.#foldedAt = performance.now()
    hand
      ?.ask('fold log')
      .finally(() => {
        this.#isFolding = false
      })
      // The log is folded sooner or later.
      .catch(() => undefined)
  }

  /** Lets the input be read, which goes on in this thread too, until the workers have enough to do. */
  async #feed(): Promise<void> {
    this.#foldLog()
    const began = performance.now()
    do await tick()
    while (!this.#isFed && performance.now() - began < FEEDING_MS)
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
    this.#isFed = true
    await this.#writing?.written
    this.#isFed = false
    const written = this.#write(run, sealed)
    // It is waited for before the next one, or at the end.
    written.catch(() => undefined)
    this.#writing = { run, written }
  }

  async #prepareKeys(after: number, last: number): Promise<string[]> {
    const share = Math.ceil((last - after) / this.#hands.length)
    const files = this.#hands.map((hand, index) => ({
      hand,
      path: join(this.#options.bulk.folder, `keys-${last}-${index}.db`),
      first: after + index * share,
    }))
    const wanted = files.filter(({ first }) => first < last)
    await Promise.all(
      wanted.map(({ hand, path, first }) =>
        hand.ask({ keys: path, after: first, last: Math.min(last, first + share) }),
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
    const marks: number[] = []
    const all: SkippedKinds = structuredClone(skipped)
    for (const { done } of batches) {
      if (!done) continue
      noteAll(all, done.skipped)
      for (const mark of done.marks) marks.push(mark)
      staged.counts.added += done.counts.added
      staged.counts.changed += done.counts.changed
      staged.counts.unchanged += done.counts.unchanged
      staged.counts.repeated += done.counts.repeated
      staged.counts.held += done.counts.held
    }
    staged.notes = JSON.stringify(all)
    const before = this.#state.records
    const pause = async () => {
      this.#options.onWritten(before, run.done)
      await this.#feed()
    }
    const state = hasTwice(marks) ? undefined : await bulk.write(staged, Date.now(), pause)
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

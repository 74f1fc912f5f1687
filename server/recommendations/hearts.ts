/** So many readers of a work count for its neighbours, the latest. */
const READERS_MOST = 300

/** So many works of a reader count for the neighbours of each, the latest. */
const WORKS_MOST = 200

/** So many works of a reader have their neighbours looked at again after each change, the latest. */
const CHANGED_MOST = 20

const NONE: readonly number[] = []

/**
 * The favorites of all readers of this host, in memory: which works each reader favors and who favors each
 * work, both as small numbers. The editions of a work are one.
 */
export class Hearts {
  readonly #numberOfWork = new Map<string, number>()
  readonly #numberOfBook = new Map<string, number>()
  readonly #works: string[] = []
  readonly #counts: number[] = []
  readonly #readersOfWork: number[][] = []
  readonly #numberOfReader = new Map<string, number>()
  readonly #worksOfReader: number[][] = []

  /** How many works were favored so far; their numbers are below it. */
  get size(): number {
    return this.#works.length
  }

  /** The work that the book was an edition of when it was favored first. */
  workOfBook(bookId: string): string | undefined {
    return this.#works[this.#numberOfBook.get(bookId) ?? -1]
  }

  numberOf(work: string): number | undefined {
    return this.#numberOfWork.get(work)
  }

  /** The work of a number. */
  workOf(number: number): string {
    return this.#works[number] ?? ''
  }

  /** How many readers favor a work. */
  countOf(work: string): number {
    return this.countAt(this.#numberOfWork.get(work) ?? -1)
  }

  countAt(number: number): number {
    return this.#counts[number] ?? 0
  }

  /** The readers who count for a work, by their numbers. */
  readersAt(number: number): readonly number[] {
    return this.#readersOfWork[number] ?? NONE
  }

  /** The works of a reader, by their numbers, the latest last. */
  worksOf(reader: number): readonly number[] {
    const works = this.#worksOfReader[reader] ?? NONE
    return works.length > WORKS_MOST ? works.slice(-WORKS_MOST) : works
  }

  /**
   * Notes a favorite; `work` is the book's where the catalogue has it. Returns the works whose neighbours may
   * change: it and the reader's latest others.
   */
  add(userId: string, bookId: string, work = bookId): readonly number[] {
    let number = this.#numberOfBook.get(bookId)
    if (number === undefined) {
      number = this.#numberOfWork.get(work) ?? this.#newWork(work)
      this.#numberOfBook.set(bookId, number)
    }
    let reader = this.#numberOfReader.get(userId)
    if (reader === undefined) {
      reader = this.#worksOfReader.push([]) - 1
      this.#numberOfReader.set(userId, reader)
    }
    const works = this.#worksOfReader[reader]
    const readers = this.#readersOfWork[number]
    if (!works || !readers || works.includes(number)) return NONE
    works.push(number)
    readers.push(reader)
    if (readers.length > READERS_MOST) readers.shift()
    this.#counts[number] = this.countAt(number) + 1
    return works.slice(-CHANGED_MOST)
  }

  #newWork(work: string): number {
    const number = this.#works.push(work) - 1
    this.#numberOfWork.set(work, number)
    this.#counts.push(0)
    this.#readersOfWork.push([])
    return number
  }

  /** Forgets a favorite; absent is no error. Returns the works whose neighbours may change. */
  remove(userId: string, bookId: string): readonly number[] {
    const number = this.#numberOfBook.get(bookId)
    const reader = this.#numberOfReader.get(userId)
    if (number === undefined || reader === undefined) return NONE
    const works = this.#worksOfReader[reader] ?? []
    const at = works.indexOf(number)
    if (at < 0) return NONE
    works.splice(at, 1)
    this.#leave(reader, number)
    return [number, ...works.slice(-CHANGED_MOST)]
  }

  /** Forgets everything about a reader. Returns the works whose neighbours may change. */
  forget(userId: string): readonly number[] {
    const reader = this.#numberOfReader.get(userId)
    if (reader === undefined) return NONE
    const works = this.#worksOfReader[reader] ?? []
    this.#numberOfReader.delete(userId)
    this.#worksOfReader[reader] = []
    for (const number of works) this.#leave(reader, number)
    return works
  }

  #leave(reader: number, number: number): void {
    const readers = this.#readersOfWork[number] ?? []
    this.#counts[number] = this.countAt(number) - 1
    const place = readers.indexOf(reader)
    if (place >= 0) readers.splice(place, 1)
  }
}

/** So many readers of a work count for its neighbours, the latest. */
const READERS_MOST = 300

/** So many works of a reader count for the neighbours of each, the latest. */
const WORKS_MOST = 200

/** So many works of a reader have their neighbours looked at again after each change, the latest. */
const CHANGED_MOST = 20

/**
 * So many readers must favor a work, or a pair of works, before anybody sees it: five besides any one of them, so
 * that nobody learns by four accounts of their own what a fifth reader favors (decision 63).
 */
export const READERS_LEAST = 6

const NONE: readonly number[] = []

/**
 * The favorites of readers of this host, in memory: which works each reader favors and who favors each
 * work, both as small numbers. The editions of a work are one.
 */
export class Hearts {
  readonly #numberOfWork = new Map<string, number>()
  readonly #numberOfBook = new Map<string, number>()
  /** By the number of a book, the number of its work. */
  readonly #workOfBook: number[] = []
  readonly #works: string[] = []
  readonly #counts: number[] = []
  readonly #readersOfWork: number[][] = []
  readonly #numberOfReader = new Map<string, number>()
  readonly #booksOfReader: number[][] = []
  readonly #worksOfReader: number[][] = []

  /** How many works were favored so far; their numbers are below it. */
  get size(): number {
    return this.#works.length
  }

  /** The work that the book was an edition of when it was favored first. */
  workOfBook(bookId: string): string | undefined {
    return this.#works[this.#workOfBook[this.#numberOfBook.get(bookId) ?? -1] ?? -1]
  }

  numberOf(work: string): number | undefined {
    return this.#numberOfWork.get(work)
  }

  /** The work of a number. */
  workOf(number: number): string {
    return this.#works[number] ?? ''
  }

  /** How many readers favor a work; 0 where they are few. */
  shownCountOf(work: string): number {
    const count = this.countOf(work)
    return count < READERS_LEAST ? 0 : count
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
    let book = this.#numberOfBook.get(bookId)
    if (book === undefined) {
      book = this.#workOfBook.push(this.#numberOfWork.get(work) ?? this.#newWork(work)) - 1
      this.#numberOfBook.set(bookId, book)
    }
    let reader = this.#numberOfReader.get(userId)
    if (reader === undefined) {
      reader = this.#worksOfReader.push([]) - 1
      this.#booksOfReader.push([])
      this.#numberOfReader.set(userId, reader)
    }
    const number = this.#workOfBook[book] ?? -1
    const books = this.#booksOfReader[reader]
    const works = this.#worksOfReader[reader]
    const readers = this.#readersOfWork[number]
    if (!books || !works || !readers || books.includes(book)) return NONE
    books.push(book)
    if (works.includes(number)) return NONE
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
    const book = this.#numberOfBook.get(bookId)
    const reader = this.#numberOfReader.get(userId)
    if (book === undefined || reader === undefined) return NONE
    const books = this.#booksOfReader[reader] ?? []
    const at = books.indexOf(book)
    if (at < 0) return NONE
    books.splice(at, 1)
    const number = this.#workOfBook[book] ?? -1
    // Another edition keeps the work.
    if (books.some((other) => this.#workOfBook[other] === number)) return NONE
    const works = this.#worksOfReader[reader] ?? []
    works.splice(works.indexOf(number), 1)
    this.#leave(reader, number)
    return [number, ...works.slice(-CHANGED_MOST)]
  }

  /** Forgets everything about a reader. Returns the works whose neighbours may change. */
  forget(userId: string): readonly number[] {
    const reader = this.#numberOfReader.get(userId)
    if (reader === undefined) return NONE
    const works = this.#worksOfReader[reader] ?? []
    this.#numberOfReader.delete(userId)
    this.#booksOfReader[reader] = []
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

import type { SearchResult } from '../../contract/books.ts'
import type { Statement } from './searchIndex.ts'

/** How long a search may take. */
export interface SearchLimits {
  /**
   * In ms, all its statements together; where the engine can end one, it has a tenth of that
   * (../shared/security.md 2.1). As long as it takes unless given.
   */
  searchTimeout?: number | undefined
}

/** A search was too slow to find anything in its time; a later one may not be. */
export class SearchTooSlow extends Error {
  constructor() {
    super('The search took too long.')
    this.name = 'SearchTooSlow'
  }
}

/** The time of one search. What is not asked finds nothing, so that it ends with what it has. */
export class SearchTime {
  readonly #end: number
  #isOver = false

  constructor({ searchTimeout = Infinity }: SearchLimits) {
    this.#end = performance.now() + searchTimeout
  }

  /** No statement but what is needed for an answer is to be asked any more. */
  end(): void {
    this.#isOver = true
  }

  /** Whether to ask this one. */
  allows({ needed = false }: Statement): boolean {
    this.#isOver ||= performance.now() > this.#end
    return needed || !this.#isOver
  }

  /**
   * The results, as far as they are worth an answer.
   *
   * @throws SearchTooSlow where time was over before anything was found
   */
  check(results: SearchResult[]): SearchResult[] {
    if (this.#isOver && results.length === 0) throw new SearchTooSlow()
    return results
  }
}

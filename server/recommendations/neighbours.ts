import { createPauses } from '../../books/pauses.ts'
import { READERS_LEAST, type Hearts } from './hearts.ts'

/** Neighbours stored a work. */
const NEIGHBOURS_MOST = 40

/** A cosine counts half where so many readers are common, less where fewer are. */
const SHRINK = 10

/** A work is looked at again once so large a part of its readers has changed. */
const CHANGED_SHARE = 0.05

/** How long the event loop is held at a time, in ms. */
const SLICE_MS = 4

const NONE = new Float64Array()

/**
 * Which works are favored by the same readers: item-item cosine, shrunk, over the hearts. Kept up to date in
 * the background, by `refresh`.
 */
export class Neighbours {
  readonly #hearts: Hearts
  // Each neighbour is one number: its work before the point, its cosine behind.
  readonly #lists: Float64Array[] = []
  readonly #changes: number[] = []
  readonly #outdated = new Set<number>()
  #shared = new Uint16Array(1024)

  constructor(hearts: Hearts) {
    this.#hearts = hearts
  }

  /** Notes that readers of this work came, left, or changed their other favorites. */
  change(work: number): void {
    const changes = (this.#changes[work] ?? 0) + 1
    this.#changes[work] = changes
    if (changes >= this.#hearts.countAt(work) * CHANGED_SHARE) this.#outdated.add(work)
  }

  /** Hands each neighbour of a work, by its number, to `visit`, with its cosine, above 0 and below 1. */
  of(work: number, visit: (neighbour: number, cosine: number) => void): void {
    for (const packed of this.#lists[work] ?? NONE) visit(Math.floor(packed), packed % 1)
  }

  /** Brings the outdated lists up to date, a few milliseconds at a time; stops early once aborted. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const pause = createPauses(SLICE_MS)
    for (const work of this.#outdated) {
      this.#outdated.delete(work)
      this.#changes[work] = 0
      this.#lists[work] = this.#find(work)
      await pause()
      if (signal?.aborted === true) return
    }
  }

  #find(work: number): Float64Array {
    const hearts = this.#hearts
    if (this.#shared.length < hearts.size) this.#shared = new Uint16Array(hearts.size * 2)
    const shared = this.#shared
    const readers = hearts.readersAt(work)
    const met: number[] = []
    for (const reader of readers) {
      for (const other of hearts.worksOf(reader)) {
        const count = (shared[other] ?? 0) + 1
        if (count === READERS_LEAST) met.push(other)
        shared[other] = count
      }
    }
    const found: { other: number; cosine: number }[] = []
    for (const other of met) {
      const common = shared[other] ?? 0
      // The readers who count stand for all of them.
      const likeness =
        (common / readers.length) * Math.sqrt(hearts.countAt(work) / hearts.countAt(other))
      const cosine = Math.min(likeness * (common / (common + SHRINK)), 0.999)
      if (other !== work) found.push({ other, cosine })
    }
    for (const reader of readers) for (const other of hearts.worksOf(reader)) shared[other] = 0
    found.sort((one, two) => two.cosine - one.cosine)
    return Float64Array.from(found.slice(0, NEIGHBOURS_MOST), ({ other, cosine }) => other + cosine)
  }
}

import { isSeen } from '../act.ts'
import type { Mocks } from '../mocks.ts'

/** Looking at the page again this much later at the soonest, in milliseconds. */
const PAUSE_MIN = 80
/** Looking takes at most this part of the time: a page of five hundred books must stay quick. */
const SHARE = 8
/** Without any change on the page (a new address, say) it is looked at this often, in milliseconds. */
const IDLE_PAUSE = 500
/** Lines of the console that are remembered. */
const LINES_MAX = 500

const LISTENED = ['warn', 'error', 'info', 'log'] as const

/** A line of the console in words. */
function lineOf(parts: readonly unknown[]): string {
  return parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' ')
}

/**
 * Watches the page and the console for the sights of what is played, from its beginning: what was seen
 * once counts as seen. Stops looking when there is nothing left to see.
 */
export class SightWatcher {
  readonly #mocks: Mocks
  readonly #observer = new MutationObserver(() => this.#look(PAUSE_MIN))
  readonly #endings: (() => void)[]
  #listeners: (() => void)[] = []
  #lines: string[] = []
  #seen: ReadonlySet<number> = new Set()
  #run: number
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer that runs will look, by `performance.now()`. */
  #due = Number.POSITIVE_INFINITY
  /** Before this moment the page is not looked at again. */
  #restUntil = 0

  constructor(mocks: Mocks) {
    this.#mocks = mocks
    this.#run = mocks.state.run
    this.#endings = [...this.#listenToConsole(), mocks.subscribe(() => this.#follow())]
    this.#observe()
  }

  /** Which sights were seen, as places in `mocks.scenario.shows`; the same set until it changes. */
  get seen(): ReadonlySet<number> {
    return this.#seen
  }

  /** Calls back whenever something more was seen, and at every beginning; returns the way to stop. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((known) => known !== listener)
    }
  }

  /** Ends the watching and leaves the console as it was. */
  stop(): void {
    this.#rest()
    for (const end of this.#endings) end()
  }

  #listenToConsole(): (() => void)[] {
    return LISTENED.map((level) => {
      // oxlint-disable-next-line no-console -- what is said there is among what a tester should see
      const say = console[level]
      const heard = (...parts: unknown[]) => {
        this.#lines = [...this.#lines, lineOf(parts)].slice(-LINES_MAX)
        this.#look(PAUSE_MIN)
        say.apply(console, parts)
      }
      console[level] = heard
      return () => {
        if (console[level] === heard) console[level] = say
      }
    })
  }

  #observe(): void {
    this.#observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    this.#look(PAUSE_MIN)
  }

  #rest(): void {
    this.#observer.disconnect()
    clearTimeout(this.#timer)
    this.#due = Number.POSITIVE_INFINITY
  }

  /** Begins once more where what is played began once more. */
  #follow(): void {
    const { run } = this.#mocks.state
    if (run === this.#run) return
    this.#run = run
    this.#lines = []
    this.#restUntil = 0
    this.#rest()
    this.#tell(new Set())
    this.#observe()
  }

  #tell(seen: ReadonlySet<number>): void {
    this.#seen = seen
    for (const listener of this.#listeners) listener()
  }

  /** Looks at the page after a while, if nothing does so earlier. */
  #look(pause: number): void {
    if (this.#seen.size === this.#mocks.scenario.shows.length) return
    const due = Math.max(performance.now() + pause, this.#restUntil)
    if (due >= this.#due) return
    clearTimeout(this.#timer)
    this.#due = due
    this.#timer = setTimeout(() => this.#lookNow(), due - performance.now())
  }

  #lookNow(): void {
    this.#due = Number.POSITIVE_INFINITY
    const { shows } = this.#mocks.scenario
    const began = performance.now()
    const found = shows.flatMap((sight, index) =>
      !this.#seen.has(index) && isSeen(sight, this.#lines) ? [index] : [],
    )
    const ended = performance.now()
    this.#restUntil = ended + (ended - began) * SHARE
    if (found.length > 0) this.#tell(new Set([...this.#seen, ...found]))
    if (this.#seen.size === shows.length) this.#rest()
    else this.#look(IDLE_PAUSE)
  }
}

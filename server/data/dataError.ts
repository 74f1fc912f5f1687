/** A backup, a restore or a move cannot be done; the message is one line for who asked for it. */
export class DataError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DataError'
  }
}

/** How far a step is. */
export interface Progress {
  /** What is done, in a few words, such as `users`. */
  step: string
  done: number
  total: number
}

/** Is told how far a step is, after every few hundred rows or files. What it throws ends the work. */
export type Report = (progress: Progress) => void

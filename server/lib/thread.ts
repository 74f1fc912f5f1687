import { Worker } from 'node:worker_threads'

/** How a thread is started. */
interface ThreadOptions {
  /** What it is called in the list of threads. */
  name: string
  /** What its file finds as `workerData`. */
  workerData?: unknown
}

/** A thread of its own that does one thing at a time: its file answers each message with one. */
export class Thread<Request, Reply> {
  readonly #worker: Worker
  readonly #name: string
  #settle: { resolve: (reply: Reply) => void; reject: (error: unknown) => void } | undefined
  /** Whether it can be asked; it cannot after an error of its own. */
  isAlive = true

  constructor(file: URL, { name, workerData }: ThreadOptions) {
    this.#name = name
    // Flags of the process are not meant for its threads.
    this.#worker = new Worker(file, { workerData, execArgv: [], name })
    this.#worker.on('message', (reply: Reply) => this.#settle?.resolve(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error(`The thread "${this.#name}" ended.`)))
    // Only work under way keeps the process going.
    this.#worker.unref()
  }

  #fail(error: unknown): void {
    this.isAlive = false
    this.#settle?.reject(error)
  }

  /**
   * The answer to a request; ask again when it has come.
   *
   * @throws what ends the thread meanwhile
   */
  async ask(request: Request): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    this.#settle = { resolve, reject }
    this.#worker.ref()
    try {
      this.#worker.postMessage(request, [])
      return await promise
    } finally {
      this.#worker.unref()
      this.#settle = undefined
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

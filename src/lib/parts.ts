import { PART_MISSING } from './partMissing.ts'

/** A part of the product could not be fetched: no network, or a newer build has taken its place. */
class PartMissing extends Error {
  override readonly name = 'PartMissing'

  constructor(options?: ErrorOptions) {
    super(PART_MISSING, options)
  }
}

/**
 * A part that is fetched when it is needed: `part(import('./some.ts'))`.
 * @throws PartMissing, with one sentence for the reader, where it does not come
 */
export async function part<T>(coming: Promise<T>): Promise<T> {
  try {
    return await coming
  } catch (cause) {
    throw new PartMissing({ cause })
  }
}

/** Fetches a part before it is needed. Where it does not come, whoever needs it says so. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}

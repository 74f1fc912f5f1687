import { readFileSync } from 'node:fs'
import { readAlsoRead, type AlsoReadWork } from '../../books/bundled/alsoRead.ts'
import { ALSO_READ_FILE } from '../../books/bundled/bundledFiles.ts'
import type { CatalogueFile } from '../catalogue/catalogueFile.ts'
import type { Neighbours, ReadersOfWork } from './neighbours.ts'

/** What readers of a work also read elsewhere, by the works of one catalogue. */
export type ShippedNeighbours = (catalogue: CatalogueFile) => Neighbours

interface Options {
  /** The file of works (books/bundled/alsoRead.ts). */
  file?: string
  /** Told once why the file cannot be read: then nothing is shipped. */
  onError: (error: unknown) => void
}

/** Reads the bundled neighbours at once: in a request this would hold the event loop. */
export function createShippedNeighbours({ file = ALSO_READ_FILE, onError }: Options) {
  const works = read()
  const found = new WeakMap<CatalogueFile, Neighbours>()

  function read(): readonly AlsoReadWork[] {
    try {
      return readAlsoRead(readFileSync(file, 'utf8'))
    } catch (error) {
      onError(error)
      return []
    }
  }

  const shipped: ShippedNeighbours = (catalogue) => {
    const ready = found.get(catalogue)
    if (ready) return ready
    const neighbours = inCatalogue(catalogue, works)
    found.set(catalogue, neighbours)
    return neighbours
  }
  return shipped
}

/** The works that a catalogue has, by its own ids; of a work's neighbours those that it has, too. */
function inCatalogue(catalogue: CatalogueFile, works: readonly AlsoReadWork[]): Neighbours {
  const idByKey = catalogue.worksByTitles(works.flatMap(({ keys }) => keys))
  const ids = works.map(({ keys }) => keys.map((key) => idByKey.get(key)).find(Boolean))
  const places = new Map<string, number>()
  for (const [place, id] of ids.entries()) {
    if (id !== undefined && !places.has(id)) places.set(id, place)
  }
  const cache = new Map<string, ReadersOfWork>()
  return {
    get(work) {
      const cached = cache.get(work)
      const own = works[places.get(work) ?? -1]
      if (cached ?? own === undefined) return cached
      const neighbours = own.neighbours.flatMap(([place, cosine]) => {
        const id = ids[place]
        return id === undefined || id === work
          ? []
          : [{ work: id, cosine, count: works[place]?.readers ?? 0 }]
      })
      const result = { count: own.readers, neighbours }
      cache.set(work, result)
      return result
    },
  }
}

import type { DatabaseSync } from 'node:sqlite'
import { INSERT } from './indexRows.ts'

// A full-text index that was built elsewhere joins another one piece by piece. FTS5 keeps each piece, a
// segment, in rows of `{table}_data` that know nothing of the rest; which segments there are stands in
// one record, how many rows and words in another. https://www.sqlite.org/fts5.html tells of segments;
// the layout of the records is that of fts5_index.c, version 4, with the extension that tables with
// `contentless_delete=1` have. Whatever looks otherwise is left alone (`readStructure`).

// `{table}_data.id` of the two records; pages of segments have theirs behind.
const TOTALS = 1
const STRUCTURE = 10
// A page's id is its segment's, times this, and where it stands there.
const PAGES = 2 ** 37
const SEGMENTS_MAX = 2000
const VERSION = 4
const COOKIE_BYTES = 4
const EXTENDED = 0xff000001

interface Segment {
  id: number
  first: number
  last: number
  /** Rows carry the number of the write they came with, their origin: from which to which. */
  firstOrigin: number
  lastOrigin: number
  tombstonePages: number
  tombstones: number
  /** How many rows it has. */
  rows: number
}

interface Level {
  merging: number
  segments: Segment[]
}

/** Which segments an index has, by the levels that it merges them on. */
interface Structure {
  cookie: number
  writes: number
  levels: Level[]
}

/** SQLite's integers of varying length, below 2^53. */
function readVarints(bytes: Uint8Array, start = 0): number[] | undefined {
  const values: number[] = []
  let value = 0
  let length = 0
  for (const byte of bytes.subarray(start)) {
    value = value * 128 + (byte & 0x7f)
    length += 1
    if (value > Number.MAX_SAFE_INTEGER || length > 8) return undefined
    if (byte >= 0x80) continue
    values.push(value)
    value = 0
    length = 0
  }
  return length === 0 ? values : undefined
}

/** The other way round. */
function writeVarints(values: readonly number[]): number[] {
  return values.flatMap((value) => {
    const bytes = [value % 128]
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
      bytes.unshift(128 + (rest % 128))
    }
    return bytes
  })
}

function writeStructure({ cookie, writes, levels }: Structure): Uint8Array {
  const count = levels.reduce((sum, { segments }) => sum + segments.length, 0)
  const bytes = new Uint8Array([
    ...Array.from({ length: COOKIE_BYTES * 2 }, () => 0),
    ...writeVarints([
      levels.length,
      count,
      writes,
      ...levels.flatMap(({ merging, segments }) => [
        merging,
        segments.length,
        ...segments.flatMap((segment) => [
          segment.id,
          segment.first,
          segment.last,
          segment.firstOrigin,
          segment.lastOrigin,
          segment.tombstonePages,
          segment.tombstones,
          segment.rows,
        ]),
      ]),
    ]),
  ])
  const view = new DataView(bytes.buffer)
  view.setUint32(0, cookie)
  view.setUint32(COOKIE_BYTES, EXTENDED)
  return bytes
}

const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** The record of an index's segments; `undefined` where it is not of the one form that is known here. */
function readStructure(record: Uint8Array): Structure | undefined {
  if (record.length < COOKIE_BYTES * 2) return undefined
  const view = new DataView(record.buffer, record.byteOffset)
  const values = readVarints(record, COOKIE_BYTES * 2)
  if (values === undefined || view.getUint32(COOKIE_BYTES) !== EXTENDED) return undefined
  let at = 0
  const next = (): number => values[at++] ?? 0
  const levelCount = next()
  next()
  const structure: Structure = { cookie: view.getUint32(0), writes: next(), levels: [] }
  for (let level = 0; level < levelCount && at < values.length; level++) {
    const merging = next()
    const count = next()
    const segments: Segment[] = []
    while (segments.length < count && at < values.length) {
      segments.push({
        id: next(),
        first: next(),
        last: next(),
        firstOrigin: next(),
        lastOrigin: next(),
        tombstonePages: next(),
        tombstones: next(),
        rows: next(),
      })
    }
    structure.levels.push({ merging, segments })
  }
  // Whatever was not understood is not written again as it was.
  return same(writeStructure(structure), record) ? structure : undefined
}

function recordOf(database: DatabaseSync, schema: string, table: string, id: number) {
  const row = database.prepare(`SELECT block FROM ${schema}.${table}_data WHERE id = ?`).get(id)
  const block = row?.['block']
  return block instanceof Uint8Array ? block : new Uint8Array()
}

function isKnownVersion(database: DatabaseSync, schema: string, table: string): boolean {
  const row = database.prepare(`SELECT v FROM ${schema}.${table}_config WHERE k = 'version'`).get()
  return row?.['v'] === VERSION
}

const segmentsOf = ({ levels }: Structure): Segment[] => levels.flatMap(({ segments }) => segments)

function freeIds(structure: Structure, count: number): number[] {
  const taken = new Set(segmentsOf(structure).map(({ id }) => id))
  const ids: number[] = []
  for (let id = 1; ids.length < count && id <= SEGMENTS_MAX; id++) if (!taken.has(id)) ids.push(id)
  return ids
}

/**
 * Whether the index `table` (`main`) can take segments: whether this SQLite writes them as is known
 * here.
 */
export function takesSegments(database: DatabaseSync, table: string): boolean {
  return (
    isKnownVersion(database, 'main', table) &&
    readStructure(recordOf(database, 'main', table, STRUCTURE)) !== undefined
  )
}

/**
 * Adds all that the index `table` of the attached database `from` has to that of the same name and
 * definition in `main`, in which none of its rows may be; belongs into a transaction. FTS5 remembers
 * which segments there are, and notices only what other connections change: this one must not read or
 * write the table otherwise.
 *
 * @returns false, with nothing done, where an index is not of the form that is known here, or is full
 */
export function addSegments(database: DatabaseSync, table: string, from: string): boolean {
  const into = readStructure(recordOf(database, 'main', table, STRUCTURE))
  const given = readStructure(recordOf(database, from, table, STRUCTURE))
  const totals = readVarints(recordOf(database, 'main', table, TOTALS)) ?? []
  const added = readVarints(recordOf(database, from, table, TOTALS))
  if (!into || !given || !added || !isKnownVersion(database, from, table)) return false
  const segments = segmentsOf(given)
  if (segments.length === 0) return true
  const ids = freeIds(into, segments.length)
  // What was deleted there would have to be told apart by its origin.
  if (ids.length < segments.length || segments.some(({ tombstones }) => tombstones > 0))
    return false

  const last = Math.max(0, ...segmentsOf(into).map(({ lastOrigin }) => lastOrigin))
  const origin = last + 1
  const [level = { merging: 0, segments: [] }] = into.levels
  into.levels[0] = level
  for (const [index, segment] of segments.entries()) {
    const id = ids[index] ?? 0
    database
      .prepare(
        `${INSERT} INTO main.${table}_data (id, block) SELECT id + ?, block FROM ${from}.${table}_data
         WHERE id >= ? AND id < ? ORDER BY id`,
      )
      .run((id - segment.id) * PAGES, segment.id * PAGES, (segment.id + 1) * PAGES)
    database
      .prepare(
        `${INSERT} INTO main.${table}_idx (segid, term, pgno)
         SELECT ?, term, pgno FROM ${from}.${table}_idx WHERE segid = ? ORDER BY term`,
      )
      .run(id, segment.id)
    level.segments.push({ ...segment, id, firstOrigin: origin, lastOrigin: origin })
    into.writes += segment.last
  }
  database
    .prepare(
      `${INSERT} INTO main.${table}_docsize (id, sz, origin)
       SELECT id, sz, ? FROM ${from}.${table}_docsize ORDER BY id`,
    )
    .run(origin)
  const write = database.prepare(`REPLACE INTO main.${table}_data (id, block) VALUES (?, ?)`)
  write.run(STRUCTURE, writeStructure(into))
  const sums = added.map((value, index) => value + (totals[index] ?? 0))
  write.run(TOTALS, new Uint8Array(writeVarints(sums)))
  return true
}

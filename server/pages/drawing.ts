import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Book } from '../../contract/books.ts'
import { DRAWING_FILE, drawingDirOf, type Drawing } from '../../contract/drawing.ts'
import type { Cover, Covers } from '../covers/covers.ts'
import { createGate, GateFull } from '../lib/gate.ts'
import { inTime } from '../lib/inTime.ts'
import { KIB_BYTES } from '../lib/units.ts'

/**
 * The drawing that the build left beside the folder of its pages (decision page 0033): what it may cost, and
 * what it is given.
 */

/** What is put into one of the build's pages that have places for it: HTML, but for the record, which is JSON. */
export interface DrawnPage {
  title: string
  /** Of what is no reader's own; without one the page has the product's. */
  summary?: string
  content: string
  record: string
}

interface Options {
  /** Where the build is. */
  distDir: string
  /** Told of what went wrong; the page comes without its content then. */
  onError: (error: unknown) => void
}

/** What is to be drawn may be long in coming: its page waits no longer for it. */
export const PATIENCE_MS = 150

/**
 * How much of its time the server spends on drawing at most: whoever comes when that is used up gets the
 * page without its content, as a browser draws it by itself.
 */
const SHARE = 0.2

/** How far it may run ahead of that, in ms. */
const AHEAD_MS = 300

/** How many wait while one is drawn, which takes 2 ms or so. */
const WAITING = 16

/** What a cover in the page may weigh, in bytes as they travel; a heavier one is better fetched beside it. */
const COVER_MOST_BYTES = 10 * KIB_BYTES

/** What a data address may hold as it is, written as `encodeURIComponent` writes it. */
const HARMLESS = /%(?:20|2C|2F|3A|3B|3D)/g

/** What a cover weighs, in bytes as they travel. */
const weightOf = ({ bytes, compressed }: Cover): number => (compressed ?? bytes).length

/**
 * The cover as an address that holds it, with its link behind `#`, by which the page knows it again
 * (src/lib/drawn.ts); `undefined` for one that is better fetched.
 */
export function dataUrlOf(cover: Cover, link: string): string | undefined {
  const { type, bytes, compressed, isStandIn } = cover
  if (isStandIn || weightOf(cover) > COVER_MOST_BYTES) return undefined
  if (!compressed) return `data:${type};base64,${bytes.toString('base64')}#${link}`
  const text = encodeURIComponent(bytes.toString('utf8').trim())
  const address = text.replaceAll(HARMLESS, (code) => decodeURIComponent(code))
  return `data:image/svg+xml,${address}#${link}`
}

/** So many covers of a list stand in its page: those that a phone shows. */
const WITH_COVER = 6

/** What these may weigh together, in bytes as they travel. */
const COVERS_MOST_BYTES = 24 * KIB_BYTES

/**
 * The covers that a list of books is drawn with, as far as they come in time.
 *
 * @returns where they are, by their links
 */
export async function coversWithin(
  books: readonly Book[],
  covers: Covers,
): Promise<ReadonlyMap<string, string>> {
  const all = await Promise.all(
    books.slice(0, WITH_COVER).map(async (book) => {
      const link = book.volumeInfo.imageLinks?.thumbnail
      return link === undefined
        ? undefined
        : { link, cover: await inTime(covers(book), PATIENCE_MS) }
    }),
  )
  const sources = new Map<string, string>()
  let left = COVERS_MOST_BYTES
  for (const { link, cover } of all.filter((one) => one !== undefined)) {
    const source = cover && weightOf(cover) <= left ? dataUrlOf(cover, link) : undefined
    if (!cover || source === undefined) continue
    left -= weightOf(cover)
    sources.set(link, source)
  }
  return sources
}

/** JSON as it may stand in an element of the page. */
export const recordOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text as it may stand in an element or in a value between double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** An allowance of time that grows by `SHARE` of what passes, up to `AHEAD_MS`. */
function createAllowance(): { isLeft: () => boolean; spend: (ms: number) => void } {
  let left = AHEAD_MS
  let looked = performance.now()
  return {
    isLeft() {
      const now = performance.now()
      left = Math.min(AHEAD_MS, left + (now - looked) * SHARE)
      looked = now
      return left > 0
    },
    spend(ms) {
      left -= ms
    },
  }
}

/**
 * Does some drawing when its turn has come.
 *
 * @param find gives what is to be drawn, `undefined` where there is nothing
 * @param draw is called with it one at a time
 * @returns what was drawn; `undefined` where there is nothing to draw, or with, or no time for it
 */
export type Draw = <Found, Drawn>(
  find: () => Promise<Found | undefined>,
  draw: (drawing: Drawing, found: Found) => Promise<Drawn>,
) => Promise<Drawn | undefined>

/** How pages are drawn with the build at hand; all of them share one allowance. */
export function createDraw({ distDir, onError }: Options): Draw {
  const allowance = createAllowance()
  const gate = createGate({ atOnce: 1, waiting: WAITING })
  const file = join(drawingDirOf(distDir), DRAWING_FILE)
  let known: { changed: number; loading: Promise<Drawing> } | undefined

  /** The drawing of the build that is there now; `undefined` where it is not built yet, or without. */
  async function load(): Promise<Drawing | undefined> {
    const build = await stat(file).catch(() => undefined)
    if (!build) return undefined
    if (known?.changed !== build.mtimeMs) {
      // Under another name, or Node would give the one that it has loaded.
      const address = `${pathToFileURL(file).href}?${build.mtimeMs}`
      known = { changed: build.mtimeMs, loading: import(address) }
    }
    return known.loading
  }

  return async (find, draw) => {
    try {
      if (!allowance.isLeft()) return undefined
      const drawing = await inTime(load(), PATIENCE_MS)
      const found = drawing && (await find())
      if (!found) return undefined
      return await gate(async () => {
        if (!allowance.isLeft()) return undefined
        const began = performance.now()
        try {
          return await draw(drawing, found)
        } finally {
          allowance.spend(performance.now() - began)
        }
      })
    } catch (error) {
      if (!(error instanceof GateFull)) onError(error)
      return undefined
    }
  }
}

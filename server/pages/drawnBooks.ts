import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Book } from '../../contract/books.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { Cover, Covers } from '../covers/covers.ts'
import { createGate, GateFull } from '../lib/gate.ts'

/**
 * Pages of books that the server draws when they are asked for (docs/decisions/0033), by the drawing that
 * the build left beside its pages.
 */

/** What is put into the build's page of a book: HTML, but for the record, which is JSON. */
export interface DrawnBook {
  title: string
  summary: string
  content: string
  record: string
}

/** For whom a page is drawn: nothing is known of a reader but that there is one. */
export type Audience = 'visitor' | 'reader'

/** Draws the page of a book; `undefined` where there is none, or no time for it. */
export type DrawBook = (id: string, audience: Audience) => Promise<DrawnBook | undefined>

/** The part of the build that draws (src/prerender.tsx). */
interface Drawing {
  drawBook(
    book: Book,
    audience: Audience,
    cover?: string,
  ): Promise<{ title: string; summary: string; html: string }>
}

interface Options {
  /** Where the build is. */
  distDir: string
  catalogue: Pick<Catalogue, 'byId'>
  covers: Covers
  /** Told of what went wrong; the page comes without its content then. */
  onError: (error: unknown) => void
}

const DRAWING = '.drawing/drawing.mjs'

/** A book from elsewhere may be long in coming: its page does not wait for it, in ms. */
const PATIENCE = 150

/**
 * How much of its time the server spends on drawing at most: whoever comes when that is used up gets the
 * page without its content, as a browser draws it by itself.
 */
const SHARE = 0.2

/** How far it may run ahead of that, in ms. */
const AHEAD = 300

/** How many wait while one is drawn, which takes 2 ms or so. */
const WAITING = 16

/** What a cover in the page may weigh, in bytes as they travel; a heavier one is better fetched beside it. */
const COVER_MOST = 10 * 1024

/** Resolves with nothing where what is waited for does not come in time. */
function inTime<T>(coming: Promise<T>): Promise<T | undefined> {
  const stop = new AbortController()
  const late = setTimeout(PATIENCE, undefined, { signal: stop.signal }).catch(() => undefined)
  return Promise.race([coming, late]).finally(() => stop.abort())
}

/** What a data address may hold as it is, written as `encodeURIComponent` writes it. */
const HARMLESS = /%(?:20|2C|2F|3A|3B|3D)/g

/** The cover as an address that holds it; `undefined` for one that is better fetched. */
function within({ type, bytes, compressed, isStandIn }: Cover): string | undefined {
  if (isStandIn || (compressed ?? bytes).length > COVER_MOST) return undefined
  if (!compressed) return `data:${type};base64,${bytes.toString('base64')}`
  const text = encodeURIComponent(bytes.toString('utf8').trim())
  return `data:image/svg+xml,${text.replaceAll(HARMLESS, (code) => decodeURIComponent(code))}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text as it may stand in an element or in a value between double quotes. */
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

/** An allowance of time that grows by `SHARE` of what passes, up to `AHEAD`. */
function createAllowance(): { isLeft: () => boolean; spend: (ms: number) => void } {
  let left = AHEAD
  let looked = performance.now()
  return {
    isLeft() {
      const now = performance.now()
      left = Math.min(AHEAD, left + (now - looked) * SHARE)
      looked = now
      return left > 0
    },
    spend(ms) {
      left -= ms
    },
  }
}

/** How pages of books are drawn with the build at hand. */
export function createDrawBook({ distDir, catalogue, covers, onError }: Options): DrawBook {
  const allowance = createAllowance()
  const gate = createGate({ atOnce: 1, waiting: WAITING })
  let loading: Promise<Drawing | undefined> | undefined

  async function load(): Promise<Drawing | undefined> {
    const file = join(distDir, DRAWING)
    try {
      await access(file)
    } catch {
      // Not built yet, or built without: looked for again.
      loading = undefined
      return undefined
    }
    const drawing: Drawing = await import(pathToFileURL(file).href)
    return drawing
  }

  async function bookOf(id: string): Promise<{ book: Book; cover?: string } | undefined> {
    const book = await inTime(catalogue.byId(id))
    if (book?.id !== id) return undefined
    const cover = await inTime(covers(book))
    const address = cover && within(cover)
    return address === undefined ? { book } : { book, cover: address }
  }

  return async (id, audience) => {
    try {
      if (!allowance.isLeft()) return undefined
      loading ??= load()
      const drawing = await inTime(loading)
      const found = drawing && (await bookOf(id))
      if (!found) return undefined
      const drawn = await gate(async () => {
        if (!allowance.isLeft()) return undefined
        const began = performance.now()
        try {
          return await drawing.drawBook(found.book, audience, found.cover)
        } finally {
          allowance.spend(performance.now() - began)
        }
      })
      if (!drawn) return undefined
      const { title, summary, html } = drawn
      const record = JSON.stringify(found.book).replaceAll('<', String.raw`\u003c`)
      return { title: escaped(title), summary: escaped(summary), content: html, record }
    } catch (error) {
      if (!(error instanceof GateFull)) onError(error)
      return undefined
    }
  }
}

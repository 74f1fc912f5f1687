// Shows drawn covers as bitmaps of the same look, once they have come and the page has nothing else to do. A
// part of its own, which comes with a page of many pictures (markAway.ts, decision page 0038).

/** The size of a drawn cover. Another picture that has it becomes a bitmap that looks as it does. */
const DRAWN = { width: 400, height: 600 }
/** A bitmap has at least so many pixels for each of its place's: it may be printed, and lies between them. */
const FINEST = 2
/** No bitmap is wider, in pixels: what is shown larger than that stays a drawing. */
const WIDEST = 1024
/** So many bitmaps are kept for when their drawings come again, with Back for example. */
const KEPT = 200
/** So many take their places at once, since that draws the page anew. */
const AT_ONCE = 12
/** A page that is busy for so long is not waited for any more, in ms: it may never rest. */
const BUSY_FOR = 1000
/** A window is still being resized, or a page zoomed, when this has not passed since it last was, in ms. */
const SETTLED_AFTER = 200

/** A bitmap of a drawing. */
interface Bitmap {
  /** Its address. */
  url: string
  /** In pixels. */
  width: number
}

/** A bitmap and the picture that is to show it. */
interface Ready extends Bitmap {
  picture: HTMLImageElement
  /** The drawing's address. */
  source: string
}

/** By the address of the drawing, first the one that was asked for least lately. */
const kept = new Map<string, Bitmap>()
/** What the pictures show in place of their drawings. */
const shown = new WeakMap<HTMLImageElement, Ready>()
/** What has come and is still to be looked at. */
const waiting: HTMLImageElement[] = []
let isAtWork = false

/** How wide a picture's bitmap has to be, in pixels. */
function widthNeeded(picture: HTMLImageElement, atLeast = 1): number {
  const zoom = devicePixelRatio * (visualViewport?.scale ?? 1)
  return Math.ceil(picture.clientWidth * Math.max(zoom, atLeast))
}

async function draw(picture: HTMLImageElement, width: number): Promise<Bitmap> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.round((width * DRAWN.height) / DRAWN.width)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    // In WebP it is written on a thread of its own, and with 1 without loss.
    canvas.toBlob(resolve, 'image/webp', 1)
  })
  if (!blob) throw new Error('There is no bitmap of this size.')
  return { url: URL.createObjectURL(blob), width }
}

/** Forgets the bitmap of a drawing. What shows it has it and goes on. */
function forget(source: string): void {
  const bitmap = kept.get(source)
  if (bitmap) URL.revokeObjectURL(bitmap.url)
  kept.delete(source)
}

async function bitmapOf(picture: HTMLImageElement): Promise<Ready | undefined> {
  const { src: source, naturalWidth, naturalHeight } = picture
  // A page that was left; what is a bitmap; what has no place.
  if (!picture.isConnected || source.startsWith('blob:')) return undefined
  if (naturalWidth !== DRAWN.width || naturalHeight !== DRAWN.height) return undefined
  const width = widthNeeded(picture, FINEST)
  if (width === 0 || width > WIDEST) return undefined
  const known = kept.get(source)
  const bitmap = known && known.width >= width ? known : await draw(picture, width)
  if (bitmap === known) kept.delete(source)
  else forget(source)
  kept.set(source, bitmap)
  return { ...bitmap, picture, source }
}

/** Resolves once the browser has the bitmap, so that no frame is without it when it takes its place. */
const fetched = ({ url }: Bitmap) =>
  new Promise<void>((resolve) => {
    const image = new Image()
    image.addEventListener('load', () => resolve())
    image.src = url
  })

async function show(ready: readonly Ready[]): Promise<void> {
  await Promise.all(ready.map(fetched))
  for (const bitmap of ready) {
    const { picture, source, url } = bitmap
    // Meanwhile it may be another picture.
    if (picture.src !== source) continue
    shown.set(picture, bitmap)
    picture.loading = 'eager'
    picture.decoding = 'sync'
    picture.src = url
  }
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    forget(oldest)
  }
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: BUSY_FOR })
  })
}

/** What is looked at next: what is near the window (markAway.ts), and of that the last. */
function next(): HTMLImageElement | undefined {
  const near = waiting.findLastIndex((picture) => !picture.closest('[data-away="true"]'))
  // Where nothing is near, -1 is the last of all.
  return waiting.splice(near, 1)[0]
}

async function work(): Promise<void> {
  if (isAtWork) return
  isAtWork = true
  while (waiting.length > 0) {
    const ready: Ready[] = []
    while (ready.length < AT_ONCE) {
      await whenIdle()
      const picture = next()
      if (!picture) break
      const bitmap = await bitmapOf(picture).catch(() => undefined)
      if (bitmap) ready.push(bitmap)
    }
    await show(ready)
  }
  isAtWork = false
}

function add(...pictures: readonly HTMLImageElement[]): void {
  waiting.push(...pictures)
  void work()
}

/** Brings back the drawings of what is larger by now than its bitmap: as they come they are looked at anew. */
function sharpen(): void {
  for (const picture of document.images) {
    const bitmap = shown.get(picture)
    if (picture.src === bitmap?.url && bitmap.width < widthNeeded(picture)) {
      picture.src = bitmap.source
    }
  }
}

/** From now on shows as bitmaps what is on the page, and what comes. */
export function showBitmaps(): void {
  let settling: ReturnType<typeof setTimeout> | undefined
  add(...[...document.images].filter(({ complete }) => complete))
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement) add(target)
    },
    true,
  )
  visualViewport?.addEventListener('resize', () => {
    clearTimeout(settling)
    settling = setTimeout(sharpen, SETTLED_AFTER)
  })
}

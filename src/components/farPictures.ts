// Takes the pictures off what is far from the window, and puts them back before it comes near. A part of its
// own, which comes with a page of many pictures (markAway.ts).

/**
 * So many pictures that are away stay as they are, those that went last: whoever scrolls back a little finds
 * them there. Without it each would be written out and drawn anew at every turn.
 */
const KEPT = 24

/** The pictures that are away and have not been let go of, first the one that has been away for longest. */
const kept = new Set<HTMLImageElement>()
/** One round at a time: a second would fetch again what the first is waiting for. */
let isLettingGo = false

/** A picture as an address that holds all of it; empty where it is no SVG. */
async function written(source: string): Promise<string> {
  if (source.startsWith('data:')) return source
  const answer = await fetch(source)
  if (!answer.headers.get('content-type')?.startsWith('image/svg')) return ''
  return `data:image/svg+xml,${(await answer.text()).replace(/[%#]/g, encodeURIComponent)}`
}

/**
 * Lets go of the pictures that have been away for longest. Every picture in SVG is a page of its own to
 * Chromium, which it looks at after each task and in each frame: two hundred of them took half of what a heart
 * costs (decision page 0032). The text of the picture stays at its element (`data-text`), so that it is back at
 * once, on paper and without network too; fetched anew it would be missing on both.
 */
async function letGo(): Promise<void> {
  if (isLettingGo) return
  isLettingGo = true
  for (const picture of kept) {
    if (kept.size <= KEPT) break
    // Its page was left.
    if (!picture.isConnected) {
      kept.delete(picture)
      continue
    }
    const { src } = picture
    // It was shown, so the browser has it; what does not come now stays as it is.
    const text = await written(src).catch(() => '')
    // Meanwhile it may be near again, or another one.
    if (!kept.delete(picture) || picture.src !== src) continue
    picture.dataset['text'] = text
    if (text) picture.removeAttribute('src')
  }
  isLettingGo = false
}

function takeBack(picture: HTMLImageElement): void {
  kept.delete(picture)
  const { text } = picture.dataset
  if (!text) return
  delete picture.dataset['text']
  // Else the browser would look first whether it is near.
  picture.loading = 'eager'
  picture.src ||= text
}

/** Lets go of the pictures of what has gone away, in time, and takes back those of what has come near. */
export function watchPictures(element: HTMLElement, isNear: boolean): void {
  for (const picture of element.querySelectorAll('img')) {
    // On a long shelf each card answers for its own.
    if (picture.closest('[data-away]') !== element) continue
    if (isNear) takeBack(picture)
    // One that has not come yet costs nothing; one that is no SVG neither.
    else if (picture.naturalWidth && picture.dataset['text'] !== '') kept.add(picture)
  }
  void letGo()
}

// What went away before this part had come.
for (const element of document.querySelectorAll<HTMLElement>('[data-away=true]')) {
  watchPictures(element, false)
}

// Paper shows what the window does not.
addEventListener('beforeprint', () => document.querySelectorAll('img').forEach(takeBack))

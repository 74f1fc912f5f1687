/** Long enough for a browser that asks where to save, in milliseconds. */
const KEEP_MS = 60_000

/** Hands a text over to the browser as a download, through a link to a blob: nothing leaves the page. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}

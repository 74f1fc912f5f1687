/** Long enough for a browser that asks where to save, in milliseconds. */
const URL_LIFETIME_MS = 60_000

/** Spreadsheets tell the encoding of a table by this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Hands a text over to the browser as a download, through a link to a blob: nothing leaves the page. */
export function saveFile(name: string, type: string, text: string): void {
  const mark = type.startsWith('text/csv') ? BYTE_ORDER_MARK : ''
  const url = URL.createObjectURL(new Blob([mark, text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}

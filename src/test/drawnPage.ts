import { onTestFinished } from 'vitest'

/** The cover with this link as it stands within a page. */
export const coverWithin = (link = ''): string =>
  `data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E#${link}`

/** What the server drew of a page, before the product takes it up; for this test. */
export function standDrawn(html: string): void {
  const root = document.createElement('div')
  root.id = 'root'
  root.innerHTML = html
  document.body.append(root)
  onTestFinished(() => root.remove())
}

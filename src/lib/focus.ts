/** Gives the focus to the element with this id, without moving the page; the element, where the page has it. */
export function focusOn(id: string): HTMLElement | null {
  const element = document.getElementById(id)
  element?.focus({ preventScroll: true })
  return element
}

/** Gives the focus to the page's main part, so that the page is read from there. */
export const focusMain = (): HTMLElement | null => focusOn('main')

/** Gives it to the main part where what had it is gone. */
export function catchFocus(): void {
  if (document.activeElement === document.body) focusMain()
}

import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import type { Expectation, Step } from './scenario.ts'
import { UPLOADS } from './uploads.ts'

function uploadFile(kind: keyof typeof UPLOADS): File {
  const { name, type, base64 } = UPLOADS[kind]
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new File([bytes], name, { type })
}

/** The form field of a label. @throws where it is not there (yet). */
function field(body: HTMLElement, label: string): HTMLInputElement {
  const [input] = queryAllByLabelText<HTMLInputElement>(body, label, { selector: 'input' })
  if (!input) throw new Error(`The page has no field "${label}".`)
  return input
}

/** The first button or link of a name. @throws where it is not there, or cannot be pressed (yet). */
function control(
  body: HTMLElement,
  role: 'button' | 'link' | 'menuitem',
  name: string,
): HTMLElement {
  const [found] = withRole(body, role, name)
  if (!found) throw new Error(`The page has no ${role} "${name}".`)
  if (found.matches(':disabled')) throw new Error(`The ${role} "${name}" cannot be pressed.`)
  return found
}

/** Pastes a text, so that no move of the focus can cut it in two. */
async function fill(user: UserEvent, input: HTMLInputElement, text: string): Promise<void> {
  await user.clear(input)
  if (text === '') return
  await user.click(input)
  await user.paste(text)
  if (input.value === '') throw new Error('The focus went elsewhere.')
}

/**
 * Does one step of a scenario on the page, as a reader would.
 * @throws where the element that it needs is not there (yet); the step can then be tried again.
 */
export async function perform(step: Step, user: UserEvent, body = document.body): Promise<void> {
  switch (step.do) {
    case 'fill':
      await fill(user, field(body, step.field), step.text)
      return
    case 'press':
      await user.click(control(body, 'button', step.button))
      return
    case 'follow':
      await user.click(control(body, 'link', step.link))
      return
    case 'choose':
      await user.click(control(body, 'menuitem', step.item))
      return
    case 'search':
      await fill(user, field(body, 'Search books'), step.text)
      await user.keyboard('{Enter}')
      return
    case 'upload':
      // A file dialog lets a reader choose any file, whatever the field would like to have.
      await user
        .setup({ applyAccept: false })
        .upload(field(body, step.field), uploadFile(step.file))
      return
    case 'scroll':
      window.scrollBy(0, step.by)
  }
}

/** What an alert or a status says without its buttons and links: the whole text, and each paragraph's. */
function messagesOf(element: Element): string[] {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return []
  for (const control of copy.querySelectorAll('button, a')) control.remove()
  return [copy, ...copy.querySelectorAll('p')].map(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' ').trim(),
  )
}

function squeezed(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, '')
}

/** The elements of a role and name that a reader can reach. */
function withRole(body: HTMLElement, role: string, name: string): HTMLElement[] {
  // Names are costly to compute, and on most pages nothing can have this one.
  const letters = squeezed(name)
  const mayHave =
    squeezed(body.textContent).includes(letters) ||
    [...body.querySelectorAll('[aria-label], [alt]')].some(
      (element) =>
        element.getAttribute('aria-label') === name || element.getAttribute('alt') === name,
    )
  return mayHave ? queryAllByRole(body, role, { name }) : []
}

/**
 * Whether something is on the page now.
 * @param logged what the console has said so far, one text a line
 */
export function isSeen(
  expectation: Expectation,
  logged: readonly string[],
  body = document.body,
): boolean {
  const { as, text } = expectation
  switch (as) {
    case 'alert':
    case 'status':
      return [...body.querySelectorAll(`[role="${as}"]`)].some((element) =>
        messagesOf(element).includes(text),
      )
    case 'text':
      return queryAllByText(body, text).length > 0
    case 'path':
      return location.pathname === text
    case 'log':
      return logged.some((line) => line.startsWith(text))
    default:
      return withRole(body, as, text).length > 0
  }
}

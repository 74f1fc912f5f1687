import { queryAllByLabelText, queryAllByRole, queryAllByText } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import type { Expectation, Step } from './scenario.ts'
import { UPLOADS, type Upload } from './uploads.ts'

function uploadFile(kind: Upload): File {
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

/** The first button, link or menu item of a name. @throws where it is not there, or cannot be pressed (yet). */
function control(body: HTMLElement, role: string, name: string): HTMLElement {
  const [found] = queryAllByRole(body, role, { name })
  if (!found) throw new Error(`The page has no ${role} "${name}".`)
  if (found.matches(':disabled')) throw new Error(`The ${role} "${name}" cannot be pressed.`)
  return found
}

/** The role and name of what a step presses. */
function roleOf(step: Extract<Step, { do: 'press' | 'follow' | 'choose' }>): [string, string] {
  if (step.do === 'press') return ['button', step.button]
  return step.do === 'follow' ? ['link', step.link] : ['menuitem', step.item]
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
      return fill(user, field(body, step.field), step.text)
    case 'press':
    case 'follow':
    case 'choose':
      return user.click(control(body, ...roleOf(step)))
    case 'search':
      await fill(user, field(body, 'Search books'), step.text)
      return user.keyboard('{Enter}')
    case 'upload':
      // A file dialog lets a reader choose any file, whatever the field would like to have.
      return user
        .setup({ applyAccept: false })
        .upload(field(body, step.field), uploadFile(step.file))
  }
}

/** Whether an event on the page is this step being done, by hand or by `perform`. */
export function isDoing(step: Step, { type, target }: Event): boolean {
  if (!(target instanceof Element)) return false
  if (step.do === 'upload') return type === 'change'
  if (step.do === 'fill' || step.do === 'search') {
    const isDone = type === (step.do === 'fill' ? 'input' : 'keydown')
    return isDone && target instanceof HTMLInputElement && target.value === step.text
  }
  const pressed = type === 'click' ? target.closest<HTMLElement>('button, a, [role]') : null
  const parent = pressed?.parentElement
  const [role, name] = roleOf(step)
  return Boolean(parent && queryAllByRole(parent, role, { name }).includes(pressed))
}

/** What an alert or a status says without its buttons and links: the whole text, and each paragraph's. */
function messagesOf(element: HTMLElement): string[] {
  const copy = document.importNode(element, true)
  for (const control of copy.querySelectorAll('button, a')) control.remove()
  return [copy, ...copy.querySelectorAll('p')].map(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' ').trim(),
  )
}

/**
 * Whether something is on the page now.
 * @param logged what the console has written so far, one text a line
 */
export function isShown(
  { as, text }: Expectation,
  logged: readonly string[],
  body = document.body,
): boolean {
  switch (as) {
    case 'alert':
    case 'status':
      return [...body.querySelectorAll<HTMLElement>(`[role="${as}"]`)].some((element) =>
        messagesOf(element).includes(text),
      )
    case 'text':
      return queryAllByText(body, text).length > 0
    case 'path':
      return location.pathname === text
    case 'log':
      return logged.some((line) => line.startsWith(text))
    default:
      return queryAllByRole(body, as, { name: text }).length > 0
  }
}

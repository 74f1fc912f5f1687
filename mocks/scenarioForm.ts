import type { Scenario, Screen, Expectation, Step } from './scenario.ts'

/** A scenario but for what `asReader` and `asVisitor` fill in. */
type Rest = Omit<Scenario, 'title' | 'screen' | 'session'>

/**
 * The two ways to write a scenario of a screen: for somebody signed in, or for a visitor.
 * @param path the page (path and query) unless a scenario names its own. Without one it shows on every
 * page, and combined with others it keeps theirs.
 */
export function scenariosOf(screen: Screen, path?: string) {
  const maker =
    (session: Scenario['session']) =>
    (title: string, rest: Rest): Scenario => ({
      title,
      screen,
      session,
      ...(path !== undefined && { path }),
      ...rest,
    })
  return { asReader: maker('signedIn'), asVisitor: maker('signedOut') }
}

/** Types into the field of this label. */
export const fill = (field: string, text: string): Step => ({ do: 'fill', field, text })
export const press = (button: string): Step => ({ do: 'press', button })
export const follow = (link: string): Step => ({ do: 'follow', link })
/** Chooses an item of the menu that is open. */
export const choose = (item: string): Step => ({ do: 'choose', item })
/** Types into the navbar's search box and presses Enter. */
export const search = (text: string): Step => ({ do: 'search', text })
/** Chooses a file for a file input. */
export const upload = (field: string, file: Extract<Step, { do: 'upload' }>['file']): Step => ({
  do: 'upload',
  field,
  file,
})
export const scroll = (by: number): Step => ({ do: 'scroll', by })

const shown =
  (as: Expectation['as']) =>
  (text: string): Expectation => ({ as, text })

/** What a page should show: see `Expectation` for what each text is compared with. */
export const alert = shown('alert')
export const status = shown('status')
export const heading = shown('heading')
export const button = shown('button')
export const link = shown('link')
export const img = shown('img')
export const option = shown('option')
export const text = shown('text')
/** The whole path of the address. */
export const path = shown('path')
/** The beginning of a line in the console. */
export const log = shown('log')

import { directionOf, isLanguage, type Language } from '../../contract/languages.ts'
import { say, type Plural, type Values } from '../../contract/say.ts'

/** Texts by their names, as a file of a language has them. */
export interface Texts {
  readonly [name: string]: string | Plural | Texts
}

/** The texts of a language, by the names of their sections. */
export type LanguageFile = Readonly<Record<string, Texts>>

/** The names in `{braces}` of a text. */
type Places<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never
type PlaceValues<Names extends string> = {
  readonly [Name in Names]: Name extends 'count' ? number : string | number
}

/** English texts as the app says them: one with places is a function of what fills them. */
export type Said<T> = T extends string
  ? [Places<T>] extends [never]
    ? string
    : (values: PlaceValues<Places<T>>) => string
  : T extends Plural
    ? (values: PlaceValues<'count' | Places<T[keyof T]>>) => string
    : { readonly [Name in keyof T]: Said<T[Name]> }

interface Live {
  [name: string]: string | ((values: Values) => string) | Live
}

let language: Language = 'en'
let file: LanguageFile = {}
const sections: { name: string; english: Texts; live: Live }[] = []
const listeners = new Set<() => void>()

const isText = (text: string | Plural | Texts | undefined): text is string | Plural =>
  typeof text === 'string' || typeof text?.['other'] === 'string'

/** What is not translated stays English. */
function put(live: Live, english: Texts, translated: Texts = {}): void {
  for (const [name, source] of Object.entries(english)) {
    const found = translated[name]
    if (isText(source)) {
      const text = isText(found) ? found : source
      live[name] =
        typeof text === 'string' && typeof source === 'string' && !source.includes('{')
          ? text
          : (values) => say(language, text, values)
    } else {
      const part = live[name]
      const target = typeof part === 'object' ? part : (live[name] = {})
      put(target, source, isText(found) ? undefined : found)
    }
  }
}

/**
 * A section of the texts in the language of the app. It changes in place with the language: read a text where it is
 * shown, not as a module begins.
 * @param english the source: `{name}` is a place for a value, `{ one, other }` the forms that go with `{count}`
 */
export function texts<const T extends Texts>(name: string, english: T): Said<T>
export function texts(name: string, english: Texts): unknown {
  const live: Live = {}
  sections.push({ name, english, live })
  put(live, english, file[name])
  return live
}

/** The English texts of the sections that are loaded. */
export const englishTexts = (): Texts =>
  Object.fromEntries(sections.map(({ name, english }) => [name, english]))

/** The language of the app. */
export const getLanguage = (): Language => language

/** Puts the app into a language, given the texts of its file. */
export function setLanguage(next: Language, nextFile: LanguageFile): void {
  language = next
  file = nextFile
  for (const { name, english, live } of sections) put(live, english, file[name])
  for (const listener of listeners) listener()
}

/** Calls back whenever the language changes. Returns the end of it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a section is there: a visitor's page does without those of readers' screens. */
export const hasSection = (name: string): boolean =>
  sections.some((section) => section.name === name)

/** The language that the page's HTML says. */
export const pageLanguage = (): Language => {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : 'en'
}

/** The direction in which the app is read. */
export const getDirection = (): 'ltr' | 'rtl' => directionOf(language)

import { directionOf } from './languages.ts'

/** The forms of a text that counts, by the categories of `Intl.PluralRules`; its `{count}` chooses. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string
}

/** What fills the places of a text: numbers are written as the language writes them. */
export type Values = Readonly<Record<string, string | number>>

const formats = new Map<string, ReturnType<typeof createFormats>>()
const createFormats = (language: string) => ({
  numbers: new Intl.NumberFormat(language),
  plurals: new Intl.PluralRules(language),
  lists: new Intl.ListFormat(language),
})

/** How a language writes numbers and lists, and which of its plural forms goes with a number. @public */
export function formatsOf(language: string): ReturnType<typeof createFormats> {
  const found = formats.get(language) ?? createFormats(language)
  formats.set(language, found)
  return found
}

/** A text of a language with its values in the places `{name}`; a name without a value leaves nothing. */
export function say(language: string, text: string | Plural, values: Values): string {
  const { numbers, plurals } = formatsOf(language)
  const form =
    typeof text === 'string' ? text : (text[plurals.select(Number(values['count']))] ?? text.other)
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    if (typeof value === 'number') return numbers.format(value)
    // What may be written the other way keeps its order, and the full stop behind it its place.
    return directionOf(language) === 'rtl' ? `\u2068${value}\u2069` : value
  })
}

import { directionOf } from './languages.ts'

/** The forms of a text that counts, by the categories of `Intl.PluralRules`; its `{count}` chooses. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string
}

/** What fills the places of a text: numbers are written as the language writes them. */
export type Values = Readonly<Record<string, string | number>>

/** Letters of Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF]/

/** A text of a language with its values in the places `{name}`; a name without a value leaves nothing. */
export function say(language: string, text: string | Plural, values: Values): string {
  const form =
    typeof text === 'string'
      ? text
      : (text[new Intl.PluralRules(language).select(Number(values['count']))] ?? text.other)
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    // Arabic has digits of its own in some browsers.
    if (typeof value === 'number')
      return value.toLocaleString(language, { numberingSystem: 'latn' })
    // What may be written the other way keeps its order, and the full stop behind it its place.
    return directionOf(language) === 'rtl' || RIGHT_TO_LEFT.test(value)
      ? `\u2068${value}\u2069`
      : value
  })
}

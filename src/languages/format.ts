import { getLanguage } from './language.ts'

/** `one, two, and three` in the language of the app. */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(getLanguage()).format(items)

/** `Jan 1, 2026, 12:00 PM` by the device's clock; empty where the time is none. */
export function formatMoment(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleString(getLanguage(), {
        dateStyle: 'medium',
        timeStyle: 'short',
        numberingSystem: 'latn',
      })
}

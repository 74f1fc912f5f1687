import { KIB_BYTES, MIB_BYTES } from '../../../contract/units.ts'

// How reports of imports write numbers and sizes.

const whole = new Intl.NumberFormat('en')

/** `1,234` */
export const number = (value: number): string => whole.format(Math.round(value))

/** `book` of one, `books` of any other number. */
export const bookOrBooks = (count: number): string => (count === 1 ? 'book' : 'books')

/** `12 KiB`, `1.5 MiB` */
export const size = (bytes: number): string =>
  bytes < MIB_BYTES
    ? `${Math.ceil(bytes / KIB_BYTES)} KiB`
    : `${(bytes / MIB_BYTES).toFixed(1)} MiB`

// What a spreadsheet takes for the beginning of a formula, in both widths.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A field of a table in CSV. One that a spreadsheet would run as a formula gets an apostrophe in front, as
 * OWASP advises against CSV injection: titles, names and authors are other people's texts too.
 */
export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** The ISBN-13 that a text, perhaps after `ISBN`, is, an ISBN-10 converted; `undefined` where it is wrong. */
export function isbn13Of(text: string): string | undefined {
  const digits = text
    .trim()
    .replace(/^isbn(?:-?1[03])?\s*:?/i, '')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) {
    return isbn13CheckDigit(digits.slice(0, 12)) === digits.at(12) ? digits : undefined
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return undefined
  const values = Array.from(digits, (digit) => (digit === 'X' ? 10 : Number(digit)))
  if (values.reduce((sum, value, at) => sum + (10 - at) * value, 0) % 11 !== 0) return undefined
  const body = `978${digits.slice(0, 9)}`
  return body + isbn13CheckDigit(body)
}

function isbn13CheckDigit(first12: string): string {
  const sum = Array.from(first12, Number).reduce(
    (sum, n, at) => sum + n * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

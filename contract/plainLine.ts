// Joiners, variation selectors and tags stay, which some scripts and emoji need; joiners only behind what they
// can join.
const UNSEEN =
  /(?![\p{Join_Control}\p{Variation_Selector}\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?<![\p{Lo}\p{M}\p{S}])\p{Join_Control}/gu

/** A text without invisible characters; control characters stay. */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '')

/**
 * What somebody typed or pasted, on one line: tabs and line ends become spaces; invisible characters, and spaces at
 * both ends, are removed. Empty if nothing is visible.
 */
export function plainLine(text: string): string {
  const line = withoutUnseen(text.replaceAll(/[\t-\r\u2028\u2029]+/g, ' ')).trim()
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(line) ? line : ''
}

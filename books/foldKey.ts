import { fold } from '../contract/fold.ts'
import letters from './hanLetters.json' with { type: 'json' }

const PLAIN = new Map(
  letters.alike
    .join(' ')
    .split(' ')
    .flatMap(([plain = '', ...others]) =>
      others.map((letter): [string, string] => [letter, plain]),
    ),
)

/**
 * A text as it is indexed, searched for and compared, never shown: folded, each Chinese letter the same in its
 * simplified, traditional and Japanese form. `紅樓夢` → `红楼梦`, `雪國` → `雪国`.
 */
export const foldKey = (text: string): string =>
  fold(text).replaceAll(/[\u4e00-\u9fff]/g, (letter) => PLAIN.get(letter) ?? letter)

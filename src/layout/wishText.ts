import type { Understood } from '../../contract/books.ts'
import { texts } from '../languages/language.ts'
import { inRow } from '../readerMessages.ts'

/** What a wish was understood as, in parts that follow each other. */
const words = texts('wish', {
  like: 'like {title}',
  likeAnd: 'like {title}: {wanted}',
  books: 'books',
  kinds: '{kinds} books',
  kindsAbout: '{kinds} books: {topics}',
  audience: {
    'picture book': ' for small children',
    children: ' for children',
    'young adult': ' for teens',
    adult: ' for adults',
  },
  without: ', but not {words}',
  unknown: ' (not known of books: {words})',
})

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Like Emma: short books for teens, but not romance`: what a wish was understood as, for the search of readers. */
export function wishText(understood: Understood): string {
  const { like, audience, without, unknown } = understood
  const [kinds, topics] = [inRow(understood.kinds), inRow(understood.topics)]
  const wanted = inRow([...understood.kinds, ...understood.topics])
  const books =
    kinds === '' ? topics || words.books : words[topics ? 'kindsAbout' : 'kinds']({ kinds, topics })
  const text = [
    like === undefined ? books : words[wanted ? 'likeAnd' : 'like']({ title: like, wanted }),
    audience && words.audience[audience],
    without.length > 0 && words.without({ words: inRow(without) }),
    unknown.length > 0 && words.unknown({ words: inRow(unknown) }),
  ]
  return capitalized(text.filter(Boolean).join(''))
}

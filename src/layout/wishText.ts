import type { Understood } from '../../contract/books.ts'

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const READERS = {
  'picture book': 'small children',
  children: 'children',
  'young adult': 'teens',
  adult: 'adults',
}

/** `Like Emma: short books for teens, but not romance`: what a wish was understood as, for the search of readers. */
export function wishText({ like, kinds, topics, audience, without, unknown }: Understood): string {
  const [kind, topic] = [kinds.join(', '), topics.join(', ')]
  const books = kind === '' ? topic || 'books' : `${kind} books${topic && `: ${topic}`}`
  const wanted = [...kinds, ...topics].join(', ')
  const text = [
    like === undefined ? books : `like ${like}${wanted && `: ${wanted}`}`,
    audience && ` for ${READERS[audience]}`,
    without.length > 0 && `, but not ${without.join(', ')}`,
    unknown.length > 0 && ` (not known of books: ${unknown.join(', ')})`,
  ]
  return capitalized(text.filter(Boolean).join(''))
}

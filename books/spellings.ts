import spellings from './spellings.json' with { type: 'json' }

/** What is written otherwise, and how it is commonly written, in the order the rules apply. */
export type Spellings = readonly (readonly [RegExp, string])[]

/** The rules of a group, each beside an example in `spellings.json`; lists of words stand for their names in them. */
export const spellingsOf = (
  group: keyof typeof spellings,
  lists: Readonly<Record<string, string>> = {},
): Spellings =>
  spellings[group].map(({ from, to, flags = 'gu' }: Spelling) => {
    const pattern = from.replaceAll(/[A-Z]{5,}/g, (name) => lists[name] ?? name)
    return [new RegExp(pattern, flags), to] as const
  })

interface Spelling {
  from: string
  to: string
  flags?: string
}

/** A text as it is commonly written. */
export const spelled = (text: string, rules: Spellings): string =>
  rules.reduce((spelt, [from, to]) => spelt.replace(from, to), text)

import spellings from './spellings.json' with { type: 'json' }

/** What is written otherwise, and how it is commonly written, in the order the rules apply. */
export type Spellings = readonly (readonly [from: RegExp, to: string, where: RegExp])[]

/** The rules of a group, each beside an example in `spellings.json`; lists of words stand for their names in them. */
export const spellingsOf = (
  group: keyof typeof spellings,
  lists: Readonly<Record<string, string>> = {},
): Spellings =>
  spellings[group].map(({ from, to, flags = 'gu', where = '' }: Spelling) => {
    const pattern = from.replaceAll(/[A-Z]{5,}/g, (name) => lists[name] ?? name)
    return [new RegExp(pattern, flags), to, new RegExp(where, 'iu')] as const
  })

interface Spelling {
  from: string
  to: string
  flags?: string
  /** What is in any text that the rule is for: spares others a rule that takes long to compile. */
  where?: string
}

/** A text as it is commonly written. */
export const spelled = (text: string, rules: Spellings): string =>
  rules.reduce(
    (spelt, [from, to, where]) => (where.test(spelt) ? spelt.replace(from, to) : spelt),
    text,
  )

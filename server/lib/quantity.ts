const rules = new Intl.PluralRules('en')

/** `1 reader`, `1,234 readers`: a number with its noun, whose plural ends in s. */
export const quantity = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${rules.select(count) === 'one' ? '' : 's'}`

import { HarError } from './har.ts'

/** A name that a scenario can have in an address and a table. */
const NAME = /^[a-z][A-Za-z0-9]{0,39}$/

/**
 * Checks the name of a scenario that is about to be recorded.
 * @param recorded the names that recorded scenarios have
 * @param isTaken whether a scenario of the table has a name
 * @throws HarError where the name is no camelCase word, or another scenario's
 */
export function checkName(
  name: string,
  recorded: readonly string[],
  isTaken: (name: string) => boolean,
  replace: boolean,
): void {
  if (!NAME.test(name)) {
    throw new HarError(
      `"${name}" is no name for a scenario: a camelCase word such as slowEvening, at most 40 letters and digits.`,
    )
  }
  if (recorded.includes(name)) {
    if (!replace) {
      throw new HarError(
        `A recorded scenario is called "${name}" already: --replace writes it anew.`,
      )
    }
    return
  }
  // Some file systems take both for the same.
  const twin = recorded.find((other) => other.toLowerCase() === name.toLowerCase())
  if (isTaken(name) || twin !== undefined) {
    throw new HarError(`A scenario is called "${twin ?? name}" already: choose another name.`)
  }
}

/**
 * Checks what testers will read.
 * @throws HarError where it is nothing, more than a line, or too long for one
 */
export function checkTitle(title: string): void {
  if (!/^\S.{0,78}\S$|^\S$/u.test(title)) {
    throw new HarError('A title is one line of at most 80 characters.')
  }
}

/** A title for a name: `slowEvening` → `Slow evening`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[A-Z]+|\d+/g, (part) => ` ${part.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The source of `mocks/recorded/index.ts` for these names. */
export function indexSource(names: readonly string[]): string {
  const sorted = names.toSorted()
  const imports = sorted.map(
    (name) => `import ${name}Json from './${name}.json' with { type: 'json' }`,
  )
  const entries = sorted.map((name) => `${name}: replay(${name}Json),`)
  return [
    ...(sorted.length > 0 ? [`import { replay } from '../har/replay.ts'`] : []),
    `import type { Scenario } from '../scenario.ts'`,
    ...imports,
    '',
    '/** Sessions that were recorded in a browser; written by `npm run scenario:from-har`. */',
    `export const recordedScenarios = {${entries.join('\n')}} as const satisfies Record<string, Scenario>`,
    '',
  ].join('\n')
}

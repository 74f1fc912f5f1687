import otherFiles from './otherFiles.json' with { type: 'json' }

const OTHER_FILES = Object.entries(otherFiles).map(
  ([reason, signs]) => [new RegExp(signs.join('|'), 'u'), reason] as const,
)

/**
 * What a file is that people take for a table, and what to do, such as `is an archive: unpack it …`.
 * @param start its first 300 bytes, each as the letter of its number
 */
export const otherFileIn = (start: string): string | undefined =>
  OTHER_FILES.find(([sign]) => sign.test(start))?.[1]

/**
 * The whole numbers above 0 that a bench was given as arguments; `usual` where it was given none.
 *
 * @throws RangeError for an argument that is none: the bench would measure nothing and say so nowhere
 */
export function countsGiven(given: readonly string[], usual: readonly number[]): readonly number[] {
  const odd = given.find((text) => !/^[1-9]\d{0,9}$/.test(text))
  if (odd !== undefined) throw new RangeError(`"${odd}" is no whole number above 0.`)
  return given.length > 0 ? given.map(Number) : usual
}

/** The same for the arguments of this process, which ends with one line where one of them is none. */
export function countsOfProcess(...usual: number[]): readonly number[] {
  try {
    return countsGiven(process.argv.slice(2), usual)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}

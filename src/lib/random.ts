/**
 * An integer from `min` to `max`, both included, evenly likely.
 * @param random a source of numbers in [0, 1)
 */
export function randomInteger(
  min: number,
  max: number,
  random: () => number = Math.random,
): number {
  return min + Math.floor(random() * (max - min + 1))
}

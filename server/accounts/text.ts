/** The length of a text in code points, by which names and passwords are measured (decision 22). */
export function countCodePoints(text: string): number {
  return Array.from(text).length
}

/**
 * Drawings for `Icon` that the screens of books need and the first page does without: a line each, in a square
 * of 24.
 */
export const arrowLeft = { path: 'M20 12H4M11 5l-7 7 7 7' }
export const outside = { path: 'M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9' }

/** What a reader is told where a part of the product does not come. */
export const PART_MISSING = 'A part of this page could not be loaded. Please reload it.'

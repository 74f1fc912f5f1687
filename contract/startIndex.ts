/** Where a shelf of recommendations may begin (docs/product.md 7.1: random 1 to 10; decision 33). */
export const START_INDEX_MIN = 1
export const START_INDEX_MAX = 10

/** A search found nothing in its time; a later one may. Answered as 503 with Retry-After. */
export class SearchTooSlow extends Error {
  constructor() {
    super('The search took too long.')
    this.name = 'SearchTooSlow'
  }
}

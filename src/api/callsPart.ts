/**
 * The calls as a part to be fetched (`calls.ts`). It names nothing of them: a module that is imported
 * dynamically keeps a list of all that others take of it, and the calls say themselves that they are there.
 */
import './booksApi.ts'

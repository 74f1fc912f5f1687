import { Type, type Static } from 'typebox'
import { Series } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import { Id } from '../../contract/common.ts'

/** A book as the files under `bundled/` hold it. The first category is the file's own. */
export const BundledRecord = Type.Object(
  {
    /** Of its own for ever: favorites and links know the book by it. */
    id: Id,
    title: Type.String({ minLength: 1, maxLength: 200 }),
    /** Where it is not part of the title. */
    subtitle: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** Of a translation, or another title that readers know the book by. */
    originalTitle: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    series: Type.Optional(Series),
    authors: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
      minItems: 1,
      maxItems: 8,
    }),
    /** A year, year-month or full date of first publication; years before our era are negative. */
    publishedDate: Type.String({ pattern: String.raw`^-?\d{1,4}(-\d\d(-\d\d)?)?$` }),
    categories: Type.Array(Type.Enum([...CATEGORIES]), {
      minItems: 1,
      maxItems: CATEGORIES.length,
      uniqueItems: true,
    }),
    /** What it is about, where, when, its form, and one audience; best of `books/subjects.json`. */
    subjects: Type.Array(Type.String({ minLength: 2, maxLength: 40 }), {
      minItems: 5,
      maxItems: 8,
      uniqueItems: true,
    }),
    /** Plain text: no markup, no entities. */
    description: Type.String({ minLength: 1, pattern: '^[^<>&]*$' }),
    /** The number of the Project Gutenberg ebook, for works in the public domain. */
    gutenberg: Type.Optional(Type.Integer({ minimum: 1 })),
    /** How well known and loved, on the scale of `popularityOfRatings`; 120 is among the best known. */
    popularity: Type.Integer({ minimum: 1, maximum: 200 }),
    isbn13: Type.Optional(Type.String({ pattern: String.raw`^97[89]\d{10}$` })),
  },
  { additionalProperties: false },
)
export type BundledRecord = Static<typeof BundledRecord>

import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/schema'

/** What a backup says about itself. In format 1 one database, `catchword.db`, holds everything. */
const Manifest = Type.Object({
  product: Type.Literal('catchword'),
  format: Type.Union([Type.Literal(1), Type.Literal(2)]),
  /** When its copying began, ISO 8601. */
  takenAt: Type.String(),
  readers: Type.Integer(),
  favorites: Type.Integer(),
  pictures: Type.Integer(),
})
export type Manifest = Static<typeof Manifest>

export const MANIFEST_FILE = 'manifest.json'
/** The folder of the pictures, in a backup as in a data folder. */
export const PICTURES_FOLDER = 'pictures'

const validator = Compile(Manifest)

/** Parses a manifest; `undefined` where it is none that this version knows. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text)
    return validator.Check(manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}

import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/schema'

/** What a backup says about itself. */
const Manifest = Type.Object({
  product: Type.Literal('catchword'),
  format: Type.Literal(1),
  /** When its copying began, ISO 8601. */
  takenAt: Type.String(),
  readers: Type.Integer({ minimum: 0 }),
  favorites: Type.Integer({ minimum: 0 }),
  pictures: Type.Integer({ minimum: 0 }),
})
export type Manifest = Static<typeof Manifest>

/** The name of the manifest in a backup. */
export const MANIFEST_FILE = 'manifest.json'
/** The folder of the pictures, in a backup as in a data folder. */
export const PICTURES_FOLDER = 'pictures'

const validator = Compile(Manifest)

/** A manifest's text, read; `undefined` where it is none that this version knows. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text)
    return validator.Check(manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}

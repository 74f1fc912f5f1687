import type { Book, Series, VolumeInfo } from '../../contract/books.ts'
import { field, isRecord, isText, textField } from '../lib/record.ts'

/** Ids are texts; some hosts send numbers. */
export function idOf(value: unknown): string | undefined {
  const id = field(value, 'id') ?? field(value, '_id')
  if (typeof id === 'number') return String(id)
  return isText(id) ? id : undefined
}

/** The texts of a list, without blank ones; none of anything else. */
function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : []
}

/** A path of this origin or an http(s) address; anything else is no cover. */
const COVER = /^(\/\w|https?:)/

function series(value: unknown): Series | undefined {
  const name = textField(value, 'name')
  const [number, of] = [field(value, 'number'), field(value, 'of')].map((count) =>
    typeof count === 'number' ? count : undefined,
  )
  return name === undefined ? undefined : { name, number, of }
}

/** The fields inside `volumeInfo`, or beside the id in a local favorite entry (docs/product.md 3.1). */
function volumeInfo(value: unknown): VolumeInfo {
  const subjects = texts(field(value, 'subjects'))
  const thumbnail = textField(field(value, 'imageLinks'), 'thumbnail') ?? ''
  return {
    title: textField(value, 'title') ?? '',
    language: textField(value, 'language'),
    authors: texts(field(value, 'authors')),
    categories: texts(field(value, 'categories')),
    ...(subjects.length > 0 && { subjects }),
    description: textField(value, 'description'),
    publishedDate: textField(value, 'publishedDate'),
    imageLinks: COVER.test(thumbnail) ? { thumbnail } : undefined,
    subtitle: textField(value, 'subtitle'),
    originalTitle: textField(value, 'originalTitle'),
    series: series(field(value, 'series')),
  }
}

/** A book out of a full record or of either local-entry shape; `undefined` where it has no id. */
export function parseBook(value: unknown): Book | undefined {
  const id = idOf(value)
  if (id === undefined) return undefined
  const info = field(value, 'volumeInfo')
  const access = field(value, 'accessInfo')
  const pdf = field(access, 'pdf')
  return {
    id,
    workId: textField(value, 'workId'),
    volumeInfo: volumeInfo(isRecord(info) ? info : value),
    accessInfo: {
      pdf: {
        isAvailable: field(pdf, 'isAvailable') === true,
        acsTokenLink: textField(pdf, 'acsTokenLink'),
      },
      webReaderLink: textField(access, 'webReaderLink'),
    },
    saleInfo: { buyLink: textField(field(value, 'saleInfo'), 'buyLink') },
  }
}

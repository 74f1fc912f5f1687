import type { Book, Series, VolumeInfo } from '../../contract/books.ts'
import { isRecord } from '../lib/record.ts'

/** A field of an object; `undefined` of anything else. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

/** A text that is not blank. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => text(item) !== undefined).map(String) : []
}

/** Ids are texts; some hosts send numbers. */
export function idOf(value: unknown): string | undefined {
  const id = field(value, 'id') ?? field(value, '_id')
  return typeof id === 'number' ? String(id) : text(id)
}

/** A path of this origin or an http(s) address; anything else is no cover. */
const COVER = /^(\/\w|https?:)/

function imageLinks(value: unknown): VolumeInfo['imageLinks'] {
  const thumbnail = text(field(value, 'thumbnail')) ?? ''
  return COVER.test(thumbnail) ? { thumbnail } : undefined
}

function series(value: unknown): Series | undefined {
  const name = text(field(value, 'name'))
  const number = field(value, 'number')
  return name === undefined
    ? undefined
    : { name, ...(typeof number === 'number' ? { number } : {}) }
}

/** The fields inside `volumeInfo`, or beside the id in a local favorite entry (docs/product.md 3.1). */
function volumeInfo(value: unknown): VolumeInfo {
  const links = imageLinks(field(value, 'imageLinks'))
  const description = text(field(value, 'description'))
  const publishedDate = text(field(value, 'publishedDate'))
  const subtitle = text(field(value, 'subtitle'))
  const originalTitle = text(field(value, 'originalTitle'))
  const partOf = series(field(value, 'series'))
  return {
    title: text(field(value, 'title')) ?? '',
    authors: texts(field(value, 'authors')),
    categories: texts(field(value, 'categories')),
    ...(description === undefined ? {} : { description }),
    ...(publishedDate === undefined ? {} : { publishedDate }),
    ...(links === undefined ? {} : { imageLinks: links }),
    ...(subtitle === undefined ? {} : { subtitle }),
    ...(originalTitle === undefined ? {} : { originalTitle }),
    ...(partOf === undefined ? {} : { series: partOf }),
  }
}

/** A book out of a full record or of either local-entry shape; `undefined` where it has no id. */
export function parseBook(value: unknown): Book | undefined {
  const id = idOf(value)
  if (id === undefined) return undefined
  const workId = text(field(value, 'workId'))
  const info = field(value, 'volumeInfo')
  const access = field(value, 'accessInfo')
  const acsTokenLink = text(field(field(access, 'pdf'), 'acsTokenLink'))
  const webReaderLink = text(field(access, 'webReaderLink'))
  const buyLink = text(field(field(value, 'saleInfo'), 'buyLink'))
  return {
    id,
    ...(workId === undefined ? {} : { workId }),
    volumeInfo: volumeInfo(isRecord(info) ? info : value),
    accessInfo: {
      pdf: {
        isAvailable: field(field(access, 'pdf'), 'isAvailable') === true,
        ...(acsTokenLink === undefined ? {} : { acsTokenLink }),
      },
      ...(webReaderLink === undefined ? {} : { webReaderLink }),
    },
    saleInfo: buyLink === undefined ? {} : { buyLink },
  }
}

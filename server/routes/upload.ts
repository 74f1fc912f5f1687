import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { KIB_BYTES } from '../../contract/units.ts'
import { HttpProblem, invalidField } from '../plugins/errors.ts'

/** What a multipart form adds around the file, at most, in bytes. */
const FORM_MARGIN_BYTES = 16 * KIB_BYTES

/** What a form uploads: one file in one field, and the messages where it is none or too large. */
export interface Upload {
  field: string
  maxBytes: number
  missing: string
  tooLarge: string
}

/** Lets routes take multipart forms with one file, which `readUpload` reads. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  const limits = { files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 }
  await app.register(multipart, { limits })
}

/** Lets each reader do one piece of work at a time; a second one is a 429 with this message. */
export function createOnePerReader(message: string) {
  const busy = new Set<string>()
  return async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    if (busy.has(userId)) throw new HttpProblem(429, 'rate_limited', message)
    busy.add(userId)
    return work().finally(() => busy.delete(userId))
  }
}

/** The form has no file where it should be. */
export const missingFile = ({ field, missing }: Upload): HttpProblem =>
  invalidField(field, 'required', missing)

/**
 * The bytes of the one file in the form, perhaps none.
 *
 * @throws HttpProblem 400, 413, 415
 */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<Buffer> {
  const { field, maxBytes } = upload
  const tooLarge = () => new HttpProblem(413, 'body_too_large', upload.tooLarge)
  if (!request.isMultipart()) {
    const message = 'Send the file as multipart/form-data.'
    throw new HttpProblem(415, 'unsupported_media_type', message)
  }
  if (Number(request.headers['content-length']) > maxBytes + FORM_MARGIN_BYTES) throw tooLarge()
  try {
    let bytes: Buffer | undefined
    // To the end of the form, so that a second file is rejected and not overlooked.
    for await (const part of request.files({ limits: { fileSize: maxBytes } })) {
      if (part.fieldname !== field) throw missingFile(upload)
      bytes = await part.toBuffer()
    }
    if (!bytes) throw missingFile(upload)
    return bytes
  } catch (error) {
    if (error instanceof HttpProblem) throw error
    const { RequestFileTooLargeError } = request.server.multipartErrors
    if (error instanceof RequestFileTooLargeError) throw tooLarge()
    request.log.info({ err: error }, 'upload refused')
    throw invalidField(field, 'required', 'The upload cannot be read. Please try again.')
  }
}

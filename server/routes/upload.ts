import type { FastifyRequest } from 'fastify'
import { ERROR_TEXTS, type ErrorText } from '../../contract/errorTexts.ts'
import { createGate } from '../lib/gate.ts'
import { HttpProblem, invalidField } from '../plugins/errors.ts'

/** What a form uploads: one file in one field, and the messages where it is none, too large or the second at once. */
export interface Upload {
  field: string
  maxBytes: number
  busy: ErrorText
  missing: ErrorText
  tooLarge: ErrorText
}

/** A multipart form has one file. */
export const UPLOAD_LIMITS = { files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 20 }

/** Takes one such upload of each reader at a time, and works on two in all, for their memory. */
export function createUploads(upload: Upload) {
  const busy = new Set<string>()
  const gate = createGate({ atOnce: 2, waiting: 16 })
  /** @throws HttpProblem 400, 413, 415, or 429 for a second one; GateFull */
  return async <T>(
    request: FastifyRequest,
    userId: string,
    work: (bytes: Buffer) => Promise<T>,
  ): Promise<T> => {
    if (busy.has(userId)) throw new HttpProblem(429, 'rate_limited', upload.busy)
    busy.add(userId)
    try {
      // Before the gate: a slow upload blocks nobody.
      const bytes = await readUpload(request, upload)
      return await gate(() => work(bytes))
    } finally {
      busy.delete(userId)
    }
  }
}

/** The form has no file where it should be. */
export const missingFile = ({ field, missing }: Upload): HttpProblem =>
  invalidField(field, 'required', missing)

/** The bytes of the one file in the form, perhaps none. @throws HttpProblem 400, 413, 415 */
async function readUpload(request: FastifyRequest, upload: Upload): Promise<Buffer> {
  const { field, maxBytes } = upload
  const tooLarge = () => new HttpProblem(413, 'body_too_large', upload.tooLarge)
  if (!request.isMultipart()) {
    throw new HttpProblem(415, 'unsupported_media_type', ERROR_TEXTS.needsForm)
  }
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
    request.log.info({ err: error }, 'upload rejected')
    throw invalidField(field, 'required', ERROR_TEXTS.uploadUnreadable)
  }
}

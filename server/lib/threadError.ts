/** An error as it passes between threads: neither its class nor what else it carries does. */
export interface ThreadError {
  name: string
  message: string
  /** What SQLite calls it. */
  errcode: number | undefined
  /** What the system or Node calls it. */
  code: string | undefined
}

/** What to send of an error; whatever else was thrown becomes the message of one. */
export function packError(error: unknown): ThreadError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), errcode: undefined, code: undefined }
  }
  const { name, message } = error
  return {
    name,
    message,
    errcode: 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
  }
}

/** The error that was sent, as it would have been thrown here but for its class. */
export function unpackError({ name, message, errcode, code }: ThreadError): Error {
  return Object.assign(new Error(message), {
    name,
    ...(errcode !== undefined && { errcode }),
    ...(code !== undefined && { code }),
  })
}

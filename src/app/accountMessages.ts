/** What the account dialog says: with it, since few open it (see `messages`). */
export const accountMessages = {
  exportFailed: (reason: string) => `Your data could not be downloaded. ${reason}`,
  exported: 'Your data is among your downloads.',
  deleteFailed: (reason: string) => `Your account could not be deleted. ${reason}`,
  deleted: 'Your account has been deleted.',
  passwordNeeded: 'Please type your password.',
} as const

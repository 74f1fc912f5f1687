/** What a mail says, a paragraph a text; nothing that a reader typed is part of it, as anybody can register any address. */
export interface Mail {
  subject: string
  paragraphs: readonly string[]
}

/** A paragraph that is the address alone, the same in each language. */
export const LINK = '{link}'

/** The mails to readers in English, with their places. */
export const MAILS = {
  /** With a link that sets a new password. */
  reset: {
    subject: 'Reset your Catchword password',
    paragraphs: [
      'Someone, most likely you, asked for a new password for your Catchword account. Choose one here:',
      LINK,
      'This link works once and expires in one hour. Setting a new password logs you out everywhere.',
      'If you did not ask for this, you can ignore this email: your password stays the same.',
    ],
  },
  /** To a reader who has no password to forget. */
  noPassword: {
    subject: 'Logging in to Catchword',
    paragraphs: [
      'Someone, most likely you, asked for a new password for your Catchword account.',
      'Your account has no password. Please choose "Continue with {provider}" on the login page.',
      'If you did not ask for this, you can ignore this email.',
    ],
  },
} as const satisfies Readonly<Record<string, Mail>>

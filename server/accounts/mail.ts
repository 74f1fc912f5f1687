import { isLoopback, type MailConfig } from '../config.ts'
import { createGate } from '../lib/gate.ts'
import { SECOND_MS } from '../../contract/units.ts'

/** A mail was not sent; the message says why, without the address and the mail server's own words. */
export class MailFailed extends Error {}

/** How long a mail may take on the whole, in ms. */
const WHOLE_MS = 30 * SECOND_MS

/** What a mail says; nothing that a reader typed is part of it, as anybody can register any address. */
interface Letter {
  subject: string
  paragraphs: readonly string[]
}

/** The mail with a link that sets a new password. */
const resetLetter = (href: string): Letter => ({
  subject: 'Reset your Catchword password',
  paragraphs: [
    'Someone, most likely you, asked for a new password for your Catchword account. Choose one here:',
    href,
    'This link works once and expires in one hour. Setting a new password logs you out everywhere.',
    'If you did not ask for this, you can ignore this email: your password stays the same.',
  ],
})

/** The mail to a reader who has no password to forget. */
const noPasswordLetter = (provider: string): Letter => ({
  subject: 'Logging in to Catchword',
  paragraphs: [
    'Someone, most likely you, asked for a new password for your Catchword account.',
    `Your account has no password. Please choose "Continue with ${provider}" on the login page.`,
    'If you did not ask for this, you can ignore this email.',
  ],
})

/** Sends mail by the host's mail server, a few at once. */
export async function createMailer({
  url,
  from,
  stepMs = 10 * SECOND_MS,
}: MailConfig & { stepMs?: number | undefined }) {
  // Loaded here, so that a start without it is spared the time.
  const { createTransport } = await import('nodemailer')
  const { username, hostname } = new URL(url)
  const transport = createTransport({
    url,
    // The password of the mail server crosses no network in the clear.
    requireTLS: username !== '' && !isLoopback({ hostname }),
    dnsTimeout: stepMs,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
  })
  const gate = createGate({ atOnce: 4, waiting: 100 })

  const send = (address: string, letter: Letter): Promise<void> =>
    gate(async () => {
      try {
        await transport.sendMail({
          from,
          // Letters of another width are the same address.
          to: { name: '', address: address.normalize('NFKC') },
          subject: letter.subject,
          text: letter.paragraphs.join('\n\n'),
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(WHOLE_MS),
        })
      } catch (error) {
        const facts: Record<string, unknown> = Object(error)
        const { code, originalCode, timeoutType, command, responseCode } = facts
        const words = [code, originalCode, timeoutType, command, responseCode].filter(Boolean)
        throw new MailFailed(words.join(' ') || 'unknown')
      }
    })

  // Each throws MailFailed, or GateFull where too many wait already.
  return {
    /** Mails a link that sets a new password. */
    sendLink: (address: string, href: string) => send(address, resetLetter(href)),
    /** Tells a reader that they sign in with Google, or whoever the provider is. */
    sendGoogleHint: (address: string, provider: string) =>
      send(address, noPasswordLetter(provider)),
  }
}

/** Sends letters to readers. */
export type Mailer = Awaited<ReturnType<typeof createMailer>>

import type { Language } from '../../contract/languages.ts'
import type { Values } from '../../contract/say.ts'
import { MAILS, LINK, type Mail } from '../languages/mails.ts'
import { sayIn } from '../languages/sayIn.ts'
import { isLoopback, type MailConfig } from '../config.ts'
import { createGate } from '../lib/gate.ts'
import { SECOND_MS } from '../../contract/units.ts'

/** A mail was not sent; the message says why, without the address and the mail server's own words. */
export class MailFailed extends Error {}

/** How long a mail may take on the whole, in ms. */
const WHOLE_MS = 30 * SECOND_MS

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

  const send = (
    address: string,
    { subject, paragraphs }: Mail,
    language: Language,
    values: Values,
  ): Promise<void> =>
    gate(async () => {
      try {
        await transport.sendMail({
          from,
          // Letters of another width are the same address.
          to: { name: '', address: address.normalize('NFKC') },
          subject: sayIn(language, 'mails', subject),
          text: paragraphs
            .map((text) =>
              text === LINK ? values['link'] : sayIn(language, 'mails', text, values),
            )
            .join('\n\n'),
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
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
    sendLink: (address: string, language: Language, link: string) =>
      send(address, MAILS.reset, language, { link }),
    /** Tells a reader that they sign in with Google, or whoever the provider is. */
    sendGoogleHint: (address: string, language: Language, provider: string) =>
      send(address, MAILS.noPassword, language, { provider }),
  }
}

/** Sends letters to readers. */
export type Mailer = Awaited<ReturnType<typeof createMailer>>

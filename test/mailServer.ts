import { EventEmitter, once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { listen } from './findPort.ts'

/** A mail that arrived, its text decoded. */
interface CaughtMail {
  to: string
  /** The headers as they came. */
  head: string
  text: string
}

/** A mail server on this machine that keeps what it is sent. */
export interface MailServer {
  /** What SMTP_URL is set to. */
  url: string
  /** `takes` every mail, `refuses` every recipient by name, or is `silent` from the greeting on. */
  manner: 'takes' | 'refuses' | 'silent'
  /** The mails that were not read yet, the oldest first. */
  mails: CaughtMail[]
  /** Reads the next mail to an address: the one there, or else the one that comes within ten seconds. */
  mailTo(address: string): Promise<CaughtMail>
  /** The link in the next mail to an address, read like that. */
  linkTo(address: string): Promise<string>
  close(): Promise<void>
}

const HEAD_END = '\r\n\r\n'

function readMail(to: string, raw: string): CaughtMail {
  const [head = '', ...body] = raw.split(HEAD_END)
  const content = body.join(HEAD_END).trim()
  if (/: base64/i.test(head)) return { to, head, text: Buffer.from(content, 'base64').toString() }
  if (!/quoted-printable/i.test(head)) return { to, head, text: content }
  const bytes = content
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { to, head, text: Buffer.from(bytes, 'latin1').toString() }
}

/**
 * Starts a real mail server (npm's smtp-server) on a free port. A test gives the server it starts
 * `SMTP_URL=mail.url`, `MAIL_FROM=books@example.org` and `PUBLIC_URL`, requests a link in the page, and opens
 * `await mail.linkTo(email)`.
 */
export async function startMailServer(): Promise<MailServer> {
  const arrivals = new EventEmitter()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect(_session, done) {
      if (mail.manner !== 'silent') done()
    },
    onRcptTo({ address }, _session, done) {
      done(mail.manner === 'refuses' ? new Error(`<${address}> is not here`) : null)
    },
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk))
      stream.once('end', () => {
        for (const { address } of envelope.rcptTo) mail.mails.push(readMail(address, raw))
        arrivals.emit('mail')
        done()
      })
    },
  })
  // Clients that give up on a silent server.
  smtp.on('error', () => undefined)

  const mail: MailServer = {
    url: `smtp://127.0.0.1:${await listen(smtp.server)}`,
    manner: 'takes',
    mails: [],
    async mailTo(to) {
      const signal = AbortSignal.timeout(10_000)
      for (;;) {
        const found = mail.mails.findIndex((one) => one.to === to)
        const [first] = found < 0 ? [] : mail.mails.splice(found, 1)
        if (first) return first
        await once(arrivals, 'mail', { signal })
      }
    },
    async linkTo(to) {
      return /^https?:\S+$/m.exec((await mail.mailTo(to)).text)?.[0] ?? ''
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return mail
}

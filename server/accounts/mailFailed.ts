/** A mail was not sent; the message says why, without the address and the mail server's own words. */
export class MailFailed extends Error {
  override name = 'MailFailed'
}

import { EMAIL_MAX_LENGTH } from './limits.ts'

const LOCAL = /^[^\s"(),:;<>@[\\\]]{1,64}$/
const DOMAIN_LABEL = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u

/**
 * How emails are compared (NFKC, lower case, the domain in ASCII, no invisible characters), or
 * `undefined` if the text is not an email address.
 */
export function emailKey(text: string): string | undefined {
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  const key = seen.trim().normalize('NFKC').toLowerCase().replaceAll('。', '.')
  const [local = '', domain = '', ...more] = key.split('@')
  const labels = domain.split('.')
  const valid =
    key.length <= EMAIL_MAX_LENGTH &&
    LOCAL.test(local) &&
    more.length === 0 &&
    labels.length > 1 &&
    labels.every((label) => DOMAIN_LABEL.test(label))
  if (!valid) return undefined
  // A domain in ASCII stays as it is: parsed as a link's host, a number would become an IP address.
  const ascii = /[^\0-\x7f]/.test(domain) ? URL.parse(`http://${domain}`)?.hostname : undefined
  return `${local}@${ascii ?? domain}`
}

import { EMAIL_MAX_LENGTH } from './limits.ts'

const LOCAL = /^[^\s"(),:;<>@[\\\]]{1,64}$/
const DOMAIN_LABEL = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u

/**
 * What emails compare by (NFKC, lower case, the domain in ASCII, no character that nobody sees), or
 * `undefined` for a text that is no email address.
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
  // A domain in ASCII stays as it is: as a host of a link, one of numbers would be an address.
  const ascii = /[^\0-\x7f]/.test(domain) ? URL.parse(`http://${domain}`)?.hostname : undefined
  return `${local}@${ascii ?? domain}`
}

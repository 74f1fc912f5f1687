import { EMAIL_MAX_LENGTH } from './limits.ts'

const MAX_LOCAL = 64
const MAX_DOMAIN_LABEL = 63

function isDomainLabel(label: string): boolean {
  return (
    label.length > 0 &&
    label.length <= MAX_DOMAIN_LABEL &&
    /^[\p{L}\p{N}\p{M}-]+$/u.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  )
}

/**
 * What emails compare by (NFKC, lower case, the domain in ASCII, no character that nobody sees), or
 * `undefined` for a text that is no email address.
 */
export function emailKey(text: string): string | undefined {
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  const key = seen.trim().normalize('NFKC').toLowerCase().replaceAll('。', '.')
  const at = key.indexOf('@')
  const local = key.slice(0, Math.max(at, 0))
  const domain = key.slice(at + 1)
  const labels = domain.split('.')
  const valid =
    key.length <= EMAIL_MAX_LENGTH &&
    local.length > 0 &&
    local.length <= MAX_LOCAL &&
    !/[\s"(),:;<>@[\\\]]/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => isDomainLabel(label))
  if (!valid) return undefined
  // A domain in ASCII stays as it is: as a host of a link, one of numbers would be an address.
  const ascii = /[^\0-\x7f]/.test(domain) ? URL.parse(`http://${domain}`)?.hostname : undefined
  return `${local}@${ascii ?? domain}`
}

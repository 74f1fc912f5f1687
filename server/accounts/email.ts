import { EMAIL_MAX_LENGTH } from '../../contract/limits.ts'

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

/** What emails compare by (NFKC, lower case), or `undefined` for a text that is no email address. */
export function emailKey(text: string): string | undefined {
  const key = text.trim().normalize('NFKC').toLowerCase()
  const at = key.indexOf('@')
  const local = key.slice(0, Math.max(at, 0))
  const labels = key.slice(at + 1).split('.')
  const valid =
    key.length <= EMAIL_MAX_LENGTH &&
    local.length > 0 &&
    local.length <= MAX_LOCAL &&
    !/[\s"(),:;<>@[\\\]]/.test(local) &&
    labels.length > 1 &&
    labels.every((label) => isDomainLabel(label))
  return valid ? key : undefined
}

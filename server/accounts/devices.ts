/** What a user agent says of itself: `Firefox` and `Windows`; `null` where it says nothing that we know. */
export interface Device {
  browser: string | null
  system: string | null
}

// The first that matches: browsers and systems also name those below them.
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOP(?:R|T|X)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/.* Safari\//],
]
const SYSTEMS: typeof BROWSERS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** The device of a request in two words; nothing else of its user agent is stored. */
export function deviceOf(userAgent = ''): Device {
  const find = (names: typeof BROWSERS) =>
    names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null
  return { browser: find(BROWSERS), system: find(SYSTEMS) }
}

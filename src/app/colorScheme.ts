import { useSyncExternalStore } from 'react'
import { browserStorage } from '../state/browserStorage.ts'
import { tokens, type Scheme } from './tokens.ts'

/** What a reader can choose; `system` follows the device. */
export const SCHEME_CHOICES = ['system', 'light', 'dark'] as const
/** One of `SCHEME_CHOICES`. */
export type SchemeChoice = (typeof SCHEME_CHOICES)[number]

/** Where the choice is kept; `system` keeps nothing. */
const STORAGE_KEY = 'colorScheme'
/**
 * The same for the server, which writes it into the page that it sends, so that the first paint has the
 * scheme already: the policy allows no script that would be early enough (server/plugins/spa.ts).
 */
const COOKIE = 'scheme'
const A_YEAR_S = 31_536_000

const DARK = '(prefers-color-scheme: dark)'

const listeners = new Set<() => void>()

/** The present choice. */
export function chosenScheme(): SchemeChoice {
  const kept = browserStorage.get(STORAGE_KEY)
  return SCHEME_CHOICES.find((choice) => choice === kept) ?? 'system'
}

function metas(name: string): HTMLMetaElement[] {
  return [...document.querySelectorAll<HTMLMetaElement>(`meta[name="${name}"]`)]
}

/** Shows the page in the chosen scheme: by an attribute that base.css and MUI's variables follow. */
function apply(): void {
  const choice = chosenScheme()
  const system: Scheme = window.matchMedia(DARK).matches ? 'dark' : 'light'
  document.documentElement.dataset['scheme'] = choice === 'system' ? system : choice
  for (const meta of metas('color-scheme')) {
    meta.content = choice === 'system' ? 'light dark' : choice
  }
  for (const meta of metas('theme-color')) {
    const own: Scheme = meta.getAttribute('media') === DARK ? 'dark' : 'light'
    meta.content = tokens.paper[choice === 'system' ? own : choice]
  }
  for (const listener of listeners) listener()
}

/** Makes the cookie say what was chosen, where it does not already. */
function tellServer(choice: SchemeChoice): void {
  const told = /(?:^|; )scheme=(\w+)/.exec(document.cookie)?.[1] ?? 'system'
  if (told === choice) return
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const age = choice === 'system' ? 0 : A_YEAR_S
  document.cookie = `${COOKIE}=${choice}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}

/** Chooses a scheme, for all tabs and for the next visit. */
export function chooseScheme(choice: SchemeChoice): void {
  if (choice === 'system') browserStorage.remove(STORAGE_KEY)
  else browserStorage.set(STORAGE_KEY, choice)
  tellServer(choice)
  apply()
}

/** Keeps the page in the chosen scheme, whatever device and other tabs do. Returns the way to stop. */
export function followScheme(): () => void {
  const device = window.matchMedia(DARK)
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) apply()
  }
  // One of the two may have been cleared without the other.
  tellServer(chosenScheme())
  apply()
  device.addEventListener('change', apply)
  window.addEventListener('storage', onStorage)
  return () => {
    device.removeEventListener('change', apply)
    window.removeEventListener('storage', onStorage)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The present choice, for drawing. */
export function useChosenScheme(): SchemeChoice {
  return useSyncExternalStore(subscribe, chosenScheme)
}

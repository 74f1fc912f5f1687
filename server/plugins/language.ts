import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { languageOfCookies } from '../../contract/languageCookie.ts'
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from '../../contract/languages.ts'
import { DAY_MS, SECOND_MS } from '../../contract/units.ts'
import type { Config } from '../config.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the response: the reader's choice, else the browser's, else the host's. */
    readonly language: Language
  }
}

/** Of each language the browser may name any kind: `de-AT` is German, `pt` and `pt-PT` the Portuguese that there is. */
const BY_MAIN_TAG = new Map(LANGUAGES.map((language) => [language.replace(/-.*/, ''), language]))

/** A tag with its weight: `de-AT;q=0.8`. */
const ACCEPTED = /^([a-z]{1,8}|\*)(?:-[a-z\d]+)*(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/
/** No browser names so much. */
const HEADER_MOST = 1000

/** The first language that an Accept-Language header names and the app has; `*` is the fallback. */
function acceptedLanguage(header: string, fallback: Language): Language {
  if (header.length > HEADER_MOST) return fallback
  const named = header
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .split(',')
    .flatMap((part) => {
      const [, main, weight = '1'] = ACCEPTED.exec(part) ?? []
      const language = main === '*' ? fallback : BY_MAIN_TAG.get(main ?? '')
      return language && Number(weight) > 0 ? [{ language, weight: Number(weight) }] : []
    })
  return named.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? fallback
}

/** The language that was chosen in this browser, `null` where none was. */
export const chosenLanguage = ({ headers: { cookie = '' } }: FastifyRequest): Language | null =>
  languageOfCookies(cookie) ?? null

/** At a sign-in, gives the browser the language of the account, where one was chosen; its scripts read it, too. */
export function sendLanguage(
  reply: FastifyReply,
  language: Language | null,
  { secure }: Pick<Config, 'secure'>,
): void {
  if (language === null) return
  const maxAge = (365 * DAY_MS) / SECOND_MS
  void reply.setCookie(LANGUAGE_COOKIE, language, { path: '/', maxAge, sameSite: 'lax', secure })
}

/** What the host may set. */
export interface LanguageOptions {
  defaultLanguage?: Language
}

/** Gives each request its language, even one that no route serves. */
export const language = plugin<LanguageOptions>(
  async (app, { defaultLanguage = 'en' }) => {
    app.decorateRequest('language', {
      getter() {
        const chosen = chosenLanguage(this)
        if (chosen !== null) return chosen
        const { 'accept-language': accepted } = this.headers
        if (accepted !== undefined) return acceptedLanguage(accepted, defaultLanguage)
        // A program, which reads the English sentences.
        return this.url.startsWith('/api/') ? 'en' : defaultLanguage
      },
    })
  },
  { name: 'language' },
)

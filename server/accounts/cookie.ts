import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { DAY_MS } from '../../contract/units.ts'
import { SESSION_LIFETIME_MS } from './sessions.ts'

// Browsers refuse a Secure cookie over plain http outside of localhost (docs/security.md 1.3).
const nameFor = (name: string, secure: boolean): string => (secure ? `__Host-Http-${name}` : name)

/** A cookie that carries a secret of 43 characters. */
function createSecretCookie(
  name: string,
  { secure, maxAgeMs }: { secure: boolean; maxAgeMs: number },
) {
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    read: (request: FastifyRequest): string | undefined => {
      const value = request.cookies[name]
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
    },
    set: (reply: FastifyReply, value: string): void => {
      void reply.setCookie(name, value, { ...options, maxAge: maxAgeMs / 1000 })
    },
    expire: (reply: FastifyReply): void => {
      void reply.setCookie(name, '', { ...options, maxAge: 0 })
    },
  }
}

/** The session cookie; its shape follows the scheme of PUBLIC_URL. */
export const createSessionCookie = ({ secure }: Pick<Config, 'secure'>) =>
  createSecretCookie(nameFor('sid', secure), { secure, maxAgeMs: SESSION_LIFETIME_MS })

/** Reads, sets and expires the session cookie. */
export type SessionCookie = ReturnType<typeof createSessionCookie>

/** This browser has signed in before (docs/security.md 3.3); stays when its reader logs out. */
export const createDeviceCookie = ({ secure }: Pick<Config, 'secure'>) =>
  createSecretCookie(nameFor('device', secure), { secure, maxAgeMs: 365 * DAY_MS })

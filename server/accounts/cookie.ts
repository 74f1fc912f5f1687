import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { DAY_MS } from '../lib/units.ts'
import { SESSION_LIFETIME_MS } from './sessions.ts'

/** How long a browser is known after its last login, in seconds. */
const DEVICE_MAX_AGE_SECONDS = (365 * DAY_MS) / 1000

/** A cookie that carries a secret of 43 characters; `maxAge` in seconds. */
function createSecretCookie(name: string, { secure, maxAge }: { secure: boolean; maxAge: number }) {
  // Browsers refuse a Secure cookie over plain http outside of localhost (../shared/security.md 0,
  // finding 9).
  const fullName = secure ? `__Host-Http-${name}` : name
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    read(request: FastifyRequest): string | undefined {
      const value = request.cookies[fullName]
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
    },
    set(reply: FastifyReply, value: string): void {
      void reply.setCookie(fullName, value, { ...options, maxAge })
    },
    expire(reply: FastifyReply): void {
      void reply.setCookie(fullName, '', { ...options, maxAge: 0 })
    },
  }
}

/** The session cookie; its shape follows the scheme of PUBLIC_URL. */
export function createSessionCookie({ secure }: Pick<Config, 'secure'>) {
  return createSecretCookie('sid', { secure, maxAge: SESSION_LIFETIME_MS / 1000 })
}

/** Reads, sets and expires the session cookie. */
export type SessionCookie = ReturnType<typeof createSessionCookie>

/**
 * The device cookie: this browser has signed in before (../shared/security.md 3.4). It lets nobody
 * in, and stays when its reader logs out.
 */
export function createDeviceCookie({ secure }: Pick<Config, 'secure'>) {
  return createSecretCookie('device', { secure, maxAge: DEVICE_MAX_AGE_SECONDS })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { SESSION_LIFETIME } from './sessions.ts'

/**
 * The session cookie follows the scheme of PUBLIC_URL (security.md section 0, finding 9): browsers
 * refuse a Secure cookie over plain http outside of localhost.
 */
export function createSessionCookie({ secure }: Pick<Config, 'secure'>) {
  const name = secure ? '__Host-Http-sid' : 'sid'
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    read(request: FastifyRequest): string | undefined {
      const value = request.cookies[name]
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
    },
    set(reply: FastifyReply, value: string): void {
      void reply.setCookie(name, value, { ...options, maxAge: SESSION_LIFETIME / 1000 })
    },
    expire(reply: FastifyReply): void {
      void reply.setCookie(name, '', { ...options, maxAge: 0 })
    },
  }
}

/** Reads, sets and expires the session cookie. */
export type SessionCookie = ReturnType<typeof createSessionCookie>

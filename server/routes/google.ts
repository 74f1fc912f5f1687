import type { FastifyInstance } from 'fastify'

/**
 * GET /api/auth/google: this server has no Google configuration, so the reader goes back to the login
 * page, which says so (decision 20).
 */
export function registerGoogleRoutes(app: FastifyInstance): void {
  app.get('/api/auth/google', { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect('/login?authError=google_not_configured', 303),
  )
}

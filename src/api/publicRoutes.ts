/** What needs no key: the API's own description, the reference page, and how the service is. */
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { openapiDocument } from '../contract/openapi.ts'
import type { Database } from '../store/door.ts'
import { methodNotAllowed, unavailable } from './errors.ts'
import { matchesEtag } from './etag.ts'

export function publicRoutes({ db }: { db: Database }) {
  const routes = new Hono()
  const document = JSON.stringify(openapiDocument())
  const etag = `"${createHash('sha256').update(document).digest('base64url').slice(0, 22)}"`

  routes.get('/v1/openapi.json', context => {
    context.header('ETag', etag)
    if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304)
    return context.body(document, 200, { 'Content-Type': 'application/json' })
  })

  routes.all('/v1/openapi.json', () => {
    throw methodNotAllowed(['GET', 'HEAD'])
  })

  /** The process runs. */
  routes.get('/healthz', context => context.json({ status: 'ok' }))

  /** The process can answer: its store is in reach. */
  routes.get('/readyz', async context => {
    try {
      await db.query('select 1')
    } catch {
      throw unavailable()
    }
    return context.json({ status: 'ready' })
  })

  return routes
}

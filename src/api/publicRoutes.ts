/** What needs no key: the API's own description, the reference page, and how the service is. */
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { openapiDocument } from '../contract/openapi.ts'
import type { Database } from '../store/door.ts'
import { methodNotAllowed, unavailable } from './errors.ts'
import { matchesEtag } from './etag.ts'
import { referencePage } from './referencePage.ts'

/** The page runs no script and loads its own style alone; the browser holds it to that. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
}

export function publicRoutes({ db }: { db: Database }) {
  const routes = new Hono()
  const document = openapiDocument()
  const { html, css } = referencePage(document)

  serveText('/v1/openapi.json', 'application/json', JSON.stringify(document))
  serveText('/docs', 'text/html; charset=utf-8', html, pageHeaders)
  serveText('/docs/style.css', 'text/css; charset=utf-8', css)
  routes.get('/', context => context.redirect('/docs', 302))

  /** A text is the same until the next start, so it is hashed once. */
  function serveText(path: string, type: string, text: string, headers: Record<string, string> = {}): void {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    routes.get(path, context => {
      const known = matchesEtag(context.req.header('if-none-match'), etag)
      if (known) return context.body(null, 304, { ...headers, ETag: etag })
      return context.body(text, 200, { ...headers, ETag: etag, 'Content-Type': type })
    })
    routes.all(path, () => {
      throw methodNotAllowed(['GET', 'HEAD'])
    })
  }

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

/** What needs no key: the API's own description, the reference page, and how the service is. */
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { openapiDocument } from '../contract/openapi.ts'
import type { Database } from '../store/door.ts'
import { ping } from '../store/session.ts'
import { methodNotAllowed, unavailable } from './errors.ts'
import { namesAny, namesEtag } from './etag.ts'
import { referencePage } from './reference/page.ts'

/** The page runs no script and loads its own style alone; the browser holds it to that. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
}

/** Made once in a process, as they are the same for every app in it. */
const document = openapiDocument()
const page = referencePage(document)
const texts = [
  servedText('/v1/openapi.json', 'application/json', JSON.stringify(document)),
  servedText('/docs', 'text/html; charset=utf-8', page.html, pageHeaders),
  servedText('/docs/style.css', 'text/css; charset=utf-8', page.css),
]

function servedText(path: string, type: string, text: string, headers: Record<string, string> = {}) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { path, text, etag, headers: { ...headers, ETag: etag, 'Content-Type': type } }
}

export function publicRoutes({ db }: { db: Database }) {
  const routes = new Hono()

  for (const { path, text, etag, headers } of texts) {
    routes.get(path, context => {
      const ifNoneMatch = context.req.header('if-none-match')
      const known = namesEtag(ifNoneMatch, etag) || namesAny(ifNoneMatch)
      return known ? context.body(null, 304, headers) : context.body(text, 200, headers)
    })
  }
  routes.get('/', context => context.redirect('/docs', 302))

  /** The process runs. */
  routes.get('/healthz', context => context.json({ status: 'ok' }))

  /** The process can answer: its store is in reach. */
  routes.get('/readyz', async context => {
    try {
      await ping(db)
    } catch {
      throw unavailable()
    }
    return context.json({ status: 'ready' })
  })

  for (const path of [...texts.map(text => text.path), '/', '/healthz', '/readyz']) {
    routes.all(path, () => {
      throw methodNotAllowed(['GET', 'HEAD'])
    })
  }
  return routes
}

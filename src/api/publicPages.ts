/** What needs no key: the API's own description, the reference page, and how the service is. */
import { hash } from 'node:crypto'
import { openapiDocument } from '../contract/openapi.ts'
import { referencePage } from '../reference/page.ts'
import type { Database } from '../store/engine/door.ts'
import { methodNotAllowed } from './errors.ts'
import { namesAny, namesEtag } from './http/etag.ts'
import { type AppRequest, jsonReply, type Reply } from './http/reply.ts'
import { readiness } from './readiness.ts'

type Page = (request: AppRequest) => Reply | Promise<Reply>

/** The page runs its own scripts, which call this service alone; the browser holds it to that. */
const pageHeaders = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy',
  'no-referrer',
]

/** Made once in a process, as they are the same for every app in it; a command that answers nobody needs none. */
let texts: [string, Page][] | null = null

function makeTexts(): [string, Page][] {
  const document = openapiDocument()
  const page = referencePage(document)
  return [
    ['/v1/openapi.json', textPage('application/json', JSON.stringify(document))],
    ['/docs', textPage('text/html; charset=utf-8', page.html, ...pageHeaders)],
    ['/docs/style.css', textPage('text/css; charset=utf-8', page.css)],
    ...page.scripts.map(({ path, text }): [string, Page] => [
      path,
      textPage('text/javascript; charset=utf-8', text),
    ]),
  ]
}

function textPage(type: string, text: string, ...ownHeaders: string[]): Page {
  const body = Buffer.from(text)
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`
  const headers = [...ownHeaders, 'ETag', etag, 'Content-Type', type]
  return ({ headers: { 'if-none-match': ifNoneMatch } }) =>
    namesEtag(ifNoneMatch, etag) || namesAny(ifNoneMatch)
      ? { status: 304, headers, body: null }
      : { status: 200, headers, body }
}

/** By their paths. */
export function publicPages(db: Database): ReadonlyMap<string, Page> {
  texts ??= makeTexts()
  const pages: [string, Page][] = [
    ...texts,
    /** The process runs. */
    ['/healthz', () => jsonReply(200, '{"status":"ok"}')],
    /** The process can answer: its store is in reach and in order. */
    ['/readyz', readiness(db)],
  ]
  return new Map(pages.map(([path, open]) => [path, forReading(open)]))
}

const forReading =
  (open: Page): Page =>
  request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD'])
    return open(request)
  }

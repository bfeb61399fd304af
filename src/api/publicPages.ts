/** Pages that need no key: the OpenAPI document, the reference as a page and as Markdown, and the health checks. */
import { hash } from 'node:crypto'
import { openapiDocument } from '../contract/openapi.ts'
import { llmsText } from '../reference/llms.ts'
import { referenceMarkdown } from '../reference/markdown.ts'
import { referencePage } from '../reference/page.ts'
import type { Database } from '../store/engine/door.ts'
import { methodNotAllowed } from './errors.ts'
import { namesAny, namesEtag } from './http/etag.ts'
import { type AppRequest, jsonReply, type Reply } from './http/reply.ts'
import { readiness } from './readiness.ts'

type Page = (request: AppRequest) => Reply | Promise<Reply>

/** The page may only run its own scripts and only call this service; the browser enforces it. */
const pageHeaders = [
  'Content-Security-Policy',
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; " +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy',
  'no-referrer',
]

/** Built once per process, on first use: a command that serves nothing does not need them. */
let texts: [string, Page][] | null = null

function makeTexts(): [string, Page][] {
  const document = openapiDocument()
  const page = referencePage(document)
  return [
    ['/v1/openapi.json', textPage('application/json', JSON.stringify(document))],
    ['/docs.md', textPage('text/markdown; charset=utf-8', referenceMarkdown(document))],
    ['/llms.txt', textPage('text/plain; charset=utf-8', llmsText(document))],
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

/** Keyed by path. */
export function publicPages(db: Database): ReadonlyMap<string, Page> {
  texts ??= makeTexts()
  const pages: [string, Page][] = [
    ...texts,
    ['/healthz', () => jsonReply(200, '{"status":"ok"}')],
    ['/readyz', readiness(db)],
  ]
  return new Map(pages.map(([path, open]) => [path, readOnly(open)]))
}

const readOnly =
  (open: Page): Page =>
  request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD'])
    return open(request)
  }

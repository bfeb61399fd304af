/**
 * Serves the console's built files. Every page is the same index.html; the browser renders the page for the path. The
 * policy allows no inline scripts, nothing from other origins and no framing.
 */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { consolePaths } from '../../../contract/console/paths.ts'
import { methodNotAllowed } from '../../errors.ts'
import { namesAny, namesEtag } from '../../http/etag.ts'
import type { AppRequest, Reply } from '../../http/reply.ts'

/** Keyed by path, such as /index.html or /assets/index-1a2b.js. */
export type ConsoleFiles = ReadonlyMap<string, Uint8Array>

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // PDFs of bills, next to their values.
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = [
  'Content-Security-Policy',
  policy,
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cache-Control',
  'no-cache',
]

/** Files under /assets have a content hash in their name, so they never change. */
const assetHeaders = ['Cache-Control', 'public, max-age=31536000, immutable']

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
}

type Serve = (request: AppRequest, status?: number) => Reply

/** Returns the reply for a page or file; null if there is none at the path. */
export function pagesOf(files: ConsoleFiles): (request: AppRequest, path: string) => Reply | null {
  const served = new Map<string, Serve>()
  for (const [path, body] of files) served.set(path, serveFile(path, body))
  const index = served.get('/index.html')
  for (const path of consolePaths) if (index) served.set(path, index)
  return (request, path) => {
    const serve = served.get(path)
    if (serve !== undefined) return serve(requireRead(request))
    // For an unknown path, people get the console's "not found" page and programs get the error shape.
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    return wantsPage && index ? index(request, 404) : null
  }
}

function requireRead(request: AppRequest): AppRequest {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(['GET', 'HEAD'])
  return request
}

/** Compressed once, when the service starts. */
function serveFile(path: string, body: Uint8Array): Serve {
  const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const own = path.startsWith('/assets/') ? assetHeaders : pageHeaders
  const headers = [...own, 'ETag', etag, 'Content-Type', type, 'Vary', 'Accept-Encoding']
  const compressed = gzipSync(body, { level: 9 })
  return ({ headers: { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted = '' } }, status = 200) => {
    if (status === 200 && (namesEtag(ifNoneMatch, etag) || namesAny(ifNoneMatch))) {
      return { status: 304, headers, body: null }
    }
    return /\bgzip\b/.test(String(accepted))
      ? { status, headers: [...headers, 'Content-Encoding', 'gzip'], body: compressed }
      : { status, headers, body }
  }
}

/**
 * The console's built files. Every page is the one index.html, and the browser draws the page that the path means. No
 * inline script, nothing of another origin, no frame around it: the browser holds the pages to that.
 */
import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { consolePaths } from '../../../contract/console/paths.ts'
import { methodNotAllowed } from '../../errors.ts'
import { namesAny, namesEtag } from '../../http/etag.ts'
import type { AppRequest, Reply } from '../../http/reply.ts'

/** By their paths, such as /index.html and /assets/index-1a2b.js. */
export type ConsoleFiles = ReadonlyMap<string, Uint8Array>

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
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

/** A file under /assets has a hash of its content in its name, and so never changes. */
const assetHeaders = ['Cache-Control', 'public, max-age=31536000, immutable']

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
}

type Serve = (request: AppRequest, status?: number) => Reply

/** The answer for a path that a page or a file has; null where there is nothing for it. */
export function pagesOf(files: ConsoleFiles): (request: AppRequest, path: string) => Reply | null {
  const served = new Map<string, Serve>()
  for (const [path, body] of files) served.set(path, serveFile(path, body))
  const index = served.get('/index.html')
  for (const path of consolePaths) if (index) served.set(path, index)
  return (request, path) => {
    const serve = served.get(path)
    if (serve !== undefined) return serve(requireReading(request))
    // A person who mistyped gets the console's own page for it; a program gets the one error shape.
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    return wantsPage && index ? index(request, 404) : null
  }
}

function requireReading(request: AppRequest): AppRequest {
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

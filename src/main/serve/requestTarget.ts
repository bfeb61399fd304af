/**
 * The path and query of a request. Nearly all requests have them in plain form. HTTP also allows an absolute URL, or dots
 * in the path; those are resolved as a browser would.
 */
import type { IncomingMessage } from 'node:http'

const unusual = /^[^/]|\\|\/(?:\.|%2e)/i
const host = /^(?:[\w.~!$&'()*+,;=-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** Null if the request is not well-formed. */
export function requestTarget({
  url = '',
  headers,
  httpVersion,
}: Pick<IncomingMessage, 'url' | 'headers' | 'httpVersion'>): string | null {
  // HTTP/1.1 requires a Host header. HTTP/1.0 does not, and some load balancers use it for health checks.
  const hostName = headers.host ?? (httpVersion === '1.0' ? '' : null)
  if (hostName === null || !host.test(hostName)) return null
  return unusual.test(url) ? resolved(url) : url
}

function resolved(url: string): string | null {
  // Browsers treat a backslash as a slash and other clients do not, so an ambiguous path is rejected.
  const [path = ''] = url.split('?')
  if (path.includes('\\')) return null
  const absolute = url.startsWith('/') ? `http://florin${url}` : url
  if (!/^https?:\/\//.test(absolute) || !URL.canParse(absolute)) return null
  const { pathname, search } = new URL(absolute)
  return pathname + search
}

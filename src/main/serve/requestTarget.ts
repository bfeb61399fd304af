/**
 * The path and query that a request asks for. Nearly every request has them written plainly. A few come in another
 * form that HTTP allows, with the scheme and host before them or with dots in the path, and are read as a browser would.
 */
import type { IncomingMessage } from 'node:http'

const unusual = /^[^/]|\\|\/(?:\.|%2e)/i
const host = /^(?:[\w.~!$&'()*+,;=-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/** Null where the request is not well-formed. */
export function requestTarget({ url = '', headers, httpVersion }: IncomingMessage): string | null {
  // HTTP/1.1 asks for a Host; a load balancer's health check in HTTP/1.0 has none, and may go without.
  const hostName = headers.host ?? (httpVersion === '1.0' ? '' : null)
  if (hostName === null || !host.test(hostName)) return null
  return unusual.test(url) ? resolved(url) : url
}

function resolved(url: string): string | null {
  // A browser would take it for a slash, others would not, and what two readers read differently is refused.
  const [path = ''] = url.split('?')
  if (path.includes('\\')) return null
  const absolute = url.startsWith('/') ? `http://florin${url}` : url
  if (!/^https?:\/\//.test(absolute) || !URL.canParse(absolute)) return null
  const { pathname, search } = new URL(absolute)
  return pathname + search
}

/**
 * Reads the head of a plain request: a GET of the API in the one form that leaves nothing to interpret, which is what
 * nearly every client sends. Everything else is left to node's parser. So nothing is refused here, and whatever is
 * accepted means the same to node (`test/main/plain/plainHead.test.ts` compares both).
 */
import type { IncomingHttpHeaders } from 'node:http'

export interface PlainHead {
  /** Path and query as sent. */
  url: string
  headers: IncomingHttpHeaders
  /** The lines of the headers, as sent. */
  lines: string
  /** All of it, as sent. */
  bytes: Buffer
}

/** Longer heads are left to node, which knows the limit. */
const headBytesMax = 4_096
const headersMax = 50

const method = 'GET '
const start = `${method}/v1/`
const version = ' HTTP/1.1'
const lineEnd = '\r\n'
const headEnd = '\r\n\r\n'

/** The characters of RFC 3986 without those that start a fragment or an IPv6 address. */
const plainUrl = /^[\w\-.~!$&'()*+,;=:@/?%]*$/
/** Dots to be resolved; `requestTarget.ts` does that for node's requests. */
const dots = /\/(?:\.|%2e)/i
const plainHost = /^[\w.-]+(?::\d{1,5})?$/
const plainName = /^[A-Za-z][A-Za-z0-9-]*$/
/** Visible ASCII, with spaces only inside. */
const plainValue = /^[!-~](?:[ -~]*[!-~])?$/

/** Headers that say how to read the connection or a body. */
const notPlain = new Set([
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Null if these bytes are not exactly the head of one plain request. `last` is the head of the connection's last request:
 * clients send the same headers again and again, and often the same request. What is equal is not read twice.
 */
export function readPlainHead(bytes: Buffer, last: PlainHead | null): PlainHead | null {
  if (bytes.length > headBytesMax) return null
  if (last?.bytes.equals(bytes)) return last
  // One character per byte, so that no byte can turn into a character that is plain.
  const text = bytes.toString('latin1')
  if (!text.startsWith(start) || !text.endsWith(headEnd)) return null
  const firstEnd = text.indexOf(lineEnd)
  if (!text.endsWith(version, firstEnd)) return null
  const url = text.slice(method.length, firstEnd - version.length)
  const lines = text.slice(firstEnd + lineEnd.length, -headEnd.length)
  if (!plainUrl.test(url) || dots.test(url)) return null
  const headers = last !== null && last.lines === lines ? last.headers : readHeaders(lines)
  // A copy: the bytes are a part of a larger piece that was read.
  return headers && { url, headers, lines, bytes: Buffer.from(bytes) }
}

function readHeaders(lines: string): IncomingHttpHeaders | null {
  const pairs = lines.split(lineEnd, headersMax + 1)
  if (pairs.length > headersMax) return null
  const headers: Record<string, string> = {}
  for (const pair of pairs) {
    const nameEnd = pair.indexOf(': ')
    if (nameEnd < 0) return null
    const [name, value] = [pair.slice(0, nameEnd), pair.slice(nameEnd + 2)]
    if (!plainName.test(name) || !plainValue.test(value)) return null
    const key = name.toLowerCase()
    // A header that comes twice, or one named like something that every object has.
    if (headers[key] !== undefined) return null
    if (notPlain.has(key) || (key === 'connection' && value.toLowerCase() !== 'keep-alive')) return null
    headers[key] = value
  }
  if (!plainHost.test(headers.host ?? '')) return null
  // Several requests share them.
  return Object.freeze(headers)
}

/**
 * Compresses JSON for clients that accept it. A page of 100 rows is 56 kB, and about 4 kB compressed. Only for replies to
 * keys: with cookies, the length of a compressed reply could tell a foreign site about its content.
 */
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { isStream, type Reply } from './reply.ts'

/** Shorter bodies fit into one packet anyway. */
const bytesMin = 1024
/** Up to here, compressing takes less time than handing it to another thread. */
const bytesAtOnceMax = 128 * 1024
const acceptLengthMax = 500

type Encoding = 'br' | 'gzip'

// The lowest useful levels: Brotli's first compresses a page better than gzip's best, in a fifth of the time.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const gzipOptions = { level: 1 }
const [brotliLater, gzipLater] = [promisify(brotliCompress), promisify(gzip)]

/** A body that the reply cache keeps is compressed once. The cache does not count these bytes: they are few. */
const kept = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Uint8Array>>>>()

/** A reply that is not compressed comes at once: waiting for it would cost each request. */
export function compressed(reply: Reply, acceptEncoding: string | undefined): Reply | Promise<Reply> {
  const { status, headers, body } = reply
  if (body === null || isStream(body) || headers[1] !== 'application/json') return reply
  const vary = [...headers, 'Vary', 'Accept-Encoding']
  const encoding = body.length < bytesMin ? null : encodingFor(acceptEncoding)
  return encoding === null
    ? { status, headers: vary, body }
    : encoded({ status, headers: [...vary, 'Content-Encoding', encoding] }, body, encoding)
}

async function encoded(
  head: Pick<Reply, 'status' | 'headers'>,
  body: string | Uint8Array,
  encoding: Encoding,
): Promise<Reply> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const variants = kept.get(bytes) ?? {}
  kept.set(bytes, variants)
  variants[encoding] ??= compress(bytes, encoding)
  return { ...head, body: await variants[encoding] }
}

async function compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  const isShort = bytes.length <= bytesAtOnceMax
  if (encoding === 'br')
    return isShort ? brotliCompressSync(bytes, brotliOptions) : await brotliLater(bytes, brotliOptions)
  return isShort ? gzipSync(bytes, gzipOptions) : await gzipLater(bytes, gzipOptions)
}

const encodings: readonly Encoding[] = ['br', 'gzip']

/** Clients send the same few headers again and again. Others beyond these are read each time. */
const headersMax = 100
const known = new Map<string, Encoding | null>()

/** The best encoding that the header accepts; null for none. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  if (acceptEncoding === undefined || acceptEncoding.length > acceptLengthMax) return null
  const before = known.get(acceptEncoding)
  if (before !== undefined) return before
  const encoding = readEncoding(acceptEncoding)
  if (known.size < headersMax) known.set(acceptEncoding, encoding)
  return encoding
}

function readEncoding(acceptEncoding: string): Encoding | null {
  const refused = new Set<string>()
  const accepted = new Set<string>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(piece => piece.trim())
    const isRefused = parameters.some(parameter => /^q=0(?:\.0{0,3})?$/.test(parameter))
    ;(isRefused ? refused : accepted).add(name)
  }
  return encodings.find(each => accepted.has(each) || (accepted.has('*') && !refused.has(each))) ?? null
}

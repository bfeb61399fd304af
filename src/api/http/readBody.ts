/** Reads a request's body, as JSON or as bytes, up to a size limit. */
import type { IncomingHttpHeaders } from 'node:http'
import {
  badRequest,
  bodyTooLarge,
  bytesExpected,
  incompleteBody,
  missingBody,
  unsupportedMediaType,
} from '../errors.ts'
import type { AppRequest } from './reply.ts'

export const bodyBytesMax = 64 * 1024
const contentTypeLengthMax = 1_000
/**
 * A body that is somewhat too long is still read to its end and discarded, because a client that is cut off while
 * sending may never see the reply. Beyond this size it is cut off anyway.
 */
const drainedBytesMax = 4 * 1024 * 1024

export async function readJson(request: AppRequest): Promise<unknown> {
  const bytes = await readBody(request, bodyBytesMax)
  if (bytes.length === 0) throw missingBody()
  if (!isJsonType(request.headers)) throw unsupportedMediaType()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    throw badRequest([{ path: '', message: 'must have a body that is valid JSON in UTF-8' }])
  }
}

export async function readBytes(request: AppRequest, bytesMax: number): Promise<Uint8Array> {
  const bytes = await readBody(request, bytesMax)
  // An empty body needs no content type; the operation decides whether it is acceptable.
  if (bytes.length === 0) return bytes
  const { type, encoded } = contentOf(request.headers)
  if (type !== 'application/octet-stream' || encoded) throw bytesExpected()
  return bytes
}

/** Reads the whole body into memory, so that whatever is looked up next is newer than any part of the request. */
export async function withBody(request: AppRequest, bytesMax = bodyBytesMax): Promise<AppRequest> {
  const { method, url, headers, socket } = request
  const body = await readBody(request, bytesMax)
  return {
    method,
    url,
    headers,
    socket,
    async *[Symbol.asyncIterator]() {
      yield body
    },
  }
}

function isJsonType(headers: IncomingHttpHeaders): boolean {
  const { type, encoded, parameters } = contentOf(headers)
  const charset = parameters.find(parameter => /^charset=/i.test(parameter))
  return (
    type === 'application/json' &&
    !encoded &&
    (charset === undefined || /^charset="?utf-?8"?$/i.test(charset))
  )
}

function contentOf(headers: IncomingHttpHeaders) {
  const encoding = headers['content-encoding'] ?? 'identity'
  const written = headers['content-type'] ?? ''
  // No supported type is anywhere near this long.
  const known = written.length <= contentTypeLengthMax ? written : ''
  const [type = '', ...parameters] = known.split(';').map(part => part.trim())
  return { type: type.toLowerCase(), encoded: encoding.toLowerCase() !== 'identity', parameters }
}

async function readBody(request: AppRequest, bytesMax: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > drainedBytesMax) throw cutOff(bytesMax)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes > drainedBytesMax) break
      if (bytes <= bytesMax) chunks.push(chunk)
    }
  } catch {
    throw incompleteBody()
  }
  if (bytes > drainedBytesMax) throw cutOff(bytesMax)
  if (bytes > bytesMax) throw bodyTooLarge(bytesMax)
  return Buffer.concat(chunks)
}

/** The rest of the body is not read, so the connection cannot be reused. */
const cutOff = (bytesMax: number) => bodyTooLarge(bytesMax, { Connection: 'close' })

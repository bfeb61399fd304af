/** A request's body as JSON, read within its limit. */
import type { IncomingHttpHeaders } from 'node:http'
import type { AppRequest } from './answer.ts'
import { badRequest, bodyTooLarge, brokenOff, missingBody, unsupportedMediaType } from './errors.ts'

export const bodyBytesMax = 64 * 1024
/**
 * A body that is a little too long is still read to its end and dropped, as a client that is cut off while it sends
 * may never see the answer. Far past the limit it is cut off all the same.
 */
const drainedBytesMax = 4 * 1024 * 1024

export async function readJson(request: AppRequest): Promise<unknown> {
  const bytes = await readBody(request)
  if (bytes.length === 0) throw missingBody()
  if (!isJsonType(request.headers)) throw unsupportedMediaType()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    throw badRequest([{ path: '', message: 'must have a body that is valid JSON in UTF-8' }])
  }
}

/** The same request with all of its body in memory, so that what is looked up next is newer than any part of it. */
export async function withBody(request: AppRequest): Promise<AppRequest> {
  const { method, url, headers, socket } = request
  const body = await readBody(request)
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
  const encoded = headers['content-encoding'] ?? 'identity'
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map(part => part.trim())
  const charset = parameters.find(parameter => /^charset=/i.test(parameter))
  return (
    type.toLowerCase() === 'application/json' &&
    encoded.toLowerCase() === 'identity' &&
    (charset === undefined || /^charset="?utf-?8"?$/i.test(charset))
  )
}

async function readBody(request: AppRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > drainedBytesMax) throw cutOff()
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes > drainedBytesMax) break
      if (bytes <= bodyBytesMax) chunks.push(chunk)
    }
  } catch {
    throw brokenOff()
  }
  if (bytes > drainedBytesMax) throw cutOff()
  if (bytes > bodyBytesMax) throw bodyTooLarge(bodyBytesMax)
  return Buffer.concat(chunks)
}

/** What is still to come of the body is not read, so the connection cannot go on to another request. */
const cutOff = () => bodyTooLarge(bodyBytesMax, { Connection: 'close' })

/** Requests and replies as plain values, close to node's own types. */
import type { IncomingMessage } from 'node:http'

interface Closable {
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

/** The URL begins with a slash (`main/serve/requestTarget.ts` makes sure of it). Iterating reads the body. */
export type AppRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  socket: { remoteAddress?: string | undefined; encrypted?: boolean; destroyed?: boolean } & Partial<Closable>
} & AsyncIterable<Uint8Array>

/** The URL's path, not decoded. */
export function pathOf({ url = '' }: AppRequest): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

export const isUnder = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

export interface Reply {
  status: number
  /** Alternating names and values, the form that node writes fastest. */
  headers: string[]
  /** Either the whole body, or an iterable that is streamed without a Content-Length. */
  body: string | Uint8Array | AsyncIterable<string | Uint8Array> | null
}

export const isStream = (body: Reply['body']): body is AsyncIterable<string | Uint8Array> =>
  body !== null && typeof body === 'object' && Symbol.asyncIterator in body

const jsonType = ['Content-Type', 'application/json'] as const

/** `body` is already JSON. */
export function jsonReply(status: number, body: string | Uint8Array, ...headers: string[]): Reply {
  return { status, headers: [...jsonType, ...headers], body }
}

/** Only in replies with lines can an error be reported after their beginning. */
export const linesType = 'application/x-ndjson'

/** Streams values as lines of JSON, and keeps nginx from buffering them so that progress is visible. */
export function linesReply(status: number, values: AsyncIterable<unknown>, ...headers: string[]): Reply {
  const type = ['Content-Type', linesType, 'X-Accel-Buffering', 'no']
  return { status, headers: [...type, ...headers], body: jsonLines(values) }
}

async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield jsonLine(value)
}

export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

export const emptyReply = (status: number, ...headers: string[]): Reply => ({ status, headers, body: null })

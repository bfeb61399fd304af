/** Requests and answers as plain values, in the form in which node's server has the one and takes the other. */
import type { IncomingMessage } from 'node:http'

/** Its url begins with a slash: `main/serve/requestTarget.ts` sees to it. Its body is what is read from it. */
export type AppRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  socket: { remoteAddress?: string | undefined; encrypted?: boolean }
} & AsyncIterable<Uint8Array>

/** The path of the URL, as it was sent. */
export function pathOf({ url = '' }: AppRequest): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

export interface Reply {
  status: number
  /** Names and values in turn, as node writes them fastest. */
  headers: string[]
  /** Whole; or as it comes about, and then it has no length and is sent bit by bit. */
  body: string | Uint8Array | AsyncIterable<string> | null
}

export const isStream = (body: Reply['body']): body is AsyncIterable<string> =>
  body !== null && typeof body === 'object' && Symbol.asyncIterator in body

const jsonType = ['Content-Type', 'application/json'] as const

/** The body is JSON already. */
export function jsonReply(status: number, body: string | Uint8Array, ...headers: string[]): Reply {
  return { status, headers: [...jsonType, ...headers], body }
}

/** Values as lines of JSON. Proxies would keep them until there are many, and nobody would see any progress. */
export function linesReply(status: number, values: AsyncIterable<unknown>, ...headers: string[]): Reply {
  const type = ['Content-Type', 'application/x-ndjson', 'X-Accel-Buffering', 'no']
  return { status, headers: [...type, ...headers], body: jsonLines(values) }
}

async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield jsonLine(value)
}

export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

export const emptyReply = (status: number, ...headers: string[]): Reply => ({ status, headers, body: null })

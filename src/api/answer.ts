/** Requests and answers as plain values, in the form in which node's server has the one and takes the other. */
import type { IncomingMessage } from 'node:http'

/** Its url begins with a slash: `main/requestTarget.ts` sees to it. Its body is what is read from it. */
export type AppRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  socket: { remoteAddress?: string | undefined }
} & AsyncIterable<Uint8Array>

/** The path of the URL, as it was sent. */
export function pathOf({ url = '' }: AppRequest): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

export interface Answer {
  status: number
  /** Names and values in turn, as node writes them fastest. */
  headers: string[]
  body: string | Uint8Array | null
}

const jsonType = ['Content-Type', 'application/json'] as const

/** The body is JSON already. */
export function jsonAnswer(status: number, body: string | Uint8Array, ...headers: string[]): Answer {
  return { status, headers: [...jsonType, ...headers], body }
}

export const emptyAnswer = (status: number, ...headers: string[]): Answer => ({ status, headers, body: null })

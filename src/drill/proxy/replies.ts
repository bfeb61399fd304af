/** What the drill sends: its own error replies in Florin's shape, and answers that arrive whole, cut off or not at all. */
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type DefinedErrorCode, definedErrors, type ErrorBody } from '../../contract/errors.ts'
import { type Answer, passedOn } from '../upstream.ts'

interface ErrorReply {
  status: number
  code: string
  message: string
  data?: unknown
  headers?: Record<string, string>
}

export function errorAnswer({ status, code, message, data, headers = {} }: ErrorReply): Answer {
  const defined = Object.hasOwn(definedErrors, code as DefinedErrorCode)
  const body: ErrorBody = { defined, code, status, message, ...(data !== undefined && { data }) }
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}

export const tooManyRequests = (seconds: number): Answer =>
  errorAnswer({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    message: `The drill refuses this request. Try again in ${seconds} s.`,
    headers: {
      'retry-after': String(seconds),
      'ratelimit-limit': '100',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(seconds),
    },
  })

export const unavailable = (seconds: number): Answer =>
  errorAnswer({
    status: 503,
    code: 'UNAVAILABLE',
    message: `The drill pretends that the database is unavailable. Nothing was changed. Try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds) },
  })

/** As a load balancer sends it: no Retry-After, and not Florin's shape. */
export const balancerUnavailable = (): Answer => ({
  status: 503,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html><body><h1>503 Service Unavailable</h1></body></html>\n'),
})

export const outcomeUnknown = (): Answer =>
  errorAnswer({
    status: 500,
    code: 'OUTCOME_UNKNOWN',
    message:
      'The drill pretends that the database connection was lost while saving. ' +
      'The change was saved completely or not at all: check before you send it again.',
  })

export const resyncRequired = (): Answer =>
  errorAnswer({
    status: 409,
    code: 'RESYNC_REQUIRED',
    message:
      'The drill pretends that the service was restored from a backup, so this cursor is void. ' +
      'Start again without a cursor, and replace your copy.',
    data: { reason: 'restored' },
  })

/** Something is wrong with the drill or behind it; never a fault of the plan. */
export const drillError = (status: number, code: string, message: string): Answer =>
  errorAnswer({ status, code, message })

function head(response: ServerResponse, { status, headers }: Answer, requestId: string): void {
  response.writeHead(status, { 'request-id': requestId, ...passedOn(headers) })
}

const mayHaveBody = (status: number): boolean => status !== 204 && status !== 304

/** Resolves when the answer is sent: true if all of it was, false if the client has gone. */
export function sendWhole(response: ServerResponse, answer: Answer, requestId: string): Promise<boolean> {
  return new Promise(settle => {
    response.once('close', () => settle(response.writableFinished))
    if (response.destroyed) return settle(false)
    if (mayHaveBody(answer.status) && response.req.method !== 'HEAD') {
      response.setHeader('content-length', answer.body.length)
      head(response, answer, requestId)
      response.end(answer.body)
    } else {
      head(response, answer, requestId)
      response.end()
    }
  })
}

/** Time for the first bytes to reach the client before the reset, which may discard what was not read. */
const beforeResetMs = 10

/** Announces the whole body, sends a part of it, and resets the connection. */
export async function sendPart(
  response: ServerResponse,
  answer: Answer,
  requestId: string,
  bytes: number,
): Promise<void> {
  response.setHeader('content-length', answer.body.length)
  head(response, answer, requestId)
  await new Promise<void>(settle => {
    response.once('close', settle)
    response.write(answer.body.subarray(0, bytes), () => settle())
  })
  await pause(beforeResetMs)
  reset(response)
}

/** A complete HTTP message whose JSON is not. */
export function sendCut(
  response: ServerResponse,
  answer: Answer,
  requestId: string,
  { bytes, chunked }: { bytes: number; chunked: boolean },
): Promise<boolean> {
  return new Promise(settle => {
    response.once('close', () => settle(response.writableFinished))
    if (response.destroyed) return settle(false)
    if (!chunked) response.setHeader('content-length', bytes)
    head(response, answer, requestId)
    const half = Math.floor(bytes / 2)
    if (chunked) response.write(answer.body.subarray(0, half))
    response.end(answer.body.subarray(chunked ? half : 0, bytes))
  })
}

export function reset(response: ServerResponse): void {
  // Null if the client has already gone.
  response.socket?.resetAndDestroy()
}

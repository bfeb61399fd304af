/** Requests to the Florin behind the drill, or to the receiver of webhooks. Answers are read whole, within limits. */
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest, Agent as TlsAgent } from 'node:https'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Question {
  method: string
  url: URL
  headers: Record<string, string | string[]>
  body?: Buffer | undefined
  /** Ends the request early, for a client that has gone. */
  signal?: AbortSignal | undefined
}

export type Ask = (question: Question) => Promise<Answer>

/** A page of 100 rows with the longest texts is smaller. */
const answerBytesMax = 32 * 1024 * 1024
const socketsMax = 64

export interface Caller {
  ask: Ask
  close(): void
}

/** The deadline covers a whole answer. */
export function openCaller(timeoutMs: number): Caller {
  const plain = new Agent({ keepAlive: true, maxSockets: socketsMax })
  const secure = new TlsAgent({ keepAlive: true, maxSockets: socketsMax })
  const ask: Ask = async ({ method, url, headers, body, signal }) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const ends = signal === undefined ? deadline : AbortSignal.any([deadline, signal])
    const isSecure = url.protocol === 'https:'
    const send = isSecure ? httpsRequest : httpRequest
    try {
      return await new Promise<Answer>((settle, fail) => {
        const options = { method, headers, signal: ends, agent: isSecure ? secure : plain }
        const request = send(url, options, response => settle(readAnswer(response)))
        request.on('error', fail)
        request.end(body)
      })
    } catch (error) {
      if (deadline.aborted) throw new Error(`no complete answer within ${timeoutMs / 1000} s`)
      throw error
    }
  }
  return {
    ask,
    close() {
      plain.destroy()
      secure.destroy()
    },
  }
}

export interface Patience {
  attemptsMax: number
  waitSecondsMax: number
  sleep(ms: number): Promise<void>
}

/** Repeats a request that was refused without being done. */
export async function askPatiently(ask: Ask, question: Question, patience: Patience): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(question)
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || attempt === patience.attemptsMax) return answer
    const seconds = Number(answer.headers['retry-after'] ?? 1)
    await patience.sleep(Math.min(Number.isFinite(seconds) ? seconds : 1, patience.waitSecondsMax) * 1000)
  }
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const body = await readWhole(response, answerBytesMax)
  if (body === null) {
    response.destroy()
    throw new Error(`an answer of more than ${answerBytesMax} bytes`)
  }
  return { status: response.statusCode ?? 502, headers: response.headers, body }
}

/** Null if it is longer than the limit. Rejects if the sender disconnects. */
export async function readWhole(message: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of message) {
    bytes += (piece as Buffer).length
    if (bytes > bytesMax) return null
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

/** Headers of one connection, which a proxy does not pass on; and those that the drill sets itself. */
const notPassedOn = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  // The drill has to read what it passes on.
  'accept-encoding',
])

export function passedOn(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !notPassedOn.has(name)) kept[name] = value
  }
  return kept
}

/** The reason without anything of the request, which holds the key. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed'
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error.message.slice(0, 200) : code
}

/** Null if it is not a URL. */
export const urlFrom = (text: string, base?: string): URL | null =>
  URL.canParse(text, base) ? new URL(text, base) : null

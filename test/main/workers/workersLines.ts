/**
 * Connections to the workers of a service, each of which stays with one worker. The service's log, which has a line for
 * each request, tells with which.
 */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { createClient, type FlorinClient } from '../../../src/client/index.ts'
import type { Program } from '../../support/program.ts'
import { checkReply } from '../../support/setup/contractCheck.ts'

export interface Service {
  url: string
  program: Program
}

type Ask = RequestInit & { secret?: string }

/** One connection, which is never reopened: when its worker is gone, every further request fails. */
export class Line {
  worker = 0
  readonly #url: string
  readonly #agent: Agent

  constructor(url: string) {
    this.#url = url
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let opened = false
    this.#agent.createConnection = () => {
      if (opened) throw new Error('The connection is gone.')
      opened = true
      const { hostname, port } = new URL(url)
      return connect(Number(port), hostname)
    }
  }

  /** Like the global fetch, on this connection: requests wait for each other. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const target = new URL(String(input))
    const method = init.method ?? 'GET'
    const response = await new Promise<Response>((settle, fail) => {
      const headers = Object.fromEntries(new Headers(init.headers))
      const asked = request(target, { agent: this.#agent, method, headers }, reply => {
        const pieces: Buffer[] = []
        reply.on('data', (piece: Buffer) => pieces.push(piece)).on('error', fail)
        reply.on('end', () => {
          const { statusCode: status = 0 } = reply
          const body = status === 204 || status === 304 ? null : Buffer.concat(pieces)
          settle(new Response(body, { status, headers: reply.headers as Record<string, string> }))
        })
      })
      asked.on('error', fail).end(init.body)
    })
    await checkReply(method, target.pathname, response.clone())
    return response
  }

  ask(path: string, { secret, ...init }: Ask = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (secret !== undefined) headers.set('Authorization', `Bearer ${secret}`)
    return this.fetch(`${this.#url}${path}`, { ...init, headers })
  }

  client(secret: string): FlorinClient {
    return clientOver([this], this.#url, secret)
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** A client whose requests use the lines in turn, so that two pages of a walk come from two workers. */
export function clientOver(lines: readonly Line[], url: string, secret: string): FlorinClient {
  let turn = 0
  const inTurn: typeof fetch = (input, init) => {
    const line = lines[turn % lines.length] as Line
    turn += 1
    return line.fetch(input, init)
  }
  return createClient({ baseUrl: `${url}/v1`, apiKey: secret, fetch: inTurn, retries: 0 })
}

export interface LogLine {
  worker: number
  msg: string
  requestId?: string
  number?: number
  pid?: number
  pauseMs?: number
  reason?: string
}

const readSoFar = new WeakMap<Program, { end: number; lines: LogLine[] }>()

/** What the service has logged. Each line is parsed once, because there are many. */
export function logOf(program: Program): LogLine[] {
  const log = readSoFar.get(program) ?? { end: 0, lines: [] }
  readSoFar.set(program, log)
  const end = program.stderr.lastIndexOf('\n') + 1
  for (const line of program.stderr.slice(log.end, end).split('\n')) {
    if (line !== '') log.lines.push(JSON.parse(line))
  }
  log.end = end
  return log.lines
}

/** Connections are handed out in turn, also to other clients, so some more may be needed. */
const attemptsEach = 10

/** `each` lines to each of the workers 1 to `count`, in the order of the workers. */
export async function openLines(service: Service, count: number, each = 1): Promise<Line[]> {
  const lines: Line[] = []
  for (let attempt = 0; attempt < count * each * attemptsEach && lines.length < count * each; attempt += 1) {
    const line = new Line(service.url)
    const requestId = (await line.ask('/healthz')).headers.get('request-id')
    line.worker = await service.program.until(
      program => logOf(program).find(logged => logged.requestId === requestId)?.worker,
    )
    if (lines.filter(({ worker }) => worker === line.worker).length < each) lines.push(line)
    else line.close()
  }
  if (lines.length < count * each) throw new Error('Some worker takes no connection.')
  return lines.sort((a, b) => a.worker - b.worker)
}

/** The latest process ids of the workers as logged by the primary, beginning with worker 1. */
export function pidsOf(program: Program, count: number): Promise<number[]> {
  return program.until(() => {
    const pids = new Map<number, number>()
    for (const { msg, number = 0, pid = 0 } of logOf(program)) {
      if (msg === 'worker listening') pids.set(number, pid)
    }
    return pids.size === count ? [...pids].sort(([a], [b]) => a - b).map(([, pid]) => pid) : null
  })
}

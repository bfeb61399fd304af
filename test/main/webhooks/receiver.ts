/** A receiver of webhooks: a real HTTPS server on loopback, with a certificate of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeCertificate } from '../../support/certificate.ts'
import type { ReceivedMessage } from '../../support/webhooks.ts'

export interface Received extends ReceivedMessage {
  path: string
  message: ReceivedContent
}

export interface ReceivedContent {
  type: string
  timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it expects.
  data: Record<string, any>
}

type Reply = (response: ServerResponse, received: Received) => void

const accept: Reply = response => void response.writeHead(204).end()

export class Receiver {
  /** Everything that arrived, in order. */
  received: Received[] = []
  reply: Reply = accept
  /** Connections that were ever made. */
  connections = 0
  readonly ca: string
  readonly #server: Server

  constructor({ cert, key }: { cert: string; key: string }) {
    this.ca = cert
    this.#server = createServer({ cert, key }, (request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (piece: string) => {
        body += piece
      })
      request.on('end', () => {
        const headers = request.headers as Record<string, string>
        const message = JSON.parse(body) as ReceivedContent
        const received = { path: request.url ?? '', headers, body, message }
        this.received.push(received)
        this.reply(response, received)
      })
    })
    this.#server.on('connection', () => {
      this.connections += 1
    })
  }

  listen(): Promise<void> {
    return new Promise(settle => this.#server.listen(0, '127.0.0.1', settle))
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/florin`
  }

  get types(): string[] {
    return this.received.map(({ message }) => message.type)
  }

  /** The data of the only message since the last call. */
  only(): ReceivedContent['data'] {
    if (this.received.length !== 1)
      throw new Error(`There are ${this.received.length} messages: ${this.types}`)
    return this.taken()[0]?.message.data ?? {}
  }

  /** What arrived since the last call. */
  taken(): Received[] {
    return this.received.splice(0)
  }

  reset(): void {
    this.received = []
    this.connections = 0
    this.reply = accept
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise(settle => this.#server.close(() => settle()))
  }
}

/** The same receiver for all tests of a file, emptied before each. */
export function useReceiver(): { readonly current: Receiver } {
  const holder = { current: undefined as unknown as Receiver }
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-receiver-'))
    try {
      const { cert, key } = makeCertificate(folder)
      holder.current = new Receiver({ cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') })
      await holder.current.listen()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
  beforeEach(() => holder.current.reset())
  afterAll(() => holder.current.close())
  return holder
}

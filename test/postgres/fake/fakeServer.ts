/**
 * The server's end of a connection, within the process. Both directions are synchronous, so nothing waits, and a test
 * decides what happens between any two messages.
 */
import { Duplex } from 'node:stream'
import type { Format } from '../../../src/postgres/protocol/messages.ts'
import { objectsOf, type WireRows } from '../../../src/postgres/protocol/rows.ts'
import { WireConnection } from '../../../src/postgres/server/connection.ts'

/** A decoded message of the client. */
export type Said =
  | { kind: 'parse'; name: string; sql: string }
  | { kind: 'describe' | 'close'; name: string }
  | { kind: 'bind'; name: string; values: (string | null)[]; format: Format }
  | { kind: 'query' | 'copyData' | 'copyFail'; text: string }
  | { kind: 'execute' | 'sync' | 'copyDone' | 'terminate' }

export class FakeServer {
  readonly connection: WireConnection
  readonly said: Said[] = []
  /** Called with each message. Tests that respond step by step do not need it. */
  onSaid: (said: Said) => void = () => undefined
  readonly #stream: Duplex
  #unread = Buffer.alloc(0)
  #isHolding = false
  #letGo: (() => void) | null = null

  constructor() {
    this.#stream = new Duplex({
      // Full after any write, so that only the server decides when the client may go on.
      writableHighWaterMark: 1,
      read: () => undefined,
      write: (chunk: Buffer, _, done) => {
        this.#hear(chunk)
        if (this.#isHolding) this.#letGo = done
        else done()
      },
    })
    this.connection = new WireConnection(this.#stream)
  }

  /** Each message is a chunk. */
  send(...messages: readonly Buffer[]): void {
    for (const each of messages) this.connection.take(each)
  }

  hangUp(error?: Error): void {
    this.#stream.destroy(error)
  }

  /** From now on each write of the client waits for `letGo`. */
  hold(): void {
    this.#isHolding = true
  }

  letGo(): void {
    const done = this.#letGo
    this.#letGo = null
    done?.()
  }

  saidOf<Kind extends Said['kind']>(kind: Kind): Extract<Said, { kind: Kind }>[] {
    return this.said.filter((each): each is Extract<Said, { kind: Kind }> => each.kind === kind)
  }

  #hear(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk])
    while (this.#unread.length >= 5) {
      const end = 1 + this.#unread.readInt32BE(1)
      if (this.#unread.length < end) return
      const said = new Reader(this.#unread.subarray(0, end)).said()
      this.#unread = this.#unread.subarray(end)
      this.said.push(said)
      this.onSaid(said)
    }
  }
}

/** Reads a message to its end, and throws if anything is left or missing. */
class Reader {
  readonly #bytes: Buffer
  #at = 5

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  said(): Said {
    const said = this.#body(String.fromCharCode(this.#bytes[0] ?? 0))
    if (this.#at !== this.#bytes.length) throw new Error(`${said.kind} has extra bytes.`)
    return said
  }

  #body(letter: string): Said {
    switch (letter) {
      case 'P':
        return { kind: 'parse', name: this.#text(), sql: this.#text(0) }
      case 'D':
        return { kind: 'describe', name: this.#text().replace(/^S/, '') }
      case 'C':
        return { kind: 'close', name: this.#text().replace(/^S/, '') }
      case 'B':
        return this.#bind()
      case 'E':
        this.#expect(this.#text() === '' && this.#int(4) === 0)
        return { kind: 'execute' }
      case 'Q':
        return { kind: 'query', text: this.#text() }
      case 'd':
        return { kind: 'copyData', text: this.#rest() }
      case 'f':
        return { kind: 'copyFail', text: this.#text() }
      default:
        return { kind: plainKinds[letter] ?? unknown(letter) }
    }
  }

  #bind(): Said {
    this.#expect(this.#text() === '')
    const name = this.#text()
    this.#expect(this.#int(2) === 0)
    const values = Array.from({ length: this.#int(2) }, () => this.#value())
    this.#expect(this.#int(2) === 1)
    const format = this.#int(2)
    this.#expect(format === 0 || format === 1)
    return { kind: 'bind', name, values, format: format === 0 ? 'text' : 'binary' }
  }

  #expect(isSo: boolean): void {
    if (!isSo) throw new Error(`Unexpected message: ${this.#bytes.toString('latin1')}`)
  }

  /** A text; `types` is the expected number of parameter types after it. */
  #text(types?: number): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    if (types !== undefined) this.#expect(this.#int(2) === types)
    return text
  }

  #int(size: number): number {
    this.#at += size
    return this.#bytes.readIntBE(this.#at - size, size)
  }

  #value(): string | null {
    const length = this.#int(4)
    if (length < 0) return null
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  #rest(): string {
    const text = this.#bytes.toString('utf8', this.#at)
    this.#at = this.#bytes.length
    return text
  }
}

const plainKinds: Record<string, 'sync' | 'copyDone' | 'terminate'> = {
  S: 'sync',
  c: 'copyDone',
  X: 'terminate',
}

function unknown(letter: string): never {
  throw new Error(`A client never sends ${letter}.`)
}

/** Rows with each value as text. */
export const asTexts = (rows: WireRows): Record<string, string | null>[] =>
  objectsOf(rows, () => text => text)

/** Resolves when all pending work within the process is done. */
export const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

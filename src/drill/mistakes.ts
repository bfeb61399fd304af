/** Mistakes in the protocol that the drill can be certain of, whatever became of the copy. */
import { createHash } from 'node:crypto'
import { RecentMap } from '../domain/recentMap.ts'
import type { InjectedFault } from './record.ts'

export type MistakeKind = 'retry-after-ignored' | 'repeated-without-key' | 'old-cursor' | 'webhook-refused'

export interface Mistake {
  kind: MistakeKind
  request: number
  fault: InjectedFault
  sentence: string
}

export interface WatchedRequest {
  number: number
  method: string
  path: string
  /** Path and query. */
  target: string
  /** A hash of the Authorization header, never the key itself. */
  keyHash: string
  idempotencyKey: string | null
  body: Buffer
}

interface Wait {
  untilMs: number
  seconds: number
  fault: InjectedFault
}

interface Unknown {
  keyHash: string
  path: string
  idempotencyKey: string | null
  /** Whether the write was done. */
  done: boolean
  /** Whether the client has looked at the list since. */
  looked: boolean
  fault: InjectedFault
}

const waitsMax = 10_000
const unknownsMax = 1_000
const mistakesMax = 1_000
/** Timers may fire a little early. */
const slackMs = 20

export const hashOf = (...texts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length}:`).update(text)
  return hash.digest('base64url')
}

/** Two requests with the same fingerprint are the same request, sent again. */
export const fingerprintOf = ({ keyHash, method, target, body }: WatchedRequest): string =>
  hashOf(keyHash, method, target, body)

export class Mistakes {
  readonly list: Mistake[] = []
  count = 0
  readonly #now: () => number
  readonly #waits = new RecentMap<Wait>(waitsMax)
  readonly #unknowns = new RecentMap<Unknown>(unknownsMax)

  constructor(now: () => number) {
    this.#now = now
  }

  add(kind: MistakeKind, request: number, fault: InjectedFault, sentence: string): void {
    this.count += 1
    if (this.list.length < mistakesMax) this.list.push({ kind, request, fault, sentence })
  }

  /** The same request may come again only after this time. Others may have been on their way already. */
  mustWait(request: WatchedRequest, seconds: number, fault: InjectedFault): void {
    this.#waits.set(fingerprintOf(request), { untilMs: this.#now() + seconds * 1000, seconds, fault })
  }

  /** The client cannot know whether this write was done. */
  outcomeUnknown(request: WatchedRequest, done: boolean, fault: InjectedFault): void {
    // PATCH and DELETE have the same effect however often they are sent.
    if (request.method !== 'POST') return
    const { keyHash, path, idempotencyKey } = request
    this.#unknowns.set(fingerprintOf(request), { keyHash, path, idempotencyKey, done, looked: false, fault })
  }

  /** The answer arrived after all. */
  outcomeKnown(request: WatchedRequest): void {
    this.#unknowns.delete(fingerprintOf(request))
  }

  /** Looks at a request as it arrives. */
  check(request: WatchedRequest): void {
    const fingerprint = fingerprintOf(request)
    const wait = this.#waits.get(fingerprint)
    if (wait !== undefined) {
      this.#waits.delete(fingerprint)
      const earlyMs = Math.ceil(wait.untilMs - this.#now())
      if (earlyMs > slackMs) {
        this.add(
          'retry-after-ignored',
          request.number,
          wait.fault,
          `${request.method} ${request.path} was sent again ${earlyMs} ms before its Retry-After of ` +
            `${wait.seconds} s was over.`,
        )
      }
    }
    const unknown = this.#unknowns.get(fingerprint)
    if (unknown === undefined) return
    this.#unknowns.delete(fingerprint)
    const sameKey = unknown.idempotencyKey !== null && unknown.idempotencyKey === request.idempotencyKey
    if (sameKey || (unknown.looked && !unknown.done)) return
    this.add(
      'repeated-without-key',
      request.number,
      unknown.fault,
      `${request.method} ${request.path} was sent again after its outcome was unknown, ` +
        `${request.idempotencyKey === null ? 'without an Idempotency-Key' : 'with another Idempotency-Key'}; ` +
        `it ${unknown.done ? 'had been done' : 'had not been done, but the client could not know'}.`,
    )
  }

  /** An answer arrived whole: after a GET the client knows what is there, and after a DELETE it may create again. */
  answered({ keyHash, method, path }: WatchedRequest): void {
    for (const [fingerprint, unknown] of this.#unknowns.entries()) {
      if (unknown.keyHash !== keyHash) continue
      if (method === 'GET' && unknown.path === path) unknown.looked = true
      if (method === 'DELETE' && path.startsWith(`${unknown.path}/`)) this.#unknowns.delete(fingerprint)
    }
  }
}

/** A workspace with webhooks, and a sender that the test moves by hand, at the test's own time. */
import { pino } from 'pino'
import { createWebhook, type WebhookRequest } from '../../../src/actions/webhooks.ts'
import type { WebhookTools } from '../../../src/actions/webhookTools.ts'
import type { Scope } from '../../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { type AllowedTargets, parseAllowed } from '../../../src/domain/webhooks/addresses.ts'
import type { Transport } from '../../../src/domain/webhooks/exchange.ts'
import type { Surroundings } from '../../../src/main/webhooks/deliver.ts'
import { deliverDue, surroundingsOf } from '../../../src/main/webhooks/sender.ts'
import { transportOf } from '../../../src/main/webhooks/transport.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { findWebhook, type StoredWebhook } from '../../../src/store/webhooks/webhooks.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { actor, type TestService } from '../../support/service.ts'
import { masterSecret, webhookRequest } from '../../support/webhooks.ts'
import type { Receiver } from './receiver.ts'

export function loopback(): AllowedTargets {
  const parsed = parseAllowed(['127.0.0.1'])
  if ('mistake' in parsed) throw new Error(parsed.mistake)
  return parsed.allowed
}

export const transportTo = ({ ca }: Receiver): Transport => transportOf({ allowed: loopback(), ca })

export const toolsFor = (receiver: Receiver, master = masterSecret): WebhookTools => ({
  master,
  allowed: loopback(),
  transport: transportTo(receiver),
  wake: () => undefined,
})

export interface SendingOptions {
  db?: Database
  by?: string
  transport?: Transport
  master?: string
  random?: () => number
}

/** One sending process. */
export class Sending {
  readonly #around: Surroundings
  readonly #by: string
  readonly #ending = new AbortController()

  constructor(service: TestService, receiver: Receiver, options: SendingOptions = {}) {
    const { db = service.store.db, by = 'one', master = masterSecret, random = () => 0.5 } = options
    const transport = options.transport ?? transportTo(receiver)
    const given = {
      db,
      transport,
      master,
      random,
      clock: () => service.nowMs,
      log: pino({ level: 'silent' }),
    }
    this.#around = surroundingsOf(given, this.#ending.signal)
    this.#by = by
  }

  /** Sends what is due now, and what becomes due through it. Returns how many webhooks had something to do. */
  async settle(): Promise<number> {
    let count = 0
    for (;;) {
      const started = await deliverDue(this.#around, this.#by, 100)
      if (started.length === 0) return count
      count += started.length
      await Promise.all(started.map(({ done }) => done))
    }
  }

  /** Starts what is due, without waiting for it. */
  async start(): Promise<Promise<boolean>[]> {
    return (await deliverDue(this.#around, this.#by, 100)).map(({ done }) => done)
  }

  /** Ends the exchanges that are under way. */
  abort(): void {
    this.#ending.abort()
  }
}

/** A new workspace with one webhook of the receiver. */
export class Followed {
  readonly service: TestService
  readonly receiver: Receiver
  readonly file: WorkspaceFile
  readonly sending: Sending
  readonly webhookId: string
  readonly secret: string

  private constructor(
    service: TestService,
    receiver: Receiver,
    file: WorkspaceFile,
    { webhook, secret }: { webhook: StoredWebhook; secret: string },
  ) {
    this.service = service
    this.receiver = receiver
    this.file = file
    this.sending = new Sending(service, receiver)
    this.webhookId = webhook.id
    this.secret = secret
  }

  static async by(
    service: TestService,
    receiver: Receiver,
    given: Partial<WebhookRequest> = {},
    file = smallWorkspace(),
  ): Promise<Followed> {
    await service.load(file)
    return await Followed.again(service, receiver, file, given)
  }

  /** Another webhook of a workspace. */
  static async again(
    service: TestService,
    receiver: Receiver,
    file: WorkspaceFile,
    given: Partial<WebhookRequest> = {},
  ): Promise<Followed> {
    const work = { db: service.store.db, tools: toolsFor(receiver), actor, nowMs: service.nowMs }
    const request = webhookRequest({ url: receiver.url, ...given })
    const made = await createWebhook(work, file.workspace.id, request)
    return new Followed(service, receiver, file, made)
  }

  get work() {
    const { service, receiver } = this
    return { db: service.store.db, tools: toolsFor(receiver), actor, nowMs: service.nowMs }
  }

  get workspaceId(): string {
    return this.file.workspace.id
  }

  get companyId(): string {
    return this.file.companies[0]?.id ?? ''
  }

  async stored(): Promise<StoredWebhook> {
    const found = await findWebhook(this.service.store.db, this.workspaceId, this.webhookId)
    if (found === null) throw new Error('The webhook is gone.')
    return found
  }

  async key(scopes?: Scope[]): Promise<string> {
    return await this.service.key(this.file, scopes === undefined ? {} : { scopes })
  }

  /** Lets time pass. */
  pass(ms: number): void {
    this.service.nowMs += ms
  }
}

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A receiver of webhooks that replies as the test says, without a network, and a sender that the test moves by hand. */
import { pino } from 'pino'
import type { WebhookTools } from '../../../src/actions/webhookTools.ts'
import { type Outgoing, replied, type Transport } from '../../../src/domain/webhooks/exchange.ts'
import { deliverDue, surroundingsOf } from '../../../src/main/webhooks/sender.ts'
import type { TestService } from '../../support/service.ts'
import { acceptingTools, masterSecret } from '../../support/webhooks.ts'

export class FakeReceiver {
  /** The status of the next replies. */
  status = 200
  readonly received: Outgoing[] = []

  readonly #transport: Transport = async outgoing => {
    this.received.push(outgoing)
    return replied(this.status, undefined)
  }

  /** For the service. */
  readonly tools: WebhookTools = { ...acceptingTools(), transport: this.#transport }

  /** Sends what is due at the service's time. */
  async deliver(service: TestService): Promise<void> {
    const surroundings = {
      db: service.store.db,
      master: masterSecret,
      transport: this.#transport,
      clock: () => service.nowMs,
      random: () => 0.5,
      log: pino({ level: 'silent' }),
    }
    const around = surroundingsOf(surroundings, new AbortController().signal)
    await Promise.all((await deliverDue(around, 'test', 100)).map(({ done }) => done))
  }
}

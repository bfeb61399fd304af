/** Webhooks of a process: what actions need, and the sender, which runs while the service does. */
import type { Logger } from 'pino'
import { type WebhookTools, webhooksOff } from '../../actions/webhookTools.ts'
import { parseAllowed } from '../../domain/webhooks/addresses.ts'
import type { Database } from '../../store/engine/door.ts'
import { anyActiveWebhook } from '../../store/webhooks/deliveries.ts'
import type { Config } from '../config.ts'
import type { DataFolder } from '../dataFolder.ts'
import { masterSecret } from './masterSecret.ts'
import { type Sender, startSender } from './sender.ts'
import { transportOf } from './transport.ts'

/** For a command, which does not send except for tests. */
export function webhookTools(config: Config, dataFolder: DataFolder | null): WebhookTools {
  const parsed = parseAllowed(config.webhookAllow)
  if ('mistake' in parsed) throw new Error(parsed.mistake)
  const { allowed } = parsed
  const transport = transportOf({ allowed })
  return { master: masterSecret(config, dataFolder), allowed, transport, wake: () => undefined }
}

interface Serving {
  db: Database
  clock: () => number
  log: Logger
}

export interface ServedWebhooks {
  tools: WebhookTools
  start(serving: Serving): Promise<void>
  close(): Promise<void>
}

export function servedWebhooks(config: Config, dataFolder: DataFolder | null): ServedWebhooks {
  const { master, allowed, transport } = webhookTools(config, dataFolder)
  let sender: Sender | null = null
  return {
    tools: { master, allowed, transport, wake: () => sender?.wake() },
    async start({ db, clock, log }) {
      if (master !== null) sender = await startSender({ db, master, transport, clock, log })
      else if (await anyActiveWebhook(db)) log.warn(webhooksOff)
    },
    close: async () => await sender?.close(),
  }
}

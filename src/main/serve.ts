/** Runs the service: opens the store, gives an empty one its demo, listens, and ends calmly when told to. */
import { pino } from 'pino'
import { createApp } from '../api/app.ts'
import type { Config } from './config.ts'
import { type ControlSocket, listenForCommands } from './controlSocket.ts'
import { ensureDemo } from './demo.ts'
import { Failure } from './failure.ts'
import { listen } from './listen.ts'
import { type OpenStore, openStore } from './openStore.ts'

const tidyIntervalMs = 10_000

export interface RunningService {
  url: string
  /** There on the first start alone, as it cannot be recovered. */
  demoSecret: string | null
  close(): Promise<void>
}

export async function startService(config: Config, clock: () => number = Date.now): Promise<RunningService> {
  const log = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: false }))
  const store = await openStore(config)
  if (store === null) {
    throw new Failure(
      `The data folder ${config.dataDir} is in use by another Florin. Stop that one, or set FLORIN_DATA_DIR.`,
    )
  }
  let control: ControlSocket | null = null
  try {
    const demoSecret = config.demo ? await ensureDemo(store.db, clock()) : null
    control = await controlOf(store, clock)
    const app = createApp({ db: store.db, config, clock, log })
    const { url, close: stopListening } = await listen(app, config)

    const tidy = () => app.tidy().catch((error: unknown) => log.warn({ err: error }, 'tidying up failed'))
    const timer = setInterval(() => void tidy(), tidyIntervalMs)
    log.info({ url, store: store.db.engine }, 'listening')
    const close = async () => {
      clearInterval(timer)
      await stopListening()
      await tidy()
      await control?.close()
      await store.close()
      log.info('stopped')
      log.flush()
    }
    return { url, demoSecret, close }
  } catch (error) {
    await control?.close()
    await store.close()
    throw error
  }
}

async function controlOf({ db, migration, dataFolder }: OpenStore, clock: () => number) {
  return dataFolder && (await listenForCommands(dataFolder.controlSocketPath, { db, migration, clock }))
}

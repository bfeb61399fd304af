/** Runs the service: opens the store, gives an empty one its demo, listens, and ends calmly when told to. */
import { type Logger, pino } from 'pino'
import { createApp } from '../api/app.ts'
import { sweepScratchFolders } from '../import/scratchFolder.ts'
import { type Config, homeOf } from './config.ts'
import { readConsoleFiles } from './consoleFiles.ts'
import { listenForCommands } from './controlSocket.ts'
import { ensureDemo } from './demo.ts'
import { Failure } from './failure.ts'
import { listen } from './listen.ts'
import { type OpenStore, openStore } from './openStore.ts'
import { ensureSetupLink } from './setup.ts'

const tidyIntervalMs = 10_000

export interface RunningService {
  url: string
  /** There on the first start alone, as it cannot be recovered. */
  demoSecret: string | null
  /** The path of the link that makes the first owner; null once there is somebody. */
  setupPath: string | null
  /** Whether the console's pages are there. */
  hasConsole: boolean
  close(): Promise<void>
}

/** `worker` is the number of this process among several, and stands on each line of its log. */
export async function startService(
  config: Config,
  clock: () => number = Date.now,
  worker?: number,
): Promise<RunningService> {
  const log = openLog(config, worker)
  const store = await openStore(config)
  if (store === null) {
    throw new Failure(
      `The data folder ${config.dataDir} is in use by another Florin. Stop that one, or set FLORIN_DATA_DIR.`,
    )
  }
  const swept = await sweepScratchFolders()
  if (swept > 0) log.info({ folders: swept }, 'removed temporary files of a process that was killed')
  // What has been opened so far, to be closed in the opposite order.
  const opened: (() => Promise<void>)[] = [() => store.close()]
  const closeAll = async () => {
    for (const closeOne of opened.toReversed()) await closeOne()
  }
  try {
    const control = await controlOf(store, homeOf(config), clock)
    if (control) opened.push(control.close)
    const files = readConsoleFiles()
    const app = createApp({ db: store.db, config, clock, log, files })
    const tidy = () => app.tidy().catch((error: unknown) => log.warn({ err: error }, 'tidying up failed'))
    opened.push(tidy)
    const listening = await listen(app, config)
    opened.push(listening.close)
    const timer = setInterval(() => void tidy(), tidyIntervalMs)
    opened.push(async () => clearInterval(timer))
    // Only now, as the secret is shown once: by a start that failed on its port it would be lost.
    const demoSecret = config.demo ? await ensureDemo(store.db, clock()) : null
    // Workers leave it to the process that started them.
    const setupPath = worker === undefined ? await ensureSetupLink(store.db, clock()) : null
    log.info({ url: listening.url, store: store.db.engine }, 'listening')
    const close = async () => {
      await closeAll()
      log.info('stopped')
      log.flush()
    }
    return { url: listening.url, demoSecret, setupPath, hasConsole: files !== null, close }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** What a pipe takes from several processes without mixing their lines: POSIX's PIPE_BUF, as Linux has it. */
const sharedWriteBytesMax = 4096
/** Lines are written together, as a write for each takes 40 µs of a request; and none waits for long. */
const gatheredBytesMax = 2048
const gatheredMsMax = 100

export function openLog({ logLevel }: Config, worker?: number): Logger {
  const shared = worker !== undefined
  return pino(
    { level: logLevel, base: shared ? { worker } : null, serializers: { err: withoutData } },
    pino.destination({
      ...{ dest: 2, sync: false, minLength: gatheredBytesMax, periodicFlush: gatheredMsMax },
      ...(shared && { maxWrite: sharedWriteBytesMax }),
    }),
  )
}

/** Drivers put a statement's values on their errors, and those are names and account numbers. */
function withoutData({ name, message, stack, code }: Error & { code?: unknown }) {
  return { name, message, stack, code }
}

async function controlOf({ db, migration, dataFolder }: OpenStore, home: string, clock: () => number) {
  // The start has brought the schema up to date, so whoever asks for it later finds nothing to do.
  const upToDate = { ...migration, applied: [] }
  return (
    dataFolder &&
    (await listenForCommands(dataFolder.controlSocketPath, { db, migration: upToDate, home, clock }))
  )
}

/** Runs the service: opens the store, gives an empty one its demo, listens, and ends calmly when told to. */
import { type Logger, pino } from 'pino'
import { createApp } from '../../api/app.ts'
import { sweepScratchFolders } from '../../import/files/scratchFolder.ts'
import { listenForCommands } from '../commands/controlSocket.ts'
import { type Config, homeOf } from '../config.ts'
import { Failure } from '../failure.ts'
import { loggedError } from '../loggedError.ts'
import { type Collector, startCollector } from '../metrics/collector.ts'
import { serveMetrics } from '../metrics/server.ts'
import { type OpenStore, openStore } from '../openStore.ts'
import { serviceWaiting } from '../waitForDatabase.ts'
import { readConsoleFiles } from './consoleFiles.ts'
import { ensureDemo } from './demo.ts'
import { listen } from './listen.ts'
import { ensureSetupLink } from './setup.ts'

const tidyIntervalMs = 10_000
/** At the end, what was gathered in memory is written. A store that is gone must not hold up the shutdown. */
const lastTidyMsMax = 1_500

export interface RunningService {
  url: string
  /** Null where metrics are off, or another process serves them. */
  metricsUrl: string | null
  /** There on the first start alone, as it cannot be recovered. */
  demoSecret: string | null
  /** The path of the link that makes the first owner; null once there is somebody. */
  setupPath: string | null
  /** Whether the console's pages are there. */
  hasConsole: boolean
  close(): Promise<void>
}

/** One process that answers requests. */
export interface ServiceProcess extends RunningService {
  /** Null where metrics are off. */
  collector: Collector | null
}

/** `worker` is the number of this process among several, and stands on each line of its log. */
export async function startService(
  config: Config,
  clock: () => number = Date.now,
  worker?: number,
): Promise<ServiceProcess> {
  const log = openLog(config, worker)
  const store = await openStore(config, serviceWaiting(config, log))
  if (store === null) {
    throw new Failure(
      `The data folder ${config.dataDir} is in use by another Florin. Stop that one, or set FLORIN_DATA_DIR.`,
    )
  }
  if (store.dataFolder?.wasOpen) {
    log.warn({ dataDir: config.dataDir }, 'others could read the data folder; now only its owner can')
  }
  const swept = await sweepScratchFolders()
  if (swept > 0) log.info({ folders: swept }, 'removed temporary files of a process that was killed')
  // What has been opened so far, to be closed in the opposite order.
  const opened: (() => Promise<void>)[] = [() => store.close()]
  const closeAll = async () => {
    for (const closeOne of opened.toReversed()) await closeOne()
  }
  try {
    const collector = config.metrics && (await startCollector(store.db, clock))
    const db = collector?.db ?? store.db
    const control = await controlOf({ ...store, db }, homeOf(config), clock)
    if (control) opened.push(control.close)
    const files = readConsoleFiles()
    const app = createApp({ db, config, clock, log, files, observe: collector?.observe })
    collector?.watchCache(app.cache)
    const tidy = (isLast = false) =>
      app.tidy(isLast).catch((error: unknown) => log.warn({ err: error }, 'tidying up failed'))
    opened.push(() => withinTime(tidy(true), lastTidyMsMax))
    // The process that started the workers serves it for all of them.
    const metrics =
      config.metrics && collector && worker === undefined
        ? await serveMetrics(config.metrics, log, collector.text)
        : null
    if (metrics) opened.push(metrics.close)
    const listening = await listen(app, config)
    opened.push(listening.close)
    const timer = setInterval(() => void tidy(), tidyIntervalMs)
    opened.push(async () => clearInterval(timer))
    // Only now, as the secret is shown once: by a start that failed on its port it would be lost.
    const demoSecret = config.demo ? await ensureDemo(store.db, clock()) : null
    // Workers leave it to the process that started them.
    const setupPath = worker === undefined ? await ensureSetupLink(store.db, clock()) : null
    log.info({ url: listening.url, store: store.db.engine, metrics: metrics?.url }, 'listening')
    const close = async () => {
      await closeAll()
      log.info('stopped')
      log.flush()
    }
    const { url } = listening
    const metricsUrl = metrics?.url ?? null
    return { url, metricsUrl, demoSecret, setupPath, hasConsole: files !== null, collector, close }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function withinTime(work: Promise<void>, msMax: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(settle => {
    timer = setTimeout(settle, msMax)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** What a pipe takes from several processes without mixing their lines: POSIX's PIPE_BUF, as Linux has it. */
const sharedWriteBytesMax = 4096
/** Lines are written together, as a write for each takes 40 µs of a request; and none waits for long. */
const gatheredBytesMax = 2048
const gatheredMsMax = 100

export function openLog({ logLevel }: Config, worker?: number): Logger {
  const shared = worker !== undefined
  return pino(
    { level: logLevel, base: shared ? { worker } : null, serializers: { err: loggedError } },
    pino.destination({
      ...{ dest: 2, sync: false, minLength: gatheredBytesMax, periodicFlush: gatheredMsMax },
      ...(shared && { maxWrite: sharedWriteBytesMax }),
    }),
  )
}

async function controlOf({ db, migration, dataFolder }: OpenStore, home: string, clock: () => number) {
  // The start has brought the schema up to date, so whoever asks for it later finds nothing to do.
  const upToDate = { ...migration, applied: [] }
  return (
    dataFolder &&
    (await listenForCommands(dataFolder.controlSocketPath, { db, migration: upToDate, home, clock }))
  )
}

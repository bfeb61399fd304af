/** Starts the service: opens the store, adds the demo to an empty one, listens, and can shut down gracefully. */
import { type Logger, pino } from 'pino'
import type { WebhookTools } from '../../actions/webhookTools.ts'
import { createApp } from '../../api/app.ts'
import { sweepScratchFolders } from '../../import/files/scratchFolder.ts'
import { isAnyWorkspaceOnPrimary } from '../../store/distributed/coordinatorShards.ts'
import type { Database } from '../../store/engine/door.ts'
import { connectionsMax } from '../../store/engine/postgres.ts'
import { openReplica } from '../../store/engine/replica.ts'
import { type Replicas, replicasOf } from '../../store/engine/replicas.ts'
import { listenForCommands } from '../commands/controlSocket.ts'
import { type Config, homeOf } from '../config.ts'
import { Failure } from '../failure.ts'
import { loggedError } from '../loggedError.ts'
import { type Collector, startCollector } from '../metrics/collector.ts'
import { serveMetrics } from '../metrics/server.ts'
import { type OpenStore, openStore } from '../openStore.ts'
import { serviceWaiting } from '../waitForDatabase.ts'
import { servedWebhooks } from '../webhooks/webhooks.ts'
import { readConsoleFiles } from './consoleFiles.ts'
import { ensureDemo } from './demo.ts'
import { keepCatchingUp } from './laterWork.ts'
import { listen } from './listen.ts'
import { LogOutput } from './logOutput.ts'
import { inRounds } from './rounds.ts'
import { ensureSetupLink } from './setup.ts'
import { warmUp } from './warmUp.ts'

const tidyIntervalMs = 10_000
/** Time limit for the final write of counts kept in memory. An unavailable store must not delay the shutdown. */
const lastTidyMsMax = 1_500

export interface RunningService {
  url: string
  /** Null if metrics are off, or another process serves them. */
  metricsUrl: string | null
  /** Printed once, on first start; it cannot be recovered. */
  demoSecret: string | null
  /** Path of the link that creates the first owner; null once anyone has an account. */
  setupPath: string | null
  /** Whether the console has been built. */
  hasConsole: boolean
  close(): Promise<void>
}

/** One serving process. */
export interface ServiceProcess extends RunningService {
  /** Null if metrics are off. */
  collector: Collector | null
}

/** `worker` is the number of this process among several; it is part of each log line. */
export async function startService(
  config: Config,
  clock: () => number = Date.now,
  worker?: number,
): Promise<ServiceProcess> {
  const log = openLog(config, worker)
  const store = await openStore(config, serviceWaiting(config, log))
  if (store === null) {
    throw new Failure(
      `The data folder ${config.dataDir} is in use by another Florin process. Stop it, or set FLORIN_DATA_DIR.`,
    )
  }
  if (store.dataFolder?.wasOpen) {
    log.warn({ dataDir: config.dataDir }, 'other users could read the data folder; now only its owner can')
  }
  const swept = await sweepScratchFolders()
  if (swept > 0) log.info({ folders: swept }, 'removed temporary files of a killed process')
  // Closed in reverse order.
  const opened: (() => Promise<void>)[] = [() => store.close()]
  const closeAll = async () => {
    for (const closeOne of opened.toReversed()) await closeOne()
  }
  try {
    const collector = config.metrics && (await startCollector(store.db, clock))
    const db = collector?.db ?? store.db
    const webhooks = servedWebhooks(config, store.dataFolder)
    const control = await controlOf({ ...store, db }, homeOf(config), clock, webhooks.tools)
    if (control) opened.push(control.close)
    const files = readConsoleFiles()
    const { tools } = webhooks
    const replicas = await openReplicas(db, config, log)
    if (replicas) opened.push(replicas.close)
    const observe = collector?.observe
    const app = createApp({ db, config, clock, log, files, observe, webhooks: tools, replicas })
    collector?.watchCache(app.cache)
    if (replicas) collector?.watchReplicas(replicas)
    const tidy = (isLast = false) =>
      app.tidy(isLast).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
    opened.push(() => withinTime(tidy(true), lastTidyMsMax))
    // With several workers, the main process serves the metrics for all of them.
    const metrics =
      config.metrics && collector && worker === undefined
        ? await serveMetrics(config.metrics, log, collector.text)
        : null
    if (metrics) opened.push(metrics.close)
    const listening = await listen(app, config)
    // At the same time: both may take some seconds.
    opened.push(async () => void (await Promise.all([listening.close(), webhooks.close()])))
    opened.push(async () => app.endWaiting())
    const tidying = inRounds(tidyIntervalMs, tidy)
    opened.push(async () => tidying.stop())
    // Only once the port is open: the secret is shown once, and a failed start would lose it.
    const demoSecret = config.demo ? await ensureDemo(store.db, clock()) : null
    // With several workers, the main process does this.
    const setupPath = worker === undefined ? await ensureSetupLink(store.db, clock()) : null
    await webhooks.start({ db, clock, log })
    const laterWork = keepCatchingUp(store.db, log)
    opened.push(() => laterWork.close())
    let isStopped = false
    const warming = warmUp(store.db, connectionsMax, () => isStopped).catch((error: unknown) =>
      log.debug({ err: error }, 'first requests may be slower'),
    )
    opened.push(async () => {
      isStopped = true
      await warming
    })
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

/** Replicas that are away now are asked again later, so a start does not wait for them. */
async function openReplicas(db: Database, { replicaUrls }: Config, log: Logger): Promise<Replicas | null> {
  if (replicaUrls.length === 0) return null
  if (!(await isAnyWorkspaceOnPrimary(db))) {
    log.warn('the replicas are not used: all workspaces are on workers of the Citus cluster')
    return null
  }
  const replicas = replicaUrls.map(url => openReplica({ url, connections: connectionsMax }))
  return replicasOf(db, replicas)
}

async function withinTime(work: Promise<void>, msMax: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(settle => {
    timer = setTimeout(settle, msMax)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** Several processes can write 4096 bytes to a pipe without mixing their lines (PIPE_BUF on Linux). Letters may take two. */
const sharedWriteLengthMax = 2048

export function openLog({ logLevel }: Config, worker?: number): Logger {
  const shared = worker !== undefined
  return pino(
    { level: logLevel, base: shared ? { worker } : null, serializers: { err: loggedError } },
    new LogOutput({ fd: 2, ...(shared && { writeLengthMax: sharedWriteLengthMax }) }),
  )
}

async function controlOf(
  { db, migration, dataFolder }: OpenStore,
  home: string,
  clock: () => number,
  tools: WebhookTools,
) {
  // The start has already migrated the schema, so `florin migrate` has nothing left to do.
  const upToDate = { ...migration, applied: [] }
  return (
    dataFolder &&
    (await listenForCommands(dataFolder.controlSocketPath, {
      db,
      migration: upToDate,
      home,
      clock,
      webhooks: () => tools,
    }))
  )
}

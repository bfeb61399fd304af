/**
 * Several processes behind one address, sharing one PostgreSQL. The primary serves no requests: it migrates the schema,
 * creates the demo, hands connections to the workers in turn and replaces workers that exit.
 */
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { type MetricsServer, serveMetrics } from '../metrics/server.ts'
import { openStore } from '../openStore.ts'
import { readConsoleFiles } from '../serve/consoleFiles.ts'
import { ensureDemo } from '../serve/demo.ts'
import { openLog, type RunningService } from '../serve/serve.ts'
import { ensureSetupLink } from '../serve/setup.ts'
import { serviceWaiting } from '../waitForDatabase.ts'
import { Crew } from './crew.ts'
import { crewMetrics } from './crewMetrics.ts'

/** The primary's number in the log; workers count from 1. */
const primaryNumber = 0

export async function startWorkers(config: Config): Promise<RunningService> {
  const log = openLog(config, primaryNumber)
  const store = await openStore(config, serviceWaiting(config, log))
  if (store === null)
    throw new Failure('Several workers need a PostgreSQL server. Set DATABASE_URL.', 'usage')
  const crew = new Crew(config, log)
  let metrics: MetricsServer | null = null
  try {
    // Before any worker starts, so that a port in use is reported at once.
    metrics = config.metrics && (await serveMetrics(config.metrics, log, await crewMetrics(crew)))
    const url = await crew.start()
    // Only once the port is open: the secret is shown once, and a failed start would lose it.
    const demoSecret = config.demo ? await ensureDemo(store.db, Date.now()) : null
    const setupPath = await ensureSetupLink(store.db, Date.now())
    log.info({ url, store: store.db.engine, workers: config.workers, metrics: metrics?.url }, 'listening')
    const close = async () => {
      await crew.stop().finally(() => metrics?.close())
      log.info('stopped')
      log.flush()
    }
    const [metricsUrl, hasConsole] = [metrics?.url ?? null, readConsoleFiles() !== null]
    return { url, metricsUrl, demoSecret, setupPath, hasConsole, close }
  } catch (error) {
    await crew.kill()
    await metrics?.close()
    throw error
  } finally {
    await store.close()
  }
}

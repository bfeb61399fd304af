/** florin serve: prints the service's addresses, runs until a signal arrives, then shuts down gracefully. */
import { existsSync } from 'node:fs'
import type { Config } from '../../main/config.ts'
import { storePathIn } from '../../main/dataFolder.ts'
import { requireFreePorts } from '../../main/serve/freePorts.ts'
import { type RunningService, startService } from '../../main/serve/serve.ts'
import { endInTime } from '../../main/serve/shutdown.ts'
import { startWorkers } from '../../main/workers/workers.ts'
import { terminalWait } from '../wait.ts'

export async function serveCommand(config: Config, json: boolean): Promise<void> {
  for (const notice of config.notices) process.stderr.write(`florin: ${notice}\n`)
  await requireFreePorts(config)
  if (!json && isFirstStart(config)) process.stdout.write(`Making the store in ${config.dataDir} …\n`)
  const wait = terminalWait('Opening the store')
  const starting = config.workers === 1 ? startService(config) : startWorkers(config)
  const service = await starting.finally(wait.end)
  const stop = stopOnSignal(service)
  process.stdout.write(json ? `${JSON.stringify(addresses(service, config))}\n` : greeting(service, config))
  await stop
}

const isFirstStart = ({ databaseUrl, dataDir }: Config): boolean =>
  databaseUrl === null && !existsSync(storePathIn(dataDir))

function addresses({ url, metricsUrl, demoSecret, setupPath, hasConsole }: RunningService, config: Config) {
  const { workers, publicUrl } = config
  const home = publicUrl ?? url
  return {
    api: `${url}/v1`,
    openapi: `${url}/v1/openapi.json`,
    reference: `${url}/docs`,
    console: hasConsole ? home : null,
    demoKey: demoSecret,
    setupLink: setupPath && hasConsole ? home + setupPath : null,
    ...(workers > 1 && { workers }),
    ...(metricsUrl !== null && { metrics: metricsUrl }),
  }
}

function greeting(service: RunningService, config: Config): string {
  const { api, reference, console, setupLink } = addresses(service, config)
  const store = config.databaseUrl === null ? `embedded, in ${config.dataDir}` : 'PostgreSQL'
  const lines = [
    '',
    'Florin is running.',
    '',
    `  Console    ${console ?? 'not built; run npm ci, then npm run console'}`,
    `  API        ${api}`,
    `  Reference  ${reference}`,
    `  Store      ${store}`,
    ...(service.metricsUrl === null ? [] : [`  Metrics    ${service.metricsUrl}`]),
    ...(config.workers > 1 ? [`  Workers    ${config.workers}`] : []),
    '',
  ]
  if (setupLink !== null) {
    lines.push(
      'Nobody has an account yet. This link creates the first owner and works once:',
      '',
      `  ${setupLink}`,
      '',
    )
  }
  if (service.demoSecret !== null) {
    lines.push(
      'A demo workspace is ready to explore. Its key is shown only once:',
      '',
      `  ${service.demoSecret}`,
      '',
      'Try it:',
      '',
      `  curl -H 'Authorization: Bearer ${service.demoSecret}' '${api}/transactions?limit=3'`,
      '',
    )
  }
  return `${lines.join('\n')}\n`
}

/** The first signal waits for requests in progress; a second one exits at once. */
function stopOnSignal(service: RunningService): Promise<void> {
  return new Promise((settle, fail) => {
    let stopping = false
    const stop = () => {
      if (stopping) process.exit(1)
      stopping = true
      endInTime(service.close).then(settle, fail)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

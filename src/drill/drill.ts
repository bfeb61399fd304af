/**
 * The fault drill: a proxy in front of any Florin that injects faults by a seed, and judges the client afterwards. Nothing
 * of it is part of the service.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { control } from './control.ts'
import type { FaultKind } from './faults.ts'
import { type Mistake, Mistakes } from './mistakes.ts'
import { Courier, webhookPath } from './proxy/courier.ts'
import { urlOf } from './proxy/exchange.ts'
import { FaultyProxy } from './proxy/faultyProxy.ts'
import { drillError, sendWhole } from './proxy/replies.ts'
import { Resyncs } from './proxy/resync.ts'
import { DrillRecord, type InjectedFault } from './record.ts'
import type { Schedule } from './schedule.ts'
import { openCaller, reasonOf } from './upstream.ts'
import { Judge, type Verdict, type VerdictQuestion } from './verdict/verdict.ts'
import { Writer } from './writer.ts'

export interface DrillOptions extends Schedule {
  /** Up to and including /v1, without a slash at its end. */
  upstream: URL
  host: string
  port: number
  /** Where webhooks are forwarded to. */
  receiver: URL | null
  /** A key to make changes with. */
  writerKey: string | null
  silenceMs: number
  lateMs: number
  /** Monotonic. */
  now(): number
  /** Ends early, without an error, when the signal is set. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Called for each fault. */
  tell(fault: InjectedFault): void
}

export interface DrillReport {
  seed: number
  plan: readonly FaultKind[]
  requests: number
  faults: Record<FaultKind, number>
  lastFaults: InjectedFault[]
  mistakes: Mistake[]
  mistakesCount: number
  troubles: string[]
}

export interface Drill {
  /** The address of the API for the client. */
  api: string
  /** Where Florin's webhooks go. */
  webhooks: string
  origin: string
  report(): DrillReport
  verdict(question: VerdictQuestion): Promise<Verdict>
  /** Delivers late webhooks now. */
  flush(): Promise<void>
  /** Delivers what is late, undoes the drill's own changes, and ends. */
  close(): Promise<void>
}

/** Longer than a request to the feed may wait. */
const upstreamMsMax = 65_000
/** A little less than Florin waits. */
const receiverMsMax = 14_000
const connectionsMax = 256
const lastFaultsMax = 100

const serverLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // A copy to compare may be large.
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  joinDuplicateHeaders: true,
}

export async function startDrill(options: DrillOptions): Promise<Drill> {
  const { seed, plan, upstream, receiver, writerKey, sleep, tell } = options
  const record = new DrillRecord()
  const mistakes = new Mistakes(options.now)
  const florin = openCaller(upstreamMsMax)
  const receivers = openCaller(receiverMsMax)
  const writer =
    writerKey === null ? null : new Writer({ ask: florin.ask, upstream, key: writerKey, seed, sleep })
  const proxy = new FaultyProxy(options, {
    ...{ upstream, record, mistakes, writer, sleep, tell },
    ...{ ask: florin.ask, resyncs: new Resyncs(), silenceMs: options.silenceMs },
  })
  const courier =
    receiver === null
      ? null
      : new Courier({
          ...{ schedule: options, receiver, record, mistakes, sleep, tell },
          ...{ ask: receivers.ask, lateMs: options.lateMs },
        })
  const judge = new Judge({ ask: florin.ask, upstream, record, mistakes, plan, sleep })
  const report = (): DrillReport => ({
    ...{ seed, plan, requests: record.requests, faults: record.counts, troubles: record.troubles },
    ...{ mistakes: mistakes.list, mistakesCount: mistakes.count },
    lastFaults: record.newestFaults(lastFaultsMax),
  })
  const controlParts = { judge, report, comparing: false }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = urlOf(request)?.pathname ?? ''
    if (path === webhookPath && courier !== null) return await courier.handle(request, response)
    if (path.startsWith('/drill/')) return await control(request, response, controlParts)
    await proxy.handle(request, response)
  }
  const server = await listen(options, (request, response) => {
    handle(request, response).catch(error => {
      record.addTrouble(`The drill failed: ${reasonOf(error)}.`)
      if (response.headersSent) response.destroy()
      else void sendWhole(response, drillError(500, 'DRILL_FAILED', 'The drill failed.'), 'req_drill')
    })
  })
  const origin = originOf(server, options)
  return {
    ...{ origin, api: `${origin}${upstream.pathname}`, webhooks: `${origin}${webhookPath}`, report },
    verdict: question => judge.verdict(question),
    flush: async () => courier?.flush(),
    async close() {
      await stop(server)
      await courier?.flush()
      try {
        await writer?.putBack()
      } finally {
        florin.close()
        receivers.close()
      }
    },
  }
}

async function listen(
  { host, port }: DrillOptions,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(serverLimits)
  server.maxConnections = connectionsMax
  server.on('request', handle)
  await new Promise<void>((settle, fail) => {
    server.once('error', fail)
    server.listen(port, host, settle)
  })
  return server
}

function originOf(server: Server, { host }: DrillOptions): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const stop = (server: Server): Promise<void> =>
  new Promise(settle => {
    server.close(() => settle())
    server.closeAllConnections()
  })

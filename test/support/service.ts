/** The real service on a real store behind a real socket; only the clock is controlled by the test. */
import type { AddressInfo } from 'node:net'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createKey } from '../../src/actions/keys.ts'
import type { WebhookTools } from '../../src/actions/webhookTools.ts'
import { type App, type AppConfig, createApp } from '../../src/api/app.ts'
import type { ConsoleFiles } from '../../src/api/console/http/pages.ts'
import { createClient, type FlorinClient } from '../../src/client/index.ts'
import type { ExpiryDays } from '../../src/contract/console/keys.ts'
import { type Scope, scopes } from '../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { type LoadResult, loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { type Collector, startCollector } from '../../src/main/metrics/collector.ts'
import { serverFor } from '../../src/main/serve/listen.ts'
import type { Replicas } from '../../src/store/engine/replicas.ts'
import { smallWorkspace } from './builders.ts'
import { replicaOf } from './servers/standby.ts'
import { checkedFetch } from './setup/contractCheck.ts'
import { freshStore, type StoreName, type TestStore } from './stores.ts'
import { acceptingTools } from './webhooks.ts'

export const actor = { kind: 'command', id: 'test' } as const
export const startOfTime = '2026-06-01T12:00:00.000Z'

export interface ServiceOptions {
  config?: Partial<AppConfig>
  log?: Logger
  /** The console's pages; none by default. */
  files?: ConsoleFiles
  /** Collects metrics. */
  metrics?: boolean
  /** By default, every message is accepted and nothing is sent. */
  webhooks?: WebhookTools
  /** By default none, or the one that the run has (FLORIN_TEST_REPLICA). */
  replicas?: Replicas
}

export interface KeyOptions {
  name?: string
  scopes?: Scope[]
  expiresInDays?: ExpiryDays | null
}

export class TestService {
  readonly store: TestStore
  readonly url: string
  /** Milliseconds; a test advances it to let time pass. */
  nowMs = Date.parse(startOfTime)
  /** Another workspace in the same store, which must never be visible. */
  readonly foreign = smallWorkspace()
  foreignSecret = ''
  /** Null unless metrics are on. */
  readonly collector: Collector | null
  readonly #app: App
  readonly #stop: () => Promise<void>

  private constructor(
    store: TestStore,
    app: App,
    collector: Collector | null,
    url: string,
    stop: () => Promise<void>,
  ) {
    this.store = store
    this.collector = collector
    this.url = url
    this.#app = app
    this.#stop = stop
  }

  static async start(storeName: StoreName, options: ServiceOptions = {}): Promise<TestService> {
    const service = await TestService.on(await freshStore(storeName), options)
    await service.load(service.foreign)
    service.foreignSecret = await service.key(service.foreign)
    return service
  }

  /** On an existing store, without adding anything to it. */
  static async on(store: TestStore, options: ServiceOptions = {}): Promise<TestService> {
    const clock = { now: () => Date.parse(startOfTime) }
    const collector = options.metrics ? await startCollector(store.db, () => clock.now()) : null
    const standby = options.replicas ? null : replicaOf(store)
    const app = createApp({
      db: collector?.db ?? store.db,
      observe: collector?.observe,
      config: { ...generous, ...options.config },
      clock: () => clock.now(),
      log: options.log ?? pino({ level: 'silent' }),
      files: options.files ?? null,
      webhooks: options.webhooks ?? acceptingTools(),
      replicas: options.replicas ?? standby,
    })
    collector?.watchCache(app.cache)
    const { port, stop } = await listen(app)
    const service = new TestService(store, app, collector, `http://127.0.0.1:${port}`, async () => {
      app.endWaiting()
      await stop()
      await app.tidy()
      await standby?.close()
      await store.remove()
    })
    clock.now = () => service.nowMs
    return service
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  /** What the running service does every few seconds. */
  tidy(): Promise<void> {
    return this.#app.tidy()
  }

  load(file: WorkspaceFile): Promise<LoadResult> {
    return loadWorkspace(this.store.db, file, { nowMs: this.nowMs, actor })
  }

  /** The secret of a new key, by default with every scope. */
  async key(file: WorkspaceFile, options: KeyOptions = {}): Promise<string> {
    return (await this.createKey(file, options)).secret
  }

  createKey(
    file: WorkspaceFile,
    { name = 'Test key', scopes: granted = scopes, expiresInDays = null }: KeyOptions,
  ) {
    const request = { workspaceId: file.workspace.id, name, scopes: granted, expiresInDays }
    return createKey(this.store.db, request, actor, this.nowMs)
  }

  client(secret: string): FlorinClient {
    return createClient({ baseUrl: `${this.url}/v1`, apiKey: secret, fetch: checkedFetch, retries: 0 })
  }

  /** Loads a workspace; returns a client with every scope. */
  async workspace(file: WorkspaceFile): Promise<FlorinClient> {
    await this.load(file)
    return this.client(await this.key(file))
  }

  /** Raw HTTP, for what the client would not send. The reply is still checked against the contract. */
  request(path: string, { secret, ...init }: RequestInit & { secret?: string } = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (secret !== undefined) headers.set('Authorization', `Bearer ${secret}`)
    return checkedFetch(`${this.url}${path}`, { ...init, headers })
  }
}

/** Limits that no test reaches by accident. */
export const generous: AppConfig = {
  rate: { perSecond: 1_000_000, burst: 1_000_000 },
  authFailuresPerMinute: 1_000_000,
  trustedProxies: [],
  proxyHopsMax: 20,
  allowedHosts: ['florin.test'],
  corsOrigins: [],
  secure: false,
  publicUrl: null,
  signIn: {
    perAccountAndAddress: { perSecond: 1_000_000, burst: 1_000_000 },
    perAccount: { perSecond: 1_000_000, burst: 1_000_000 },
    perAddress: { perSecond: 1_000_000, burst: 1_000_000 },
  },
}

async function listen(app: App) {
  const server = serverFor(app, null)
  // A kept connection must not be closed just as it is used again.
  server.keepAliveTimeout = 0
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  const stop = () =>
    new Promise<void>(stopped => {
      server.close(() => stopped())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}

/** Starts a service for the tests of a file or a describe, and stops it after them. */
export function useService(store: StoreName, options?: ServiceOptions): { readonly current: TestService } {
  const holder: { current: TestService } = { current: undefined as unknown as TestService }
  beforeAll(async () => {
    holder.current = await TestService.start(store, options)
  })
  afterAll(async () => {
    await holder.current?.stop()
  })
  return holder
}

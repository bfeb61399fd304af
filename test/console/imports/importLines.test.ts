/** The progress of an import over HTTP: the import continues without its client, and failures reach a connected one. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createApp } from '../../../src/api/app.ts'
import { linesOf } from '../../../src/api/console/files/lines.ts'
import { serverFor } from '../../../src/main/serve/listen.ts'
import { type Database, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { company, workspaceFile } from '../../support/builders.ts'
import { generous, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { watchedThroughout } from '../../support/watched.ts'
import { expectUnchanged, home } from '../access/people.ts'
import { directly, statusAndCode } from '../wire.ts'
import { camtFile } from './bankFiles.ts'
import { importerOf } from './importer.ts'

/** A promise that the test settles. */
function held<Value>() {
  const decide = { resolve: (_: Value) => {}, reject: (_: Error) => {} }
  const promise = new Promise<Value>((resolve, reject) => Object.assign(decide, { resolve, reject }))
  return {
    promise,
    resolve: (value: Value) => decide.resolve(value),
    reject: (error: Error) => decide.reject(error),
  }
}

describeOnBothStores('The progress lines of an import', store => {
  const service = useService(store)

  /** The same store, which calls `whenDone` before it records an import. */
  const storeWith = (whenDone: () => Promise<void>): Database =>
    watchedThroughout(service.current.store.db, async sql => {
      if (sql.startsWith('insert into imports ')) await whenDone()
    })

  async function fresh() {
    const own = await home(service.current, workspaceFile({ companies: [company()] }))
    const owner = await own.person('owner')
    const cookie = `florin_session=${owner.token}`
    return { own, cookie, ...importerOf(own, owner) }
  }

  const clock = () => service.current.nowMs

  it.each([
    ['a bug', new Error('column secret at line 7'), 'INTERNAL_ERROR'],
    ['the store is unreachable', new StoreUnavailable('10.0.0.7 is gone'), 'UNAVAILABLE'],
  ])('end with a failure that reveals no internals, and nothing is stored: %s', async (...row) => {
    const [, error, code] = row
    const { own, cookie, send } = await fresh()
    const uploadId = await send(camtFile())
    const written: string[] = []
    const sink = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) })
    const db = storeWith(() => Promise.reject(error))
    const app = directly(db, { clock, log: pino({ level: 'error' }, sink) })
    await expectUnchanged(service.current, async () => {
      const reply = await app.send('POST', own.at('/imports'), { cookie, json: { uploadId } })
      expect(reply.status).toBe(200)
      const lines = reply.body as { failure?: { code: string; message: string } }[]
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.at(-1)?.failure?.code).toBe(code)
      expect(reply.text).not.toContain(error.message)
      // The log has the whole error with the Request-Id.
      expect(written).toHaveLength(1)
      expect(written[0]).toContain(error.message)
      expect(written[0]).toContain(reply.requestId)
    })
  })

  it('can be dropped by the client, and the import is still stored', async () => {
    const { own, cookie, send, listed } = await fresh()
    const uploadId = await send(camtFile())
    const { promise: gone, resolve: clientIsGone } = held<void>()
    const { url, stop } = await serving(storeWith(() => gone))
    const request = httpRequest(`${url}${own.at('/imports')}`, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json' },
    })
    request.on('error', () => undefined)
    request.end(JSON.stringify({ uploadId }))
    const reply = await new Promise<IncomingMessage>(settle => request.once('response', settle))
    await new Promise<void>(settle => reply.once('data', () => settle()))
    const closed = new Promise<void>(settle => reply.once('close', settle))
    reply.on('error', () => undefined)
    request.destroy()
    await closed
    clientIsGone()
    await expect.poll(async () => (await listed()).length, { timeout: 10_000 }).toBe(1)
    await stop()
  })

  it('end if the import fails after the client has left, and the service keeps running', async () => {
    const failed = held<never>()
    const lines = await linesOf(async onProgress => {
      onProgress(1, 2)
      return await failed.promise
    })
    for await (const line of lines) {
      expect(line).toEqual({ progress: { done: 1, total: 2 } })
      break
    }
    failed.reject(new Error('nobody hears this'))
    // An unhandled rejection would fail the test run.
    await new Promise(settle => setImmediate(settle))
  })

  it('contain only the latest progress for a slow reader', async () => {
    const { promise: ended, resolve: end } = held<{ reports: never[] }>()
    const said: ((done: number, total: number) => void)[] = []
    const lines = await linesOf(async onProgress => {
      said.push(onProgress)
      onProgress(0, 1_000)
      return await ended
    })
    const reader = lines[Symbol.asyncIterator]()
    expect((await reader.next()).value).toEqual({ progress: { done: 0, total: 1_000 } })
    for (let done = 1; done <= 500; done += 1) said[0]?.(done, 1_000)
    expect((await reader.next()).value).toEqual({ progress: { done: 500, total: 1_000 } })
    end({ reports: [] })
    expect((await reader.next()).value).toEqual({ reports: [] })
    expect((await reader.next()).done).toBe(true)
  })

  it('are not sent if the import fails at once; the client gets a normal error reply', async () => {
    await expect(linesOf(() => Promise.reject(new Error('at once')))).rejects.toThrow('at once')
  })

  // The embedded store runs nothing else during an import.
  it.runIf(store !== 'embedded')('are limited to two at once, and others get Retry-After', async () => {
    const [one, two, three] = [await fresh(), await fresh(), await fresh()]
    const [arrived, waiting] = [held<void>(), held<void>()]
    let arrivals = 0
    const db = storeWith(async () => {
      arrivals += 1
      if (arrivals === 2) arrived.resolve()
      await waiting.promise
    })
    const app = directly(db, { clock })
    const run = async ({ own, cookie, send }: typeof one) => {
      const json = { uploadId: await send(camtFile()), dryRun: true }
      return await app.send('POST', own.at('/imports'), { cookie, json })
    }
    const begun = [run(one), run(two)]
    await arrived.promise
    const third = await run(three)
    expect(third.headers).toContainEqual(['retry-after', '2'])
    expect(statusAndCode(third)).toEqual([429, 'TOO_MANY_REQUESTS'])
    waiting.resolve()
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200])
    expect((await run(three)).status).toBe(200)
  })

  async function serving(db: Database) {
    const server = serverFor(createApp({ db, config: generous, clock, log: pino({ level: 'silent' }) }), null)
    await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
    const stop = () =>
      new Promise<void>(stopped => {
        server.close(() => stopped())
        server.closeAllConnections()
      })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
  }
})

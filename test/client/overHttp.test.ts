/** The client against the real service, on both stores. */
import { expect, it } from 'vitest'
import { createClient, FlorinError } from '../../src/client/index.ts'
import { smallWorkspace } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'
import { rejection } from './fakeNetwork.ts'

describeOnBothStores('The client', store => {
  const service = useService(store, { config: { rate: { perSecond: 25, burst: 100 } } })

  it('makes 400 reads at once succeed with the default limits, and the 401st', async () => {
    const file = smallWorkspace()
    await service.current.load(file)
    const state = { sent: 0, inFlight: 0 }
    const client = createClient({
      baseUrl: `${service.current.url}/v1`,
      apiKey: await service.current.key(file),
      fetch: async (...request) => {
        state.sent += 1
        state.inFlight += 1
        return await fetch(...request).finally(() => {
          state.inFlight -= 1
        })
      },
      sleep: async (ms, signal) => {
        const untilMs = service.current.nowMs + ms
        // Time passes only when every response has arrived.
        do await new Promise(settle => setImmediate(settle))
        while (state.inFlight > 0)
        // A sleep that was ended early takes no time.
        signal?.throwIfAborted()
        service.current.nowMs = Math.max(service.current.nowMs, untilMs)
      },
      now: () => service.current.nowMs,
    })
    const startMs = service.current.nowMs
    const ids = await Promise.all(
      Array.from({ length: 400 }, async () => (await client.transactions.list()).data.map(({ id }) => id)),
    )
    expect(ids).toEqual(Array.from({ length: 400 }, () => file.transactions?.map(({ id }) => id)))
    expect((await client.workspace.get()).id).toBe(file.workspace.id)
    // Not one 429.
    expect(state.sent).toBe(401)
    expect(service.current.nowMs - startMs).toBeLessThan(14_000)
  })

  it('explains a base URL without /v1', async () => {
    const client = createClient({
      baseUrl: `${service.current.url}/api`,
      apiKey: service.current.foreignSecret,
      fetch,
    })
    const error = await rejection(client.transactions.list())
    expect(error).toBeInstanceOf(FlorinError)
    expect(error).toHaveProperty('message', expect.stringContaining(`try ${service.current.url}/api/v1`))
  })
})

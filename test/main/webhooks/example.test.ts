/** The example of a receiver in the documentation, as it is. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { changeExisting } from '../../../src/actions/webhooks.ts'
import { restMs } from '../../../src/main/webhooks/deliver.ts'
import { renewEpochs } from '../../../src/store/workspaces.ts'
import { iban, smallWorkspace } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { wholeCopy } from './copies.ts'
import { useReceiver } from './receiver.ts'
import { Followed, secondMs, transportTo } from './sending.ts'

interface Example {
  isGenuine(secret: string, headers: Record<string, string>, body: string, nowMs?: number): boolean
  followerOf(
    baseUrl: string,
    apiKey: string,
  ): { copy: Map<string, unknown>; take(message: unknown): Promise<void> }
  receiverOf(options: { secret: string; take(message: unknown): Promise<void> }): Server
}

describeOnBothStores('The example of a receiver', store => {
  const service = useService(store)
  const ordinary = useReceiver()
  let server: Server | undefined
  afterEach(() => void server?.close())

  it('keeps an exact copy, also after a restore, and refuses what is not genuine', async () => {
    // The messages are signed with the real time, which the example checks.
    service.current.nowMs = Date.now()
    const path = '../../../docs/examples/webhookReceiver.js'
    const { isGenuine, followerOf, receiverOf } = (await import(path)) as Example
    const file = smallWorkspace()
    await service.current.load(file)
    const apiKey = await service.current.key(file)
    const { copy, take } = followerOf(service.current.url, apiKey)
    const followed = await Followed.again(service.current, ordinary.current, file, { start: 'beginning' })
    server = receiverOf({ secret: followed.secret, take })
    await new Promise<void>(settle => server?.listen(0, '127.0.0.1', settle))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await changeExisting(followed.work, followed.workspaceId, followed.webhookId, { url })
    const client = service.current.client(apiKey)

    await followed.sending.settle()
    expect(copy).toEqual(await wholeCopy(service.current, apiKey))
    followed.pass(restMs)
    await client.payees.delete(file.payees[0]?.id ?? '')
    await client.payees.create({ companyId: followed.companyId, name: 'New', iban: iban() })
    await followed.sending.settle()
    expect(copy).toEqual(await wholeCopy(service.current, apiKey))
    followed.pass(restMs)
    await renewEpochs(service.current.store.db)
    await followed.sending.settle()
    expect(await followed.stored()).toMatchObject({ upToDate: true, failedAttempts: 0 })
    expect(copy).toEqual(await wholeCopy(service.current, apiKey))

    const body = '{"type":"workspace.resync","data":{}}'
    const { signal } = new AbortController()
    const forged = await transportTo(ordinary.current)({ url, headers: {}, body, msMax: 5_000, signal })
    expect(forged.status).toBe(401)
    const another = await Followed.again(service.current, ordinary.current, file)
    followed.pass(secondMs)
    await client.payees.create({ companyId: followed.companyId, name: 'Another', iban: iban() })
    await another.sending.settle()
    const [message] = ordinary.current.taken()
    const { headers = {}, body: text = '' } = message ?? {}
    const { nowMs } = service.current
    expect(isGenuine(another.secret, headers, text, nowMs)).toBe(true)
    expect(isGenuine(followed.secret, headers, text, nowMs)).toBe(false)
    expect(isGenuine(another.secret, headers, `${text} `, nowMs)).toBe(false)
    expect(isGenuine(another.secret, headers, text, nowMs + 301 * secondMs)).toBe(false)
  })
})

import { expect, it } from 'vitest'
import { createWebhook } from '../../../src/actions/webhooks.ts'
import type { Webhook } from '../../../src/contract/console/webhooks.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { webhookRequest } from '../../support/webhooks.ts'
import { home } from '../access/people.ts'
import { FakeReceiver } from './receiver.ts'

describeOnBothStores('Enabling a webhook that fails', store => {
  const receiver = new FakeReceiver()
  const service = useService(store, { webhooks: receiver.tools })

  /** A webhook whose first message has failed, and one of another workspace in the same state. */
  async function world() {
    const at = await home(service.current)
    const owner = await at.person('owner')
    const { nowMs } = service.current
    const work = { db: service.current.store.db, tools: receiver.tools, actor, nowMs }
    const request = webhookRequest({ start: 'beginning' })
    const { webhook } = await createWebhook(work, at.workspaceId, request)
    const foreign = (await createWebhook(work, service.current.foreign.workspace.id, request)).webhook.id
    receiver.status = 500
    await receiver.deliver(service.current)
    receiver.status = 200
    receiver.received.length = 0
    const change = (json: object, id = webhook.id) => owner.patch(at.at(`/webhooks/${id}`), json)
    const now = async () => ((await owner.get(at.at('/webhooks'))).body.data as Webhook[])[0]
    const audited = async () =>
      (await listAudit(service.current.store.db, at.workspaceId)).map(({ action }) => action)
    return { id: webhook.id, foreign, change, now, audited }
  }

  it('sends its message at once instead of at the next attempt, and only its own', async () => {
    const { id, foreign, change, now, audited } = await world()
    expect(await now()).toMatchObject({ failedAttempts: 1, nextAttemptAt: expect.any(String) })
    await receiver.deliver(service.current)
    expect(receiver.received).toEqual([])
    expect((await change({ state: 'active' }, foreign)).status).toBe(404)
    const changed = await change({ url: 'https://corrected.example/', state: 'active' })
    expect(changed.body).toMatchObject({ id, failingSince: null, failedAttempts: 0, nextAttemptAt: null })
    await receiver.deliver(service.current)
    expect(receiver.received.map(({ url }) => url)).toEqual(['https://corrected.example/'])
    expect(await now()).toMatchObject({ upToDate: true })
    expect(await audited()).toContain('webhook.enabled')
  })

  it('changes nothing about one that works', async () => {
    const { change, audited } = await world()
    await change({ state: 'active' })
    await receiver.deliver(service.current)
    const before = await audited()
    expect((await change({ state: 'active' })).status).toBe(200)
    expect(await audited()).toEqual(before)
  })
})

/** The first use of a key from a network, in the audit log. */
import { describe, expect, it } from 'vitest'
import { changeNetworks } from '../../../src/actions/keyNetworks.ts'
import { widerNetworkOf } from '../../../src/api/gate/newNetworks.ts'
import { listAudit } from '../../../src/store/audit.ts'
import {
  type KeyNetwork,
  networksPerKeyMax,
  recordKeyNetworks,
  recordsPerKeyMax,
} from '../../../src/store/keys/keyNetworks.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { watchedThroughout } from '../../support/watched.ts'
import { directApp, withOtherProcess } from '../replies/directApp.ts'

describeOnBothStores('A key that is used from a network for the first time', store => {
  const service = useService(store)

  async function ownKey() {
    const file = smallWorkspace()
    await service.current.load(file)
    const { key, secret } = await service.current.createKey(file, { name: 'Sync' })
    const { db } = service.current.store
    const statements: string[] = []
    const noted = watchedThroughout(db, sql => void statements.push(sql))
    const app = directApp(noted, { clock: () => service.current.nowMs })
    const use = async (...addresses: string[]) => {
      for (const address of addresses) await app.ask('/v1/companies', { secret, address })
    }
    const records = async () =>
      (await listAudit(db, file.workspace.id)).filter(({ action }) => action === 'key.new_network')
    const seen = async () => (await records()).map(({ details }) => details.network)
    return { workspaceId: file.workspace.id, key, secret, db, app, use, records, seen, statements }
  }

  it('leaves an audit record with key, network, address and time, even for its first network', async () => {
    const { app, key, use, records } = await ownKey()
    const firstMs = service.current.nowMs
    await use('203.0.113.7')
    service.current.nowMs += 1_000
    await use('203.0.113.200', '2001:db8:7:1::5', '2001:db8:7:ffff::6')
    expect(await records()).toEqual([])
    await app.tidy()
    const common = { actor: { kind: 'key', id: key.id }, action: 'key.new_network', subjectId: key.id }
    const named = { name: 'Sync', allowed: true }
    expect(await records()).toEqual([
      {
        ...common,
        id: expect.stringMatching(/^aud_/),
        at: new Date(firstMs).toISOString(),
        details: { ...named, network: '203.0.113.0/24', address: '203.0.113.7', firstNetwork: true },
      },
      {
        ...common,
        id: expect.stringMatching(/^aud_/),
        at: new Date(firstMs + 1_000).toISOString(),
        details: { ...named, network: '2001:db8:7::/48', address: '2001:db8:7:1::5', firstNetwork: false },
      },
    ])
  })

  it('leaves no record for a known network, even after a restart', async () => {
    const { db, secret, app, use, seen } = await ownKey()
    await use('203.0.113.7')
    await app.tidy()
    await use('203.0.113.9')
    await app.tidy()
    const restarted = directApp(db, { clock: () => service.current.nowMs })
    await restarted.ask('/v1/companies', { secret, address: '203.0.113.10' })
    await restarted.tidy()
    expect(await seen()).toEqual(['203.0.113.0/24'])
  })

  it('leaves a record of a refused use, marked as refused', async () => {
    const { db, key, app, use, records } = await ownKey()
    const request = { keyId: key.id, networks: ['203.0.113.0/24'] }
    await changeNetworks(db, request, actor, service.current.nowMs)
    await use('203.0.113.7', '198.51.100.9')
    await app.tidy()
    const outcomes = (await records()).map(({ details }) => [details.network, details.allowed])
    expect(Object.fromEntries(outcomes)).toEqual({ '203.0.113.0/24': true, '198.51.100.0/24': false })
  })

  it('costs no query in the request, and none at all once this process knows the network', async () => {
    const { app, use, statements } = await ownKey()
    const written = () => statements.filter(sql => sql.includes('key_networks')).length
    await use('203.0.113.7', '203.0.113.7', '203.0.113.8')
    expect(written()).toBe(0)
    await app.tidy()
    const first = written()
    expect(first).toBe(2)
    await use('203.0.113.7', '203.0.113.9')
    await app.tidy()
    expect(written()).toBe(first)
  })

  it('leaves one record, however many processes see it at once', async () => {
    const { db, secret, seen } = await ownKey()
    const networks = Array.from({ length: 20 }, (_, index) => `10.0.${index}`)
    await withOtherProcess(service.current.store, async otherDb => {
      const apps = [db, otherDb, db, otherDb].map(each =>
        directApp(each, { clock: () => service.current.nowMs }),
      )
      for (const [number, app] of apps.entries()) {
        for (const network of networks) {
          await app.ask('/v1/companies', { secret, address: `${network}.${number + 1}` })
        }
      }
      await Promise.all(apps.map(app => app.tidy()))
    })
    expect((await seen()).sort()).toEqual(networks.map(network => `${network}.0/24`).sort())
  })

  it('is recorded later if the store is unavailable', async () => {
    const { db, secret, seen } = await ownKey()
    let away = true
    const failing = {
      ...db,
      transaction: ((work, options) =>
        away ? Promise.reject(new Error('away')) : db.transaction(work, options)) as typeof db.transaction,
    }
    const app = directApp(failing, { clock: () => service.current.nowMs })
    await app.ask('/v1/companies', { secret, address: '203.0.113.7' })
    await expect(app.tidy()).rejects.toThrow('away')
    away = false
    await app.tidy()
    expect(await seen()).toEqual(['203.0.113.0/24'])
  })

  it('remembers at most 1,000 networks and forgets the oldest', async () => {
    const { db, key, workspaceId } = await ownKey()
    const row = (index: number) => networkOf(workspaceId, key.id, index, true)
    const rows = Array.from({ length: networksPerKeyMax + 5 }, (_, index) => row(index))
    await db.transaction(connection => recordKeyNetworks(connection, rows))
    const kept = await db.query<{ network: string }>(
      'select network from key_networks where workspace_id = $1 and key_id = $2 order by first_used_at',
      [workspaceId, key.id],
    )
    expect([kept.length, kept[0]?.network]).toEqual([networksPerKeyMax, row(5).network])
  })

  const networkOf = (workspaceId: string, keyId: string, index: number, allowed: boolean): KeyNetwork => ({
    workspaceId,
    keyId,
    network: `10.${index >> 8}.${index & 255}.0/24`,
    address: `10.${index >> 8}.${index & 255}.1`,
    atMs: service.current.nowMs + index,
    allowed,
  })

  it('leaves at most 1,000 records of a key; refused uses replace none of the allowed ones', async () => {
    const [{ db, key, workspaceId, records }, other] = [await ownKey(), await ownKey()]
    const add = (from: number, count: number, allowed: boolean) =>
      db.transaction(connection =>
        recordKeyNetworks(
          connection,
          Array.from({ length: count }, (_, index) => networkOf(workspaceId, key.id, from + index, allowed)),
        ),
      )
    await other.use('203.0.113.7')
    await other.app.tidy()
    await add(0, 2, true)
    await add(2, recordsPerKeyMax, false)
    await add(2 + recordsPerKeyMax, 3, false)
    const stored = await db.query<{ allowed: string; count: number; first: string }>(
      `select details ->> 'allowed' as allowed, count(*)::int as count, min(at) as first from audit_records
       where workspace_id = $1 and action = 'key.new_network' and actor_id = $2 group by 1 order by 1`,
      [workspaceId, key.id],
    )
    const at = (index: number) => new Date(service.current.nowMs + index).toISOString()
    expect(stored).toEqual([
      { allowed: 'false', count: recordsPerKeyMax, first: at(5) },
      { allowed: 'true', count: 2, first: at(0) },
    ])
    expect(await other.seen()).toEqual(['203.0.113.0/24'])
    expect((await records()).length).toBeGreaterThan(0)
  })

  it('does not affect a key of another workspace', async () => {
    const { app, use } = await ownKey()
    await use('203.0.113.7')
    await app.tidy()
    const { store: own, foreign } = service.current
    expect((await listAudit(own.db, foreign.workspace.id)).map(({ action }) => action)).not.toContain(
      'key.new_network',
    )
  })
})

describe('Networks that uses are reported by', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:7:1::5', '2001:db8:7::/48'],
    ['2001:db8::5', '2001:db8::/48'],
    ['2001:0:7:1:2:3:4:5', '2001:0:7::/48'],
    ['::1', '::/48'],
    ['1:0:0:5:6:7:8:9', '1::/48'],
  ])('%s is in %s', (address, network) => {
    expect(widerNetworkOf(address)).toBe(network)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../../src/actions/keys.ts'
import { dropOldUses, type KeyUse, readUsage, recordKeyUses } from '../../src/store/keys/keyUses.ts'
import { insertWorkspace } from '../../src/store/workspaces.ts'
import { withOtherProcess } from '../http/replies/directApp.ts'
import { waitingForLocks } from '../support/servers/waitingForLocks.ts'
import { actor } from '../support/service.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
const at = (ms: number): string => new Date(ms).toISOString()
const june = { from: '2026-06-01', to: '2026-06-30' }

describeOnBothStores('key usage', storeName => {
  let store: TestStore

  beforeAll(async () => {
    store = await freshStore(storeName)
    for (const id of ['own', 'foreign']) await insertWorkspace(store.db, { id, name: id }, at(nowMs))
  })
  afterAll(() => store?.remove())

  async function newKey(workspaceId = 'own'): Promise<string> {
    const request = { workspaceId, name: 'Key', scopes: [], expiresInDays: null }
    return (await createKey(store.db, request, actor, nowMs)).key.id
  }

  const use = (keyId: string, given: Partial<KeyUse> = {}): KeyUse => ({
    workspaceId: 'own',
    keyId,
    at: at(nowMs),
    address: '192.0.2.1',
    client: 'ledger',
    requests: [{ day: '2026-06-01', status: 200, count: 1 }],
    scopes: [],
    ...given,
  })
  const record = (...uses: KeyUse[]) => store.db.transaction(connection => recordKeyUses(connection, uses))
  const usage = (keyId: string | null, range = june) => readUsage(store.db, 'own', { keyId, ...range })

  it('is added up by key, day and status', async () => {
    const [one, other] = [await newKey(), await newKey()]
    const requests = (count: number) => [
      { day: '2026-06-01', status: 200, count },
      { day: '2026-06-01', status: 429, count: 1 },
      { day: '2026-06-02', status: 200, count: 5 },
    ]
    await record(use(one, { requests: requests(2) }), use(other))
    await record(use(one, { requests: requests(40) }))
    expect((await usage(one)).requests).toEqual([
      { keyId: one, day: '2026-06-01', status: 200, count: 42 },
      { keyId: one, day: '2026-06-01', status: 429, count: 2 },
      { keyId: one, day: '2026-06-02', status: 200, count: 10 },
    ])
    expect((await usage(other)).requests).toMatchObject([{ keyId: other, count: 1 }])
  })

  it('keeps the newest address, client and times of a key, in whatever order processes write them', async () => {
    const keyId = await newKey()
    const scopes = (ms: number) => [{ scope: 'bills:read', at: at(ms) }]
    await record(
      use(keyId, { at: at(nowMs + 10), address: 'new', client: 'new', scopes: scopes(nowMs + 10) }),
    )
    await record(use(keyId, { address: 'old', client: 'old', scopes: scopes(nowMs) }))
    const { keys } = await usage(keyId)
    const scopesUsed = [{ scope: 'bills:read', lastUsedAt: at(nowMs + 10) }]
    expect(keys).toEqual([{ keyId, lastAddress: 'new', lastClient: 'new', scopesUsed }])
    const [row] = await store.db.query<{ at: string }>(
      'select last_used_at as at from api_keys where id = $1',
      [keyId],
    )
    expect(row?.at).toBe(at(nowMs + 10))
    await record(use(keyId, { at: at(nowMs + 20), address: 'newer', client: null }))
    expect((await usage(keyId)).keys).toMatchObject([{ lastAddress: 'newer', lastClient: null }])
  })

  it('covers only one workspace, even if another has a key with the same id', async () => {
    const keyId = await newKey()
    await store.db.query(
      `insert into api_keys (workspace_id, id, name, visible_start, scopes, created_by, created_at)
       values ('foreign', $1, 'Twin', '', '{}', 'test', $2)`,
      [keyId, at(nowMs)],
    )
    await record(use(keyId), use(keyId, { workspaceId: 'foreign', address: 'foreign', client: 'foreign' }))
    const { requests, keys } = await usage(keyId)
    expect([requests.length, keys.map(({ lastAddress }) => lastAddress)]).toEqual([1, ['192.0.2.1']])
  })

  it('includes the first and the last day of the requested range', async () => {
    const keyId = await newKey()
    const days = ['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01']
    await record(use(keyId, { requests: days.map(day => ({ day, status: 200, count: 1 })) }))
    expect((await usage(keyId)).requests.map(({ day }) => day)).toEqual(['2026-06-01', '2026-06-30'])
  })

  it('is kept for 400 days', async () => {
    const keyId = await newKey()
    const dayAgo = (days: number) => at(nowMs - days * 24 * 3_600_000).slice(0, 10)
    const days = [400, 401].map(dayAgo)
    await record(use(keyId, { requests: days.map(day => ({ day, status: 200, count: 1 })) }))
    await dropOldUses(store.db, nowMs)
    const { requests } = await usage(keyId, { from: '2020-01-01', to: '2030-01-01' })
    expect(requests.map(({ day }) => day)).toEqual([dayAgo(400)])
  })

  it('is complete when several processes write at once', async () => {
    const keys: string[] = []
    for (let count = 0; count < 8; count += 1) keys.push(await newKey())
    await withOtherProcess(store, async db => {
      const rounds = Array.from({ length: 24 }, async (_, round) => {
        const order = round % 2 === 0 ? keys : keys.toReversed()
        const uses = order.map(keyId => use(keyId))
        await (round % 4 < 2 ? store.db : db).transaction(connection => recordKeyUses(connection, uses))
      })
      await Promise.all(rounds)
    })
    const { requests } = await usage(null)
    const counts = requests.filter(({ keyId }) => keys.includes(keyId)).map(({ count }) => count)
    expect(counts).toEqual(Array(8).fill(24))
  })

  it('does not deadlock when two processes write the same keys in opposite order', async () => {
    // The embedded store has a single connection, so nothing can deadlock.
    if (storeName === 'embedded') return
    const keys = [await newKey(), await newKey(), await newKey()].sort()
    const [locked, release] = [signal(), signal()]
    const holder = store.db.transaction(async connection => {
      await connection.query(`select from api_keys where workspace_id = 'own' and id = $1 for update`, [
        keys[1] ?? '',
      ])
      locked.give()
      await release.given
    })
    await locked.given
    // Each write holds its first lock and waits for the middle key or for the other write.
    const writes = [keys, keys.toReversed()].map(order => record(...order.map(keyId => use(keyId))))
    while ((await waitingForLocks(store.db)) < 2);
    release.give()
    await Promise.all([...writes, holder])
    const { requests } = await usage(null)
    expect(requests.filter(({ keyId }) => keys.includes(keyId)).map(({ count }) => count)).toEqual([2, 2, 2])
  })
})

function signal() {
  let give = () => {}
  const given = new Promise<void>(settle => {
    give = settle
  })
  return { give, given }
}

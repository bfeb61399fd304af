/** Cached replies save work, but never replace the checks of a request. */
import { describe, expect, it } from 'vitest'
import { revoke } from '../../../src/actions/keys.ts'
import { replyCache } from '../../../src/api/http/replyCache.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { account, company, iban, smallWorkspace, transaction, workspaceFile } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { watched } from '../../support/watched.ts'
import { directApp } from './directApp.ts'

interface Body {
  data: { id: string }[]
  apiKey: { id: string }
}

/** The same database, and the queries that it ran. */
function recording(db: Database): { db: Database; statements: string[] } {
  const statements: string[] = []
  const recorded = watched(db, sql => {
    statements.push(sql)
  })
  return { db: recorded, statements }
}

describeOnBothStores('A cached reply', store => {
  const service = useService(store)

  async function asked() {
    const file = smallWorkspace()
    await service.current.load(file)
    const { key, secret } = await service.current.createKey(file, {})
    const { db, statements } = recording(service.current.store.db)
    const app = directApp(db, { clock: () => service.current.nowMs })
    const rowsRead = () =>
      statements.filter(sql => /from (transactions|accounts|payees) t\b/.test(sql)).length
    const ask = async (path: string, as = secret) => {
      const response = await app.ask(path, { secret: as })
      return { status: response.status, body: (await response.json()) as Body }
    }
    return { file, key, secret, ask, rowsRead }
  }

  it('is sent again, byte for byte, without reading a row', async () => {
    const { ask, rowsRead } = await asked()
    const first = await ask('/v1/transactions?limit=5')
    expect(await ask('/v1/transactions?limit=5')).toEqual(first)
    const before = rowsRead()
    expect(before).toBe(2)
    expect(await ask('/v1/transactions?limit=5')).toEqual(first)
    expect(await ask('/v1/transactions?limit=5&status=')).toEqual(first)
    expect(rowsRead()).toBe(before)
  })

  it('is not sent after anything in the workspace changed', async () => {
    const { ask, file, secret } = await asked()
    for (let time = 0; time < 3; time += 1) await ask('/v1/payees')
    const created = await service.current
      .client(secret)
      .payees.create({ companyId: file.companies[0]?.id, name: 'New', iban: iban() })
    const { body } = await ask('/v1/payees')
    expect(body.data.map(({ id }) => id).sort()).toEqual(
      [created.id, ...file.payees.map(({ id }) => id)].sort(),
    )
  })

  it('is not sent to a revoked key, from the next request on', async () => {
    const { ask, key } = await asked()
    for (let time = 0; time < 3; time += 1) expect((await ask('/v1/accounts')).status).toBe(200)
    await revoke(service.current.store.db, key.id, actor, service.current.nowMs)
    expect((await ask('/v1/accounts')).status).toBe(401)
  })

  it('is not sent to a key of the workspace without the scope', async () => {
    const { ask, file } = await asked()
    for (let time = 0; time < 3; time += 1) await ask('/v1/accounts')
    const narrow = await service.current.key(file, { scopes: ['payees:read'] })
    expect((await ask('/v1/accounts', narrow)).status).toBe(403)
  })

  it('is shared by the keys of a workspace, except GET /workspace, which shows the key itself', async () => {
    const { ask, file, rowsRead } = await asked()
    for (let time = 0; time < 3; time += 1) await ask('/v1/accounts')
    const before = rowsRead()
    const { key, secret } = await service.current.createKey(file, { name: 'Second' })
    await ask('/v1/accounts', secret)
    expect(rowsRead()).toBe(before)
    for (let time = 0; time < 3; time += 1) await ask('/v1/workspace')
    expect((await ask('/v1/workspace', secret)).body.apiKey.id).toBe(key.id)
  })

  it('is not sent to another workspace', async () => {
    const { ask, file } = await asked()
    for (let time = 0; time < 3; time += 1) await ask('/v1/accounts')
    const { body } = await ask('/v1/accounts', service.current.foreignSecret)
    expect(body.data).toEqual(service.current.foreign.accounts)
    expect(body.data).not.toEqual(file.accounts)
  })

  it('of a sync is not sent after a change, so a later poll has what changed', async () => {
    const owner = company()
    const on = account(owner)
    const file = workspaceFile({ companies: [owner], accounts: [on], transactions: [transaction(on)] })
    await service.current.load(file)
    const secret = await service.current.key(file)
    const app = directApp(service.current.store.db, { clock: () => service.current.nowMs })
    const path = '/v1/transactions?updatedAfter=1970-01-01T00:00:00Z'
    for (let time = 0; time < 3; time += 1) await app.ask(path, { secret })
    const added = transaction(on)
    await service.current.load({ ...file, transactions: [added] })
    const { data } = (await (await app.ask(path, { secret })).json()) as Body
    expect(data.map(({ id }) => id).sort()).toEqual([added.id, file.transactions[0]?.id].sort())
  })
})

describeOnBothStores('A poll by a client that has seen everything', store => {
  const service = useService(store)

  async function polled(list: 'transactions' | 'bills') {
    const file = smallWorkspace()
    await service.current.load(file)
    // Rows of a new workspace keep the stamps of the file; changed rows get the stamp of the write.
    await service.current.load({
      ...file,
      transactions: file.transactions.map(row => ({ ...row, reference: 'Changed' })),
      bills: file.bills.map(row => ({ ...row, paymentReference: 'Changed' })),
    })
    const secret = await service.current.key(file)
    const { db, statements } = recording(service.current.store.db)
    const app = directApp(db, { clock: () => service.current.nowMs })
    const clock = (await findVersion(db, file.workspace.id)) ?? ''
    statements.length = 0
    const poll = async (updatedAfter: string, more = '') => {
      const response = await app.ask(`/v1/${list}?updatedAfter=${updatedAfter}${more}`, { secret })
      return { status: response.status, body: (await response.json()) as Body }
    }
    const justBefore = new Date(Date.parse(clock) - 1).toISOString()
    return { file, poll, clock, justBefore, statements }
  }

  it.each(['transactions', 'bills'] as const)('is empty, and only looks up the key: %s', async list => {
    const { poll, clock, statements } = await polled(list)
    for (const updatedAfter of [clock, '9999-12-31T23:59:59Z']) {
      expect(await poll(updatedAfter)).toEqual({ status: 200, body: { data: [], nextCursor: null } })
    }
    expect(statements.filter(sql => sql.includes(list))).toEqual([])
  })

  it.each(['transactions', 'bills'] as const)(
    'returns the last write if it asks from a millisecond before: %s',
    async list => {
      const { poll, file, justBefore } = await polled(list)
      const { body } = await poll(justBefore)
      expect(body.data.map(({ id }) => id).sort()).toEqual(file[list].map(({ id }) => id).sort())
    },
  )

  it('is refused like any other request if something is wrong with it', async () => {
    const { poll, clock } = await polled('transactions')
    const company = service.current.foreign.companies[0]?.id
    const statuses = []
    for (const more of [`&companyId=${company}`, '&cursor=x', '&limit=0', '&status=x']) {
      statuses.push((await poll(clock, more)).status)
    }
    expect(statuses).toEqual([404, 400, 400, 400])
  })

  async function findVersion(db: Database, workspaceId: string) {
    const sql = 'select clock from workspaces where workspace_id = $1'
    return (await db.query<{ clock: string }>(sql, [workspaceId]))[0]?.clock
  }
})

describe('The reply cache', () => {
  it('keeps a reply from its second request on', () => {
    const kept = replyCache()
    kept.offer('a', Buffer.from('1'))
    expect(kept.get('a')).toBeUndefined()
    kept.offer('a', Buffer.from('1'))
    expect(kept.get('a')).toEqual(Buffer.from('1'))
  })
})

/** The real program stores its counts before it exits. */
import { expect, it } from 'vitest'
import { createKey } from '../../../src/actions/keys.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { useSandbox } from '../../support/program.ts'
import { actor } from '../../support/service.ts'
import { freshDatabase } from '../../support/stores.ts'

const sandbox = useSandbox()

it('the service stores all counts of key usage before it stops', async () => {
  const { db, databaseUrl, remove } = await freshDatabase('florin_template')
  try {
    const file = smallWorkspace()
    const nowMs = Date.now()
    await loadWorkspace(db, file, { nowMs, actor })
    const request = { workspaceId: file.workspace.id, name: 'Key', scopes: [], expiresInDays: null }
    const { secret } = await createKey(db, { ...request, scopes: ['companies:read'] }, actor, nowMs)

    const service = await sandbox.serve({ DATABASE_URL: databaseUrl ?? '' })
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const path = index % 3 === 0 ? '/v1/payees' : '/v1/companies'
        return (await service.request(path, secret)).status
      }),
    )
    expect(statuses.filter(status => status === 403)).toHaveLength(10)
    expect((await service.program.stop()).code).toBe(0)

    const counts = await db.query(
      'select status, sum(requests)::int as count from key_requests group by status order by status',
    )
    expect(counts).toEqual([
      { status: 200, count: 20 },
      { status: 403, count: 10 },
    ])
    expect(await db.query('select scope from key_scope_uses')).toEqual([{ scope: 'companies:read' }])
  } finally {
    await remove()
  }
})

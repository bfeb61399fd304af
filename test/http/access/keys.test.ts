import { expect, it } from 'vitest'
import { createKey, revoke } from '../../../src/actions/keys.ts'
import { lifeStateOf } from '../../../src/domain/access/apiKey.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { listKeys } from '../../../src/store/keys/apiKeys.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { withoutAudit } from '../../support/watched.ts'
import { directApp } from '../replies/directApp.ts'

describeOnBothStores('API keys', store => {
  const service = useService(store)

  async function ownWorkspace() {
    const file = smallWorkspace()
    await service.current.load(file)
    return { file, workspaceId: file.workspace.id, db: service.current.store.db }
  }

  it('are listed with name, first characters, scopes, creator, instants and no secret', async () => {
    const { file, workspaceId, db } = await ownWorkspace()
    const { key, secret } = await service.current.createKey(file, {
      name: 'Ledger',
      scopes: ['bills:read'],
      expiresInDays: 30,
    })
    expect(await listKeys(db, workspaceId)).toEqual([
      {
        id: key.id,
        workspaceId,
        name: 'Ledger',
        visibleStart: secret.slice(0, 13),
        scopes: ['bills:read'],
        createdBy: 'test',
        createdAt: '2026-06-01T12:00:00.000Z',
        expiresAt: '2026-07-01T12:00:00.000Z',
        revokedAt: null,
        lastUsedAt: null,
        successorOf: null,
        networks: null,
      },
    ])
  })

  it('show when they were last used, soon after the request, which itself writes nothing', async () => {
    const { file, workspaceId, db } = await ownWorkspace()
    const secret = await service.current.key(file)
    const app = directApp(db, { clock: () => service.current.nowMs })
    await app.ask('/v1/workspace', { secret })
    expect((await listKeys(db, workspaceId))[0]?.lastUsedAt).toBeNull()
    await app.tidy()
    expect((await listKeys(db, workspaceId))[0]?.lastUsedAt).toBe('2026-06-01T12:00:00.000Z')
  })

  it('are created and revoked together with their audit record or not at all', async () => {
    const { file, workspaceId, db } = await ownWorkspace()
    const request = { workspaceId, name: 'Doomed', scopes: [], expiresInDays: null }
    await expect(createKey(withoutAudit(db), request, actor, service.current.nowMs)).rejects.toThrow(
      'no audit',
    )
    expect(await listKeys(db, workspaceId)).toEqual([])

    const { key, secret } = await service.current.createKey(file, {})
    await expect(revoke(withoutAudit(db), key.id, actor, service.current.nowMs)).rejects.toThrow('no audit')
    expect((await service.current.client(secret).workspace.get()).apiKey.id).toBe(key.id)
    await revoke(db, key.id, actor, service.current.nowMs)
    const records = await listAudit(db, workspaceId)
    expect(records.map(({ action, subjectId }) => [action, subjectId])).toEqual(
      expect.arrayContaining([
        ['key.created', key.id],
        ['key.revoked', key.id],
      ]),
    )
    expect(records).toHaveLength(3)
  })

  it('that are both revoked and expired are shown as revoked', async () => {
    const { file, workspaceId, db } = await ownWorkspace()
    const { key } = await service.current.createKey(file, { expiresInDays: 30 })
    await revoke(db, key.id, actor, service.current.nowMs)
    const [stored] = await listKeys(db, workspaceId)
    const muchLaterMs = service.current.nowMs + 365 * 24 * 60 * 60 * 1000
    expect(stored && lifeStateOf(stored, muchLaterMs)).toBe('revoked')
    expect(stored && lifeStateOf({ ...stored, revokedAt: null }, muchLaterMs)).toBe('expired')
    expect(stored && lifeStateOf({ ...stored, revokedAt: null }, service.current.nowMs)).toBe('active')
  })
})

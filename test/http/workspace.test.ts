import { describe, expect, it } from 'vitest'
import { smallWorkspace } from '../support/builders.ts'
import { useService } from '../support/service.ts'
import { describeOnBothStores } from '../support/stores.ts'

describeOnBothStores('GET /workspace', store => {
  const service = useService(store)

  describe('200', () => {
    it("returns the key's workspace, and the key with its scopes", async () => {
      const file = smallWorkspace()
      await service.current.load(file)
      const { key, secret } = await service.current.createKey(file, {
        name: 'Ledger',
        scopes: ['bills:read'],
      })
      expect(await service.current.client(secret).workspace.get()).toEqual({
        ...file.workspace,
        apiKey: { id: key.id, name: 'Ledger', scopes: ['bills:read'] },
      })
    })

    it('needs no scope', async () => {
      const secret = await service.current.key(service.current.foreign, { scopes: [] })
      const reply = await service.current.client(secret).workspace.get()
      expect(reply.id).toBe(service.current.foreign.workspace.id)
      expect(reply.apiKey.scopes).toEqual([])
    })
  })
})

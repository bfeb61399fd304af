/** The list of a workspace's API keys in the console, and how many can be active. */
import { describe, expect, it } from 'vitest'
import { listKeys } from '../../../src/store/keys/apiKeys.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { statusAndCode } from '../wire.ts'
import {
  createKey as create,
  dayMs,
  expectUnchanged,
  home,
  homeOf,
  listedKeys as listed,
  keyRequest as request,
  rotateKey as rotate,
  sessionOf,
} from './people.ts'

const activeKeysMax = 200

describeOnBothStores('API keys in the console', store => {
  const service = useService(store)

  async function ownHome() {
    const own = await home(service.current)
    return { own, owner: await own.person('owner', { name: 'Ada' }) }
  }

  const statusWith = async (secret: string, path = '/v1/companies') =>
    (await service.current.request(path, { secret })).status

  describe('are listed', () => {
    it("newest first, in each state, with their creator's current name", async () => {
      const { own, owner } = await ownHome()
      const expiring = await create(owner, own, { name: 'expiring', expiresInDays: 30 })
      service.current.nowMs += 1
      const revoked = await create(owner, own, { name: 'revoked', expiresInDays: 30 })
      service.current.nowMs += 1
      await create(owner, own, { name: 'active' })
      await owner.delete(own.at(`/keys/${revoked.key.id}`))
      service.current.nowMs += 30 * dayMs
      const byCommand = await service.current.createKey(own.file, { name: 'by command' })
      await homeOf(service.current, service.current.foreign).person('owner')
      owner.token = await sessionOf(service.current, owner.id)
      const shown = (await listed(owner, own)).map(({ name, state, createdBy }) => [name, state, createdBy])
      expect(shown).toEqual([
        ['by command', 'active', 'test'],
        ['active', 'active', 'Ada'],
        ['revoked', 'revoked', 'Ada'],
        ['expiring', 'expired', 'Ada'],
      ])
      expect(expiring.key.expiresAt).not.toBeNull()
      expect(byCommand.key.createdBy).toBe('test')
    })

    it('as long as they are active, however many newer keys were revoked', async () => {
      const { own, owner } = await ownHome()
      const { key } = await create(owner, own)
      service.current.nowMs += 1000
      await service.current.store.db.query(
        `insert into api_keys (workspace_id, id, name, visible_start, scopes, created_by, created_at, revoked_at)
         select $1, 'old' || n, 'Old', 'florin_', '{}', 'test', $2, $2 from generate_series(1, 1000) n`,
        [own.workspaceId, new Date(service.current.nowMs).toISOString()],
      )
      // Keys that are not listed could not be revoked.
      expect((await listed(owner, own)).filter(({ state }) => state === 'active')).toEqual([key])
    })

    it('with the time of their last use, after a short delay', async () => {
      const { own, owner } = await ownHome()
      const { secret } = await create(owner, own)
      service.current.nowMs += 5000
      await statusWith(secret)
      await service.current.tidy()
      const [key] = await listed(owner, own)
      expect(key?.lastUsedAt).toBe(new Date(service.current.nowMs).toISOString())
    })
  })

  describe(`are limited to ${activeKeysMax} active keys`, () => {
    /** Adds keys without secrets until only `left` more may be created. */
    async function almostFull(left: number) {
      const made = await ownHome()
      await service.current.store.db.query(
        `insert into api_keys (workspace_id, id, name, visible_start, scopes, created_by, created_at, expires_at, revoked_at)
         select $1, 'filler' || n, 'Filler', 'florin_', '{}', 'test', $2, case when n < 0 then $2::timestamptz end,
           case when n = 0 then $2::timestamptz end
         from generate_series(-1, ${activeKeysMax - left}) n`,
        [made.own.workspaceId, new Date(service.current.nowMs).toISOString()],
      )
      return made
    }

    it('not counting revoked and expired ones', async () => {
      const { own, owner } = await almostFull(1)
      expect((await owner.post(own.at('/keys'), request)).status).toBe(201)
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await owner.post(own.at('/keys'), request))).toEqual([409, 'TOO_MANY_KEYS'])
        expect(statusAndCode(await rotate(owner, own, 'filler1'))).toEqual([409, 'TOO_MANY_KEYS'])
      })
      await owner.delete(own.at('/keys/filler1'))
      expect((await owner.post(own.at('/keys'), request)).status).toBe(201)
    })

    it('even for concurrent requests', async () => {
      const { own, owner } = await almostFull(2)
      const replies = await Promise.all(Array.from({ length: 8 }, () => owner.post(own.at('/keys'), request)))
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)])
      const stored = await listKeys(service.current.store.db, own.workspaceId)
      expect(stored.filter(({ name }) => name === 'Ledger')).toHaveLength(2)
    })
  })
})

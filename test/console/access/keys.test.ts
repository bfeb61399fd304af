/** API keys that people create, replace and revoke, with the audit records of keys and payees. */
import { describe, expect, it } from 'vitest'
import { scopes } from '../../../src/contract/scopes.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { iban } from '../../support/builders.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { withoutAudit } from '../../support/watched.ts'
import { directly, statusAndCode } from '../wire.ts'
import {
  Browser,
  createKey as create,
  dayMs,
  expectUnchanged,
  type Home,
  home,
  listedKeys as listed,
  keyRequest as request,
  rotateKey as rotate,
  sessionOf,
} from './people.ts'

describeOnBothStores('API keys in the console', store => {
  const service = useService(store)

  async function ownHome() {
    const own = await home(service.current)
    return { own, owner: await own.person('owner', { name: 'Ada' }) }
  }

  const statusWith = async (secret: string, path = '/v1/companies') =>
    (await service.current.request(path, { secret })).status
  const recordsOf = async ({ workspaceId }: Home) =>
    (await listAudit(service.current.store.db, workspaceId))
      .filter(({ action }) => action !== 'workspace.loaded')
      .map(({ id: _, ...record }) => record)

  describe('are created', () => {
    it('with a secret that is shown once and allows only its scopes in this workspace', async () => {
      const { own, owner } = await ownHome()
      const { key, secret } = await create(owner, own)
      expect(key).toEqual({
        id: key.id,
        name: 'Ledger',
        visibleStart: secret.slice(0, 13),
        scopes: ['companies:read', 'bills:read'],
        createdBy: 'Ada',
        createdAt: new Date(service.current.nowMs).toISOString(),
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
        state: 'active',
        successorOf: null,
        networks: null,
      })
      expect([await statusWith(secret), await statusWith(secret, '/v1/payees')]).toEqual([200, 403])
      const { id, apiKey } = await service.current.client(secret).workspace.get()
      expect([id, apiKey.id, apiKey.scopes]).toEqual([own.workspaceId, key.id, key.scopes])
      const reply = await owner.get(own.at('/keys'))
      expect(reply.text).not.toContain(secret.slice(13))
      expect(reply.body.data).toEqual([key])
    })

    it.each([
      [30, 30],
      [90, 90],
      [365, 365],
      [null, null],
    ])('with an expiry in days, or none: %s', async (expiresInDays, days) => {
      const { own, owner } = await ownHome()
      const { key, secret } = await create(owner, own, { expiresInDays })
      const end = service.current.nowMs + (days ?? 0) * dayMs
      expect(key.expiresAt).toBe(days === null ? null : new Date(end).toISOString())
      service.current.nowMs = days === null ? end + 4000 * dayMs : end - 1
      expect(await statusWith(secret)).toBe(200)
      if (days === null) return
      service.current.nowMs += 1
      expect(await statusWith(secret)).toBe(401)
      owner.token = await sessionOf(service.current, owner.id)
      expect((await listed(owner, own)).map(({ state }) => state)).toEqual(['expired'])
    })

    it('with all scopes, with no scopes, and without duplicates', async () => {
      const { own, owner } = await ownHome()
      const granted = async (given: readonly string[]) =>
        (await create(owner, own, { scopes: given })).key.scopes
      expect(await granted([...scopes].reverse())).toEqual(scopes)
      expect(await granted([])).toEqual([])
      expect(await granted(['bills:read', 'bills:read'])).toEqual(['bills:read'])
    })

    it.each([
      ['an unknown scope', { scopes: ['bills:pay'] }, 'scopes.0'],
      ['no scopes', { scopes: undefined }, 'scopes'],
      ['31 days', { expiresInDays: 31 }, 'expiresInDays'],
      ['days as a string', { expiresInDays: '30' }, 'expiresInDays'],
      ['no expiry', { expiresInDays: undefined }, 'expiresInDays'],
      ['a blank name', { name: ' \t' }, 'name'],
      ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
      ['a successor of an unknown key', { successorOf: '' }, 'successorOf'],
      ['another workspace', { workspaceId: 'wsp_1' }, 'workspaceId'],
    ])('only from valid requests: %s', async (_, given, path) => {
      const { own, owner } = await ownHome()
      const reply = await owner.post(own.at('/keys'), { ...request, ...given })
      expect(statusAndCode(reply)).toEqual([400, 'BAD_REQUEST'])
      expect(reply.body.data.issues.map((issue: { path: string }) => issue.path)).toEqual([path])
      expect(await listed(owner, own)).toEqual([])
    })

    it('with an audit record in the same transaction', async () => {
      const { own, owner } = await ownHome()
      const { key } = await create(owner, own)
      const at = new Date(service.current.nowMs).toISOString()
      expect(await recordsOf(own)).toEqual([
        {
          at,
          actor: { kind: 'person', id: owner.id },
          action: 'key.created',
          subjectId: key.id,
          details: { name: 'Ledger', scopes: ['companies:read', 'bills:read'], expiresAt: null },
        },
      ])
    })
  })

  describe('are replaced', () => {
    it('by a successor with the same name and scopes; both work until the old one is revoked', async () => {
      const { own, owner } = await ownHome()
      const old = await create(owner, own, { expiresInDays: 30 })
      const { body, status } = await rotate(owner, own, old.key.id, 90)
      expect([status, body.key]).toEqual([
        201,
        {
          ...old.key,
          id: body.key.id,
          visibleStart: body.secret.slice(0, 13),
          expiresAt: new Date(service.current.nowMs + 90 * dayMs).toISOString(),
          successorOf: old.key.id,
        },
      ])
      expect(body.key.id).not.toBe(old.key.id)
      expect([await statusWith(old.secret), await statusWith(body.secret)]).toEqual([200, 200])
      await owner.delete(own.at(`/keys/${old.key.id}`))
      expect([await statusWith(old.secret), await statusWith(body.secret)]).toEqual([401, 200])
      const successor = (await listed(owner, own)).find(({ id }) => id === body.key.id)
      expect(successor).toMatchObject({ successorOf: old.key.id, state: 'active' })
    })

    it('with an audit record that names the previous key', async () => {
      const { own, owner } = await ownHome()
      const old = await create(owner, own)
      service.current.nowMs += 1
      const { body } = await rotate(owner, own, old.key.id)
      expect((await recordsOf(own)).at(-1)).toMatchObject({
        actor: { kind: 'person', id: owner.id },
        action: 'key.created',
        subjectId: body.key.id,
        details: { successorOf: old.key.id },
      })
    })

    it('even after they have expired', async () => {
      const { own, owner } = await ownHome()
      const old = await create(owner, own, { expiresInDays: 30 })
      service.current.nowMs += 31 * dayMs
      owner.token = await sessionOf(service.current, owner.id)
      const { body } = await rotate(owner, own, old.key.id)
      expect([await statusWith(old.secret), await statusWith(body.secret)]).toEqual([401, 200])
    })

    it('by a successor with fewer scopes, under the same rules', async () => {
      const { own, owner } = await ownHome()
      const old = await create(owner, own)
      const foreign = await service.current.createKey(service.current.foreign, {})
      const wanted = { name: 'Narrower', scopes: ['bills:read'], expiresInDays: null }
      const narrower = await owner.post(own.at('/keys'), { ...wanted, successorOf: old.key.id })
      expect(narrower.body.key).toMatchObject({ scopes: ['bills:read'], successorOf: old.key.id })
      const stranger = await owner.post(own.at('/keys'), { ...wanted, successorOf: foreign.key.id })
      expect(statusAndCode(stranger)).toEqual([404, 'NOT_FOUND'])
      await owner.delete(own.at(`/keys/${old.key.id}`))
      const late = await owner.post(own.at('/keys'), { ...wanted, successorOf: old.key.id })
      expect(statusAndCode(late)).toEqual([409, 'KEY_REVOKED'])
    })

    it('unless they are revoked or unknown', async () => {
      const { own, owner } = await ownHome()
      const old = await create(owner, own)
      await owner.delete(own.at(`/keys/${old.key.id}`))
      const foreign = await service.current.createKey(service.current.foreign, {})
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await rotate(owner, own, old.key.id))).toEqual([409, 'KEY_REVOKED'])
        for (const id of [foreign.key.id, 'key_nobody', ' ']) {
          expect(statusAndCode(await rotate(owner, own, id))).toEqual([404, 'NOT_FOUND'])
        }
      })
    })
  })

  describe('are revoked', () => {
    it('from the next request on, by any owner or admin, and are shown as revoked', async () => {
      const { own, owner } = await ownHome()
      const admin = await own.person('admin')
      const { key, secret } = await create(owner, own)
      expect(await statusWith(secret)).toBe(200)
      service.current.nowMs += 1000
      const { status, body } = await admin.delete(own.at(`/keys/${key.id}`))
      expect(await statusWith(secret)).toBe(401)
      const revokedAt = new Date(service.current.nowMs).toISOString()
      expect([status, body]).toEqual([200, { ...key, revokedAt, state: 'revoked' }])
      expect((await recordsOf(own)).at(-1)).toEqual({
        at: revokedAt,
        actor: { kind: 'person', id: admin.id },
        action: 'key.revoked',
        subjectId: key.id,
        details: { name: 'Ledger' },
      })
    })

    it('once; revoking again returns the first time and adds no audit record', async () => {
      const { own, owner } = await ownHome()
      const { key } = await create(owner, own)
      const first = await owner.delete(own.at(`/keys/${key.id}`))
      service.current.nowMs += 1000
      await expectUnchanged(service.current, async () => {
        const second = await owner.delete(own.at(`/keys/${key.id}`))
        expect([second.status, second.body]).toEqual([200, first.body])
      })
    })

    it('only in their own workspace', async () => {
      const { own, owner } = await ownHome()
      const { key, secret } = await service.current.createKey(service.current.foreign, {})
      await expectUnchanged(service.current, async () => {
        expect(statusAndCode(await owner.delete(own.at(`/keys/${key.id}`)))).toEqual([404, 'NOT_FOUND'])
        expect(statusAndCode(await owner.delete(own.at('/keys/key_nobody')))).toEqual([404, 'NOT_FOUND'])
      })
      expect(await statusWith(secret)).toBe(200)
    })
  })

  it('are created, replaced and revoked together with their audit record or not at all', async () => {
    const { own, owner } = await ownHome()
    const old = await create(owner, own)
    const { send } = directly(withoutAudit(service.current.store.db), { clock: () => service.current.nowMs })
    const doomed = new Browser(send, owner.token)
    await expectUnchanged(service.current, async () => {
      const replies = [
        await doomed.post(own.at('/keys'), request),
        await doomed.post(own.at('/rotations'), { keyId: old.key.id, expiresInDays: null }),
        await doomed.delete(own.at(`/keys/${old.key.id}`)),
        await doomed.post(own.at('/v1/payees'), { name: 'Papier', iban: iban() }),
      ]
      expect(replies.map(({ status }) => status)).toEqual([500, 500, 500, 500])
      // The secret of a key that was not created must not be shown.
      expect(replies.filter(({ text }) => text.includes('florin_'))).toEqual([])
    })
    expect(await statusWith(old.secret)).toBe(200)
  })

  it('and payees that people create, change and delete have audit records with names', async () => {
    const { own, owner } = await ownHome()
    const { id } = (await owner.post(own.at('/v1/payees'), { name: 'Papier', iban: iban() })).body
    service.current.nowMs += 10
    await owner.patch(own.at(`/v1/payees/${id}`), { name: 'Papierwerk' })
    service.current.nowMs += 10
    await owner.delete(own.at(`/v1/payees/${id}`))
    const records = await recordsOf(own)
    expect(records.map(({ actor, action, subjectId }) => ({ actor, action, subjectId }))).toEqual(
      ['payee.created', 'payee.changed', 'payee.deleted'].map(action => ({
        actor: { kind: 'person', id: owner.id },
        action,
        subjectId: id,
      })),
    )
  })
})

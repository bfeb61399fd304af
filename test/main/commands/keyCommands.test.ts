/** The commands for keys in this process, on both stores. test/cli tests how they are called and printed. */
import { beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../../src/contract/scopes.ts'
import { isWellFormedSecret } from '../../../src/domain/access/apiKey.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { useCommands } from './useCommands.ts'

describeOnBothStores('the command', storeName => {
  const { current, saved, run, refusal } = useCommands(storeName)
  const file = smallWorkspace()
  const workspace = file.workspace.id

  beforeAll(async () => {
    await run('load', { file: saved('small.json', file) })
  })

  describe('keys', () => {
    const create = (given: object) =>
      run('keys create', { workspace, name: 'Key', scopes: 'companies:read', ...given })

    it('are created with the named scopes or all, and a well-formed secret', async () => {
      const some = await create({
        name: '  Ledger sync ',
        scopes: 'transactions:read, bills:read,bills:read',
      })
      expect(some).toMatchObject({ workspaceId: workspace, name: 'Ledger sync', expiresAt: null })
      expect(some.scopes).toEqual(['transactions:read', 'bills:read'])
      expect(isWellFormedSecret(some.secret)).toBe(true)
      expect(some.secret.startsWith(some.visibleStart)).toBe(true)
      expect((await create({ scopes: 'all' })).scopes).toEqual(scopes)
      expect((await create({ scopes: '' })).scopes).toEqual([])
    })

    it.each([
      ['30', '2026-07-01T12:00:00.000Z'],
      ['90', '2026-08-30T12:00:00.000Z'],
      ['365', '2027-06-01T12:00:00.000Z'],
    ])('expire after %s days if requested', async (expires, expiresAt) => {
      expect((await create({ expires })).expiresAt).toBe(expiresAt)
    })

    it.each([
      ['an unknown workspace', { workspace: 'nowhere' }, 'There is no workspace nowhere.'],
      ['an unknown scope', { scopes: 'bills:read,bills:pay' }, '--scopes has unknown scopes: bills:pay. Use'],
      [
        'an expiry that is not offered',
        { expires: '31' },
        '--expires must be 30, 90, 365 days, or left out.',
      ],
      ['an expiry with a unit', { expires: '30d' }, '--expires must be 30, 90, 365 days, or left out.'],
      ['a blank name', { name: '  ' }, '--name must be 1 to 100 characters long.'],
      ['a name that is too long', { name: 'x'.repeat(101) }, '--name must be 1 to 100 characters long.'],
    ])('are not created with %s', async (_, given, message) => {
      const before = (await run('keys list', {})).keys.length
      const input = { workspace, name: 'Key', scopes: 'companies:read', ...given }
      expect(await refusal('keys create', input)).toContain(message)
      expect((await run('keys list', {})).keys).toHaveLength(before)
    })

    it('are listed with their state, for one or all workspaces, and never with a secret', async () => {
      const other = smallWorkspace()
      await run('load', { file: saved('other.json', other) })
      const [mine, theirs] = [await create({}), await create({ workspace: other.workspace.id })]
      const all = await run('keys list', {})
      expect(all.keys.map(({ id }) => id)).toEqual(expect.arrayContaining([mine.id, theirs.id]))
      const { keys } = await run('keys list', { workspace: other.workspace.id })
      expect(keys.map(({ id, state }) => ({ id, state }))).toEqual([{ id: theirs.id, state: 'active' }])
      expect(JSON.stringify(all)).not.toContain(mine.secret)
      expect(await refusal('keys list', { workspace: 'nowhere' })).toContain('There is no workspace nowhere.')
    })

    it('are revoked once; revoking again reports when that was', async () => {
      const { id } = await create({})
      const first = await run('keys revoke', { id })
      const instant = '2026-06-01T12:00:00.000Z'
      expect(first).toMatchObject({ id, revokedAt: instant, alreadyRevoked: false })
      const second = await run('keys revoke', { id })
      expect(second).toMatchObject({ id, revokedAt: instant, alreadyRevoked: true })
      const { keys } = await run('keys list', { workspace })
      expect(keys.find(key => key.id === id)?.state).toBe('revoked')
    })

    it('can be limited to networks when created and later', async () => {
      const { id, networks } = await create({ networks: '10.0.0.0/8, 203.0.113.7,10.0.0.0/8' })
      expect(networks).toEqual(['10.0.0.0/8', '203.0.113.7'])
      expect((await create({})).networks).toBeNull()
      const changed = await run('keys networks', { id, set: '2001:DB8::/32' })
      expect(changed).toMatchObject({ id, networks: ['2001:db8::/32'], changed: true })
      expect(await run('keys networks', { id, set: '2001:db8::/32' })).toMatchObject({ changed: false })
      const { keys } = await run('keys list', { workspace })
      expect(keys.find(key => key.id === id)?.networks).toEqual(['2001:db8::/32'])
      expect(await run('keys networks', { id, clear: 'true' })).toMatchObject({ id, networks: null })
      const rows = await current.store.db.query<{ details: unknown; actor_id: string }>(
        `select details, actor_id from audit_records
         where workspace_id = $1 and subject_id = $2 and action = 'key.networks_changed' order by details::text`,
        [workspace, id],
      )
      expect(rows).toEqual([
        {
          actor_id: expect.stringMatching(/^florin \(.+\)$/),
          details: {
            before: { name: 'Key', networks: ['10.0.0.0/8', '203.0.113.7'] },
            after: { name: 'Key', networks: ['2001:db8::/32'] },
          },
        },
        expect.objectContaining({
          details: {
            before: { name: 'Key', networks: ['2001:db8::/32'] },
            after: { name: 'Key', networks: null },
          },
        }),
      ])
    })

    it.each([
      ['neither a list nor --clear', {}, 'florin keys networks needs either --set A,B or --clear.'],
      [
        'both',
        { set: '10.0.0.0/8', clear: 'true' },
        'florin keys networks needs either --set A,B or --clear.',
      ],
      ['an empty list', { set: ' , ' }, '--set has no networks'],
      ['what is no network', { set: '10.0.0.0/8,office' }, '--set "office" is not an IP address or network'],
      [
        '51 networks',
        { set: Array.from({ length: 51 }, (_, at) => `10.0.0.${at}`).join() },
        'the limit is 50',
      ],
    ])('keep their networks when the command has %s', async (_, given, message) => {
      const { id } = await create({ networks: '203.0.113.7' })
      expect(await refusal('keys networks', { id, ...given })).toContain(message)
      const { keys } = await run('keys list', { workspace })
      expect(keys.find(key => key.id === id)?.networks).toEqual(['203.0.113.7'])
    })

    it('that are revoked or unknown get no networks', async () => {
      const { id } = await create({})
      await run('keys revoke', { id })
      expect(await refusal('keys networks', { id, clear: 'true' })).toContain('was revoked')
      expect(await refusal('keys networks', { id: 'key_nowhere', clear: 'true' })).toBe(
        'There is no key key_nowhere. florin keys list shows all keys.',
      )
    })

    it('that are unknown cannot be revoked', async () => {
      const message = await refusal('keys revoke', { id: 'key_nowhere' })
      expect(message).toBe('There is no key key_nowhere. florin keys list shows all keys.')
    })

    it("are created and revoked with the operating system's user in the audit log", async () => {
      const { id, createdBy } = await create({})
      await run('keys revoke', { id })
      expect(createdBy).toMatch(/^florin \(.+\)$/)
      const rows = await current.store.db.query<{ action: string; actor_id: string }>(
        'select action, actor_id from audit_records where workspace_id = $1 and subject_id = $2 order by action',
        [workspace, id],
      )
      expect(rows).toEqual([
        { action: 'key.created', actor_id: createdBy },
        { action: 'key.revoked', actor_id: createdBy },
      ])
    })
  })
})

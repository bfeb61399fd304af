/** The commands in this process, on both stores. test/cli tests how they are called and printed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../../src/contract/scopes.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { isWellFormedSecret } from '../../../src/domain/access/apiKey.ts'
import { type CommandName, type CommandResult, runCommand } from '../../../src/main/commands/commands.ts'
import { Failure } from '../../../src/main/failure.ts'
import { account, company, smallWorkspace, transaction, workspaceFile } from '../../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../../support/stores.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.000Z')

function largeWorkspace(): WorkspaceFile {
  const owner = company()
  const on = account(owner)
  const transactions = Array.from({ length: 4_500 }, () => transaction(on))
  return workspaceFile({ companies: [owner], accounts: [on], transactions })
}

describeOnBothStores('the command', storeName => {
  let store: TestStore
  let folder: string
  const file = smallWorkspace()
  const workspace = file.workspace.id
  const large = largeWorkspace()

  beforeAll(async () => {
    store = await freshStore(storeName)
    folder = mkdtempSync(join(tmpdir(), 'florin-commands-'))
    await run('load', { file: saved('small.json', file) })
  })

  afterAll(async () => {
    await store?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  function saved(name: string, content: string | object): string {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  let output = ''
  let progress: [number, number][] = []

  async function run<Name extends CommandName>(name: Name, input: object): Promise<CommandResult<Name>> {
    output = ''
    progress = []
    const context = {
      db: store.db,
      migration: { applied: [], version: 1 },
      nowMs,
      home: 'http://127.0.0.1:8080',
      onProgress: (done: number, total: number) => progress.push([done, total]),
      write: async (text: string) => {
        output += text
      },
    }
    return (await runCommand(name, context, input)) as CommandResult<Name>
  }

  /** The message of the failure, which must be one line. */
  async function refusal(name: CommandName, input: object): Promise<string> {
    const error = await run(name, input).then(
      () => new Error(`${name} was done`),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(Failure)
    const { message } = error as Failure
    expect(message).not.toContain('\n')
    return message
  }

  describe('load', () => {
    it('reports what it did, and does nothing the second time', async () => {
      const again = smallWorkspace()
      const path = saved('again.json', again)
      const workspaceId = again.workspace.id
      const { added, ...first } = await run('load', { file: path })
      expect(first).toEqual({ workspaceId, created: true, changed: 0, unchanged: 0 })
      expect(await run('load', { file: path })).toEqual({
        workspaceId,
        created: false,
        added: 0,
        changed: 0,
        unchanged: 6,
      })
      expect(added).toBeGreaterThanOrEqual(6)
    })

    it.each([
      ['none.json', /^\S+none\.json cannot be read \(ENOENT\)\.$/],
      ['.', /is not a regular file\. Save it as one and load that\.$/],
    ])('says which file it cannot read and why: %s', async (name, message) => {
      expect(await refusal('load', { file: join(folder, name) })).toMatch(message)
    })

    it('says in one line that a file is not JSON, even if the file has several lines', async () => {
      const path = saved('notJson.json', '{\n  "workspace": {\n    "id": oops\n  }\n}\n')
      expect(await refusal('load', { file: path })).toContain('is not valid JSON')
    })

    it('names a bad element by list and index, and stores nothing of the file', async () => {
      const bad = smallWorkspace()
      const content = { ...bad, companies: [...bad.companies, { ...company(), country: 7 }] }
      const message = await refusal('load', { file: saved('bad.json', content) })
      expect(message).toContain('companies[1].country')
      const { workspaces } = await run('workspaces list', {})
      expect(workspaces.map(({ id }) => id)).not.toContain(bad.workspace.id)
    })

    it('refuses a file that is not UTF-8, because letters would be lost silently', async () => {
      const path = join(folder, 'latin1.json')
      writeFileSync(
        path,
        JSON.stringify(workspaceFile({ companies: [company({ name: 'Müller' })] })),
        'latin1',
      )
      expect(await refusal('load', { file: path })).toContain('UTF-8')
    })

    it('reports progress', async () => {
      await run('load', { file: saved('large.json', large) })
      expect(progress.length).toBeGreaterThan(3)
      const [done, total] = progress.at(-1) ?? []
      expect(done).toBe(total)
    })
  })

  describe('export', () => {
    it('writes the whole workspace as a workspace file', async () => {
      const result = await run('export', { workspace })
      const exported = JSON.parse(output) as WorkspaceFile
      expect(exported.workspace).toEqual(file.workspace)
      for (const list of ['companies', 'accounts', 'transactions', 'bills', 'payees'] as const) {
        expect(exported[list]).toEqual(file[list])
      }
      expect(exported.categories).toContainEqual(file.categories[0])
      expect(result).toEqual({ workspaceId: workspace, elements: 5 + exported.categories.length })
    })

    it('reports progress', async () => {
      await run('load', { file: saved('large.json', large) })
      await run('export', { workspace: large.workspace.id })
      expect(progress.length).toBeGreaterThan(3)
    })

    it('of an unknown workspace fails before anything is written', async () => {
      const message = await refusal('export', { workspace: 'nowhere' })
      expect(message).toBe('There is no workspace nowhere. florin workspaces list shows all workspaces.')
      expect(output).toBe('')
    })
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
      const rows = await store.db.query<{ details: unknown; actor_id: string }>(
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
      const rows = await store.db.query<{ action: string; actor_id: string }>(
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

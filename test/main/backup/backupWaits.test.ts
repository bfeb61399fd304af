/** Backups that have to wait: for a migration, whose rewritten tables they would see as empty, and for a slow server. */
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { PassingFailure } from '../../../src/main/failure.ts'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { insertMembership } from '../../../src/store/people/memberships.ts'
import { insertUser } from '../../../src/store/people/users.ts'
import { migrate, migrateIn } from '../../../src/store/schema/migrate.ts'
import { backupOf, restored, withLines } from '../../support/backups.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { citusUrl } from '../../support/servers/citus.ts'
import { waitingForLocks } from '../../support/servers/waitingForLocks.ts'
import { actor } from '../../support/service.ts'
import { freshDatabase, freshStore, type TestStore } from '../../support/stores.ts'

const createdAt = '2026-06-01T12:00:00.000Z'
const opened: TestStore[] = []

async function opening(store: Promise<TestStore>): Promise<TestStore> {
  opened.push(await store)
  return await store
}

afterEach(async () => {
  for (const store of opened.splice(0)) await store.remove()
})

const waiting =
  'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'

describe('A backup', () => {
  it('fails during a migration, because it would see rewritten tables as empty', async () => {
    const { db } = await opening(freshDatabase('template1'))
    await migrate(db, readMigrations().slice(0, 4))
    const backup = await db.transaction(async connection => {
      await migrateIn(connection, readMigrations())
      const result = backupOf(db).catch((error: unknown) => error)
      await expect.poll(() => db.query(waiting)).toHaveLength(1)
      return { result }
    })
    const error = await backup.result
    expect(error).toBeInstanceOf(PassingFailure)
    expect((error as Error).message).toMatch(/^The schema was migrated during the backup\. Start/)
    expect(await backupOf(db)).toBeInstanceOf(Buffer)
  })

  it('may take longer than a request if a table is slow to count', async () => {
    const { db, databaseUrl } = await opening(freshStore('postgres'))
    const own = await openPostgres({ url: databaseUrl ?? '', limits: { queryMsMax: 200 } })
    try {
      const backup = await db.transaction(async connection => {
        await connection.script('lock table transactions in access exclusive mode')
        const result = backupOf(own)
        result.catch(() => undefined)
        await expect.poll(() => db.query(waiting)).toHaveLength(1)
        await connection.query('select 1 as one from pg_sleep(0.6)')
        return { result }
      })
      expect(await backup.result).toBeInstanceOf(Buffer)
    } finally {
      await own.close()
    }
  })

  it.runIf(citusUrl !== null)('has a person and the membership, or neither (citus)', async () => {
    const [{ db }, copy] = [await opening(freshStore('citus')), await opening(freshStore('embedded'))]
    const file = smallWorkspace()
    await loadWorkspace(db, file, { nowMs: Date.parse(createdAt), actor })
    const user = { id: 'usr_1', email: 'one@example.com', name: 'One', passwordHash: '', createdAt }
    const backup = await db.transaction(async connection => {
      await insertUser(connection, user)
      const result = backupOf(db)
      result.catch(() => undefined)
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      await insertMembership(connection, file.workspace.id, { userId: user.id, role: 'member', createdAt })
      return { result }
    })
    await restored(copy.db, await backup.result)
    expect(await copy.db.query('select user_id as id from memberships')).toEqual([{ id: user.id }])
  })

  it('with the wrong number of rows in its first line is refused', async () => {
    const [source, target] = [await opening(freshStore('embedded')), await opening(freshStore('embedded'))]
    const backup = withLines(await backupOf(source.db), lines => signed(lines, 1))
    await expect(restored(target.db, backup)).rejects.toThrow(/is damaged \(the number of rows is wrong\)/)
    const same = withLines(await backupOf(source.db), lines => signed(lines, 0))
    expect(await restored(target.db, same)).toMatchObject({ rows: 0 })
  })
})

/** With another count in the header, and a matching digest. */
function signed(lines: string[], rows: number): string[] {
  const [header = '', ...rest] = lines
  const last = JSON.parse(rest.pop() ?? '')
  const all = [JSON.stringify({ ...JSON.parse(header), rows }), ...rest]
  const sha256 = createHash('sha256')
    .update(`${all.join('\n')}\n`)
    .digest('hex')
  return [...all, JSON.stringify({ ...last, sha256 })]
}

/** Backups that have to wait: for a migration, whose rewritten tables they would see as empty, and for a slow server. */
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { PassingFailure } from '../../../src/main/failure.ts'
import { migrate, migrateIn, readMigrations } from '../../../src/store/engine/migrate.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { backupOf, restored, withLines } from '../../support/backups.ts'
import { freshDatabase, freshStore, type TestStore } from '../../support/stores.ts'

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

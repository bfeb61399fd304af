import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, OutcomeUnknown, StoreUnavailable } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { insertWorkspace } from '../../../src/store/workspaces.ts'
import { freshStore, type TestStore } from '../../support/stores.ts'

describe('a PostgreSQL store', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore('postgres')
  })
  afterAll(async () => {
    await store?.remove()
  })

  async function withStore<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = await openPostgres({ url, connections: 1 })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  it('applies its own settings over the options of the URL, and keeps the other options', async () => {
    const url = new URL(store.databaseUrl ?? '')
    url.searchParams.set('options', '-c timezone=Europe/Berlin -c search_path=public -c work_mem=7MB')
    const [row] = await withStore(url.href, db =>
      db.query(
        `select current_setting('timezone') as zone, current_setting('enable_sort') as sort,
           current_setting('work_mem') as memory, timestamptz '2026-07-01T10:00:00Z' as at`,
      ),
    )
    expect(row).toEqual({ zone: 'UTC', sort: 'off', memory: '7MB', at: '2026-07-01T10:00:00.000Z' })
  })

  it('passes on errors thrown inside a transaction unchanged, whatever their message', async () => {
    const thrown = new Error('names no company: connection terminated GmbH')
    await expect(store.db.transaction(() => Promise.reject(thrown))).rejects.toBe(thrown)
  })

  it('throws OutcomeUnknown if the connection is lost during the commit', async () => {
    await withStore(store.databaseUrl ?? '', async db => {
      const lost = db.transaction(async connection => {
        await insertWorkspace(connection, { id: 'wsp_lost', name: 'Lost' }, '2026-06-01T12:00:00.000Z')
        await connection.script(endsItsOwnConnectionAtCommit)
      })
      await expect(lost).rejects.toBeInstanceOf(OutcomeUnknown)
    })
    expect(await store.db.query(`select from workspaces where workspace_id = 'wsp_lost'`)).toEqual([])
  })

  it('throws StoreUnavailable if the connection is lost before the commit', async () => {
    await withStore(store.databaseUrl ?? '', async db => {
      const lost = db.transaction(async connection => {
        await insertWorkspace(connection, { id: 'wsp_lost', name: 'Lost' }, '2026-06-01T12:00:00.000Z')
        await connection
          .query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)')
          .catch(() => undefined)
      })
      await expect(lost).rejects.toBeInstanceOf(StoreUnavailable)
    })
    expect(await store.db.query(`select from workspaces where workspace_id = 'wsp_lost'`)).toEqual([])
  })

  it('limits how long a writer waits for its workspace clock', async () => {
    const [row] = await withStore(store.databaseUrl ?? '', db =>
      db.query<{ wait: string }>(`select current_setting('lock_timeout') as wait`),
    )
    expect(row).toEqual({ wait: '5s' })
  })
})

/** A deferred trigger runs during the commit, so the commit was sent but gets no response. */
const endsItsOwnConnectionAtCommit = `
  create temporary table doomed (id int) on commit drop;
  create function pg_temp.end_connection() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(60);
      return null;
    end $$;
  create constraint trigger end_connection after insert on doomed
    deferrable initially deferred for each row execute function pg_temp.end_connection();
  insert into doomed values (1)`

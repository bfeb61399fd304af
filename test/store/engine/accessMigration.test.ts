import { expect, it } from 'vitest'
import { readMigrations } from '../../../src/store/engine/migrations.ts'
import { findSignedIn, listSessions } from '../../../src/store/people/sessions.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { bareEmbedded } from '../../support/servers/bareEmbedded.ts'
import { describeOnOneServer, freshDatabase } from '../../support/stores.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
const at = new Date(nowMs).toISOString()

describeOnOneServer('a store from before sessions had ids', name => {
  it('keeps its sessions, each with a random public id and no address', async () => {
    const server = name === 'postgres' ? await freshDatabase('template1') : null
    const db = server?.db ?? (await bareEmbedded())
    try {
      await migrate(
        db,
        readMigrations().filter(({ number }) => number < 6),
      )
      await db.query(
        `insert into users (user_id, email, email_key, name, password_hash, created_at)
         values ('usr_1', 'ada@example.com', 'ada@example.com', 'Ada', 'x', $1)`,
        [at],
      )
      for (const hash of ['hash one', 'hash two']) {
        await db.query(
          'insert into sessions (token_hash, user_id, created_at, last_seen_at) values ($1, $2, $3, $3)',
          [hash, 'usr_1', at],
        )
      }
      await migrate(db)
      const sessions = await listSessions(db, 'usr_1', nowMs)
      expect(sessions).toHaveLength(2)
      expect(new Set(sessions.map(({ id }) => id)).size).toBe(2)
      for (const { id, address, client } of sessions) {
        expect([id, address, client]).toEqual([expect.stringMatching(/^ses_[0-9A-F]{32}$/), null, null])
      }
      expect((await findSignedIn(db, 'hash one', null, nowMs))?.id).toBe('usr_1')
    } finally {
      await (server?.remove() ?? db.close())
    }
  })
})

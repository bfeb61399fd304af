import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src/store/engine/door.ts'
import { UnknownWorkspace, writeInTransaction, writeWorkspace } from '../../src/store/workspaceClock.ts'
import { insertWorkspace } from '../../src/store/workspaces.ts'
import { workspaceFile } from '../support/builders.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'

const start = '2026-06-01T12:00:00.000Z'
const startMs = Date.parse(start)
const later = (milliseconds: number) => new Date(startMs + milliseconds).toISOString()

describeOnBothStores('writing to a workspace', name => {
  let store: TestStore
  const foreign = workspaceFile().workspace
  let mine = workspaceFile().workspace

  beforeAll(async () => {
    store = await freshStore(name)
    await insertWorkspace(store.db, foreign, start)
  })
  beforeEach(async () => {
    mine = workspaceFile().workspace
    await insertWorkspace(store.db, mine, start)
  })
  afterEach(async () => {
    expect(await clock(foreign)).toBe(start)
  })
  afterAll(async () => {
    await store.remove()
  })

  async function clock(
    { id }: { id: string },
    connection: Connection = store.db,
  ): Promise<string | undefined> {
    const rows = await connection.query<{ clock: string }>(
      'select clock from workspaces where workspace_id = $1',
      [id],
    )
    return rows[0]?.clock
  }

  /** Writes something, unless told that nothing changed; gives back the stamp. */
  const write = (nowMs: number, changed = true): Promise<string> =>
    writeWorkspace(store.db, mine.id, nowMs, async (_, stamp) => ({ result: stamp, changed }))

  describe('a stamp', () => {
    it('is now, where the clock is behind it', async () => {
      expect(await write(startMs + 5_000)).toBe(later(5_000))
      expect(await clock(mine)).toBe(later(5_000))
    })

    it.each([
      ['stands still', [0, 0, 0], [1, 2, 3]],
      ['goes back', [10, 9, -86_400_000], [10, 11, 12]],
      ['goes on by a millisecond', [1, 2, 3], [1, 2, 3]],
      ['catches up', [0, 0, 2, 3], [1, 2, 3, 4]],
    ])(
      'is at least a millisecond later than the one before where the wall clock %s',
      async (_, nows, stamps) => {
        for (const [index, now] of nows.entries()) {
          const expected = later(stamps[index] ?? Number.NaN)
          expect(await write(startMs + now)).toBe(expected)
          expect(await clock(mine)).toBe(expected)
        }
      },
    )

    it('is unique and later than that of every writer before, for fifty writers at the same instant', async () => {
      const taken: string[] = []
      const returned = await Promise.all(
        Array.from({ length: 50 }, () =>
          writeWorkspace(store.db, mine.id, startMs, async (_, stamp) => {
            taken.push(stamp)
            return { result: stamp, changed: true }
          }),
        ),
      )
      expect(taken).toEqual(Array.from({ length: 50 }, (_, index) => later(index + 1)))
      expect(returned.sort()).toEqual(taken)
      expect(await clock(mine)).toBe(later(50))
    })

    it('is unique among writers that change nothing and writers that fail, for fifty at once', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          if (index % 5 === 1) return await write(startMs, false).then(() => null)
          if (index % 5 === 3) return await failingWrite().catch(() => null)
          return await write(startMs)
        }),
      )
      const stamps = outcomes.filter(stamp => stamp !== null)
      expect(stamps.sort()).toEqual(Array.from({ length: 30 }, (_, index) => later(index + 1)))
      expect(await clock(mine)).toBe(later(30))
    })
  })

  const failingWrite = () =>
    writeWorkspace(store.db, mine.id, startMs, async connection => {
      await connection.query('update workspaces set name = $2 where workspace_id = $1', [mine.id, 'Never'])
      throw new Error('the plug was pulled')
    })

  describe('the clock', () => {
    it('is left alone by a write that changes nothing', async () => {
      expect(await write(startMs + 1_000, false)).toBe(later(1_000))
      expect(await clock(mine)).toBe(start)
      expect(await write(startMs)).toBe(later(1))
    })

    it('is left alone by a write that fails, and so is what it wrote', async () => {
      await expect(failingWrite()).rejects.toThrow('the plug was pulled')
      expect(await clock(mine)).toBe(start)
      const [row] = await store.db.query('select name from workspaces where workspace_id = $1', [mine.id])
      expect(row).toEqual({ name: mine.name })
      expect(await write(startMs)).toBe(later(1))
    })

    it('is left alone where a statement of the write is refused by the database', async () => {
      const refused = writeWorkspace(store.db, mine.id, startMs, async connection => {
        await connection.query('update workspaces set name = null where workspace_id = $1', [mine.id])
        return { result: null, changed: true }
      })
      await expect(refused).rejects.toMatchObject({ name: 'ConstraintViolation' })
      expect(await clock(mine)).toBe(start)
      expect(await write(startMs)).toBe(later(1))
    })

    it('stands at the stamp within the transaction once the write is done, and goes back with it', async () => {
      const inside = store.db.transaction(async connection => {
        const work = async (_: Connection, stamp: string) => ({ result: stamp, changed: true })
        expect(await writeInTransaction(connection, mine.id, startMs, work)).toBe(later(1))
        expect(await writeInTransaction(connection, mine.id, startMs, work)).toBe(later(2))
        expect(await clock(mine, connection)).toBe(later(2))
        throw new Error('the plug was pulled')
      })
      await expect(inside).rejects.toThrow('the plug was pulled')
      expect(await clock(mine)).toBe(start)
    })

    it('belongs to one workspace: that of another stands still', async () => {
      await write(startMs + 1_000)
      expect(await clock(foreign)).toBe(start)
    })
  })

  it('a workspace that is not there is an error that says so', async () => {
    const nowhere = writeWorkspace(store.db, 'wsp_nowhere', startMs, async () => {
      throw new Error('not reached')
    })
    await expect(nowhere).rejects.toThrow(new UnknownWorkspace('There is no workspace wsp_nowhere.'))
  })

  // The embedded store has one connection, so there is no second transaction to look on.
  describe.runIf(name === 'postgres')('while another transaction is open', () => {
    const gate = () => {
      let open = () => {}
      const opened = new Promise<void>(resolve => {
        open = resolve
      })
      return { open, opened }
    }

    /** Comes back once a connection of this database waits for a lock. */
    async function someoneWaits(): Promise<void> {
      const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await store.db.query(sql)).length === 0);
    }

    it('a later writer takes its stamp only after the earlier one has committed, so stamps show in order', async () => {
      const events: string[] = []
      const [started, finish] = [gate(), gate()]
      const earlier = writeWorkspace(store.db, mine.id, startMs + 500, async (_, stamp) => {
        started.open()
        await finish.opened
        events.push(`earlier has ${stamp}`)
        return { result: null, changed: true }
      })
      await started.opened
      const second = writeWorkspace(store.db, mine.id, startMs, async (_, stamp) => {
        events.push(`later has ${stamp}`)
        return { result: null, changed: true }
      })
      await someoneWaits()
      expect(events).toEqual([])
      expect(await clock(mine)).toBe(start)
      finish.open()
      await Promise.all([earlier, second])
      expect(events).toEqual([`earlier has ${later(500)}`, `later has ${later(501)}`])
      expect(await clock(mine)).toBe(later(501))
    })

    it('a writer to another workspace does not wait', async () => {
      const [started, finish] = [gate(), gate()]
      const held = writeWorkspace(store.db, mine.id, startMs, async () => {
        started.open()
        await finish.opened
        return { result: null, changed: true }
      })
      await started.opened
      const other = workspaceFile().workspace
      await insertWorkspace(store.db, other, start)
      const work = async (_: Connection, stamp: string) => ({ result: stamp, changed: true })
      expect(await writeWorkspace(store.db, other.id, startMs, work)).toBe(later(1))
      finish.open()
      await held
    })
  })
})

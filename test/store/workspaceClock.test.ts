import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src/store/engine/door.ts'
import { UnknownWorkspace, writeInTransaction, writeWorkspace } from '../../src/store/workspaceClock.ts'
import { insertWorkspace } from '../../src/store/workspaces.ts'
import { workspaceFile } from '../support/builders.ts'
import { waitingForLocks } from '../support/servers/waitingForLocks.ts'
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

  /** Returns the stamp of a write; `changed` says whether the write changes anything. */
  const write = (nowMs: number, changed = true): Promise<string> =>
    writeWorkspace(store.db, mine.id, nowMs, async (_, stamp) => ({ result: stamp, changed }))

  describe('a stamp', () => {
    it('is the current time if the clock is behind it', async () => {
      expect(await write(startMs + 5_000)).toBe(later(5_000))
      expect(await clock(mine)).toBe(later(5_000))
    })

    it.each([
      ['stops', [0, 0, 0], [1, 2, 3]],
      ['goes backwards', [10, 9, -86_400_000], [10, 11, 12]],
      ['advances by a millisecond', [1, 2, 3], [1, 2, 3]],
      ['catches up', [0, 0, 2, 3], [1, 2, 3, 4]],
    ])(
      'is at least a millisecond later than the previous one if the wall clock %s',
      async (_, nows, stamps) => {
        for (const [index, now] of nows.entries()) {
          const expected = later(stamps[index] ?? Number.NaN)
          expect(await write(startMs + now)).toBe(expected)
          expect(await clock(mine)).toBe(expected)
        }
      },
    )

    it('is unique and increasing for fifty writers at the same instant', async () => {
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

    it('is unique for fifty concurrent writers, some of which fail or change nothing', async () => {
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
    it('does not advance if a write changes nothing', async () => {
      expect(await write(startMs + 1_000, false)).toBe(later(1_000))
      expect(await clock(mine)).toBe(start)
      expect(await write(startMs)).toBe(later(1))
    })

    it('does not advance if a write fails, and the write is rolled back', async () => {
      await expect(failingWrite()).rejects.toThrow('the plug was pulled')
      expect(await clock(mine)).toBe(start)
      const [row] = await store.db.query('select name from workspaces where workspace_id = $1', [mine.id])
      expect(row).toEqual({ name: mine.name })
      expect(await write(startMs)).toBe(later(1))
    })

    it('does not advance if the database rejects a query of the write', async () => {
      const refused = writeWorkspace(store.db, mine.id, startMs, async connection => {
        await connection.query('update workspaces set name = null where workspace_id = $1', [mine.id])
        return { result: null, changed: true }
      })
      await expect(refused).rejects.toMatchObject({ name: 'ConstraintViolation' })
      expect(await clock(mine)).toBe(start)
      expect(await write(startMs)).toBe(later(1))
    })

    it('has the new stamp within the transaction after the write, and is rolled back with it', async () => {
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

    it('belongs to one workspace: the clocks of others do not advance', async () => {
      await write(startMs + 1_000)
      expect(await clock(foreign)).toBe(start)
    })
  })

  it('throws UnknownWorkspace if the workspace does not exist', async () => {
    const nowhere = writeWorkspace(store.db, 'wsp_nowhere', startMs, async () => {
      throw new Error('not reached')
    })
    await expect(nowhere).rejects.toThrow(new UnknownWorkspace('There is no workspace wsp_nowhere.'))
  })

  // The embedded store has a single connection, so there are no concurrent transactions.
  describe.runIf(name !== 'embedded')('while another transaction is open', () => {
    const gate = () => {
      let open = () => {}
      const opened = new Promise<void>(resolve => {
        open = resolve
      })
      return { open, opened }
    }

    /** Resolves once a connection to this database waits for a lock. */
    async function someoneWaits(): Promise<void> {
      while ((await waitingForLocks(store.db)) === 0);
    }

    it('a later writer takes its stamp only after the earlier one has committed, so stamps become visible in order', async () => {
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

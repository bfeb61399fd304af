/** After a restore, a cursor from before gets 409 instead of silently missing changes. */
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/store/engine/door.ts'
import { payloadOf, sealed } from '../../domain/forgedCursor.ts'
import { backupOf, restored } from '../../support/backups.ts'
import { company } from '../../support/builders.ts'
import { Follower } from '../../support/feed/follower.ts'
import { TestService, useService } from '../../support/service.ts'
import { describeOnBothStores, freshStore } from '../../support/stores.ts'
import { expectExact, Followed, followed } from './following.ts'

const resync = {
  status: 409,
  body: {
    defined: false,
    code: 'RESYNC_REQUIRED',
    status: 409,
    message: expect.stringContaining('Start again without a cursor'),
    data: { reason: 'restored' },
  },
}

describeOnBothStores('The epoch of GET /changes', store => {
  const service = useService(store)

  /** A follower reads on after a backup was made; then that backup is restored, and the workspace goes another way. */
  async function afterRestore(
    meddle: (before: Database, after: Database) => Promise<void> = async () => undefined,
  ) {
    const own = await followed(service.current)
    const backup = await backupOf(service.current.store.db)
    await own.load({ companies: [company({ name: 'Lost by the restore' })] })
    const follower = await own.following()
    const target = await freshStore(store)
    await restored(target.db, backup)
    await meddle(service.current.store.db, target.db)
    const other = await TestService.on(target)
    other.nowMs = service.current.nowMs + 60_000
    const there = new Followed(other, own.file, own.secret)
    const returned = new Follower(there.get)
    for (const { id, resource, at } of follower.seen) {
      returned.copy.apply({ at, resource, id, hash: follower.copy.rows.get(resource)?.get(id)?.hash ?? null })
    }
    returned.cursor = follower.cursor
    return { own, there, follower: returned, stop: () => other.stop() }
  }

  describe('409', () => {
    it('a cursor from before the restore, while the clock is behind it and once it has passed it', async () => {
      const { there, follower, own, stop } = await afterRestore()
      const path = `/changes?cursor=${follower.cursor}`
      expect(await there.get(path)).toEqual(resync)
      await there.load({ companies: [company({ name: 'Only after the restore' })] })
      expect(await there.get(path)).toEqual(resync)
      expect(await there.get(`${path}&wait=30`)).toEqual(resync)
      // The old service goes on, and so does one who starts again.
      expect((await own.get(path)).status).toBe(200)
      await expectExact(there, await there.following())
      await stop()
    })

    it('a build that keeps the epoch is noticed: the copy silently differs from the lists', async () => {
      const { there, follower, stop } = await afterRestore(async (before, after) => {
        const rows = await before.query<{ id: string; epoch: string }>(
          'select workspace_id as id, epoch from workspaces',
        )
        for (const { id, epoch } of rows) {
          await after.query('update workspaces set epoch = $2 where workspace_id = $1', [id, epoch])
        }
      })
      await there.load({ companies: [company({ name: 'Only after the restore' })] })
      await follower.catchUp()
      await expect(expectExact(there, follower)).rejects.toThrow()
      await stop()
    })

    it('a cursor ahead of the clock, as after a database was copied back by other means', async () => {
      const own = await followed(service.current)
      const { nextCursor, clock } = await own.follower().page()
      const fields = JSON.parse(payloadOf(nextCursor)) as string[]
      const at = (ms: number) =>
        sealed(JSON.stringify(fields.with(3, new Date(Date.parse(clock) + ms).toISOString())))
      expect((await own.get(`/changes?cursor=${at(0)}`)).status).toBe(200)
      expect(await own.get(`/changes?cursor=${at(1)}`)).toEqual(resync)
    })

    it('a cursor with the epoch of another workspace, or one that never was', async () => {
      const own = await followed(service.current)
      const { nextCursor } = await own.follower().page()
      const fields = JSON.parse(payloadOf(nextCursor)) as string[]
      const foreign = await followed(service.current, service.current.foreign)
      const [, , epoch] = JSON.parse(payloadOf((await foreign.follower().page()).nextCursor)) as string[]
      for (const other of [epoch ?? '', '', 'never']) {
        expect(await own.get(`/changes?cursor=${sealed(JSON.stringify(fields.with(2, other)))}`)).toEqual(
          resync,
        )
      }
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey, revoke } from '../../src/actions/keys.ts'
import { hashSecret, newSecret } from '../../src/domain/access/apiKey.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import { admitKeys, admitSeenKey, type SeenKey } from '../../src/store/keys/admission.ts'
import { smallWorkspace } from '../support/builders.ts'
import { actor, startOfTime } from '../support/service.ts'
import { describeOnOneServer, freshStore, type TestStore } from '../support/stores.ts'

const startMs = Date.parse(startOfTime)
const dayMs = 24 * 60 * 60 * 1000
const rules = { perSecond: 25, burst: 100 }

describeOnOneServer('admission', name => {
  const file = smallWorkspace()
  let store: TestStore
  beforeAll(async () => {
    store = await freshStore(name)
    await loadWorkspace(store.db, file, { nowMs: startMs, actor })
  })
  afterAll(async () => {
    await store?.remove()
  })

  async function newKey(expiresInDays: 30 | null = null) {
    const request = { workspaceId: file.workspace.id, name: 'Key', scopes: [], expiresInDays }
    const { key, secret } = await createKey(store.db, request, actor, startMs)
    return { key, hash: hashSecret(secret) }
  }

  const admit = async (requests: [string, number][], nowMs = startMs) =>
    await admitKeys(store.db, rules, new Map(requests), nowMs)

  const bucketsOf = (keyId: string) =>
    store.db.query('select granted, missing from rate_buckets where bucket = $1', [`key:${keyId}`])

  it('returns the state of each key, the clock of its workspace and the tokens taken', async () => {
    const [one, other] = [await newKey(), await newKey(30)]
    const found = await admit([
      [one.hash, 3],
      [hashSecret(newSecret()), 7],
      [other.hash, 120],
    ])
    const byHash = new Map(found.map(key => [key.secretHash, key]))
    expect(found).toHaveLength(2)
    expect(byHash.get(one.hash)).toEqual({
      secretHash: one.hash,
      id: one.key.id,
      name: 'Key',
      scopes: [],
      expiresAt: null,
      revokedAt: null,
      workspaceId: file.workspace.id,
      workspaceName: file.workspace.name,
      version: startOfTime,
      epoch: expect.stringMatching(/^[0-9a-f]{32}$/),
      networks: null,
      rowVersion: expect.stringMatching(/^\d+$/),
      granted: 3,
      missing: 3,
    })
    expect(byHash.get(other.hash)).toMatchObject({ id: other.key.id, granted: 100, missing: 100 })
    expect(await admit([[one.hash, 100]], startMs + 40)).toMatchObject([{ granted: 98, missing: 100 }])
  })

  it('takes no tokens for a revoked key', async () => {
    const { key, hash } = await newKey()
    await admit([[hash, 1]])
    await revoke(store.db, key.id, actor, startMs)
    expect(await admit([[hash, 5]])).toMatchObject([{ id: key.id, granted: null, missing: null }])
    expect(await bucketsOf(key.id)).toEqual([{ granted: 1, missing: 1 }])
  })

  it('takes no tokens for a key from the exact millisecond of its expiry, by the clock passed in', async () => {
    const { key, hash } = await newKey(30)
    const expiryMs = startMs + 30 * dayMs
    expect(await admit([[hash, 5]], expiryMs)).toMatchObject([{ id: key.id, granted: null, missing: null }])
    expect(await bucketsOf(key.id)).toEqual([])
    expect(await admit([[hash, 5]], expiryMs - 1)).toMatchObject([{ granted: 5 }])
  })

  it('never deadlocks or grants too many tokens, in concurrent batches that list the keys in different orders', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => newKey()))
    const requests = keys.map(({ hash }): [string, number] => [hash, 3])
    const batches = Array.from({ length: 40 }, (_, turn) =>
      admit(turn % 2 === 0 ? requests : requests.toReversed()),
    )
    const granted = new Map<string, number>()
    for (const { id, granted: count } of (await Promise.all(batches)).flat()) {
      granted.set(id, (granted.get(id) ?? 0) + (count ?? 0))
    }
    expect([...granted.values()]).toEqual(Array(20).fill(100))
  })

  describe('of a key that the process has seen before', () => {
    /** A new key, seen with a first request that takes some tokens. */
    async function newSeen(tokens: number, expiresInDays: 30 | null = null) {
      const { hash } = await newKey(expiresInDays)
      const [seen] = await admit([[hash, tokens]])
      if (seen === undefined) throw new Error('The key was not found.')
      return seen
    }

    const admitSeen = (seen: SeenKey, wanted: number, nowMs = startMs) =>
      admitSeenKey(store.db, rules, seen, wanted, nowMs)

    it('takes what the look-up of several keys would take, and returns the same, while there are enough', async () => {
      const [one, other] = [await newSeen(2), await newSeen(2)]
      const takes: [wanted: number, afterMs: number, hasAll: boolean][] = [
        [3, 0, true],
        [96, 40, true],
        [1, 40, false],
        [1, 80, true],
        [120, 2_000, false],
        [5, 2_040, false],
        [1, 2_080, true],
        [5, 3_000, true],
        // The clock was set back by less, and by more, than clocks differ.
        [5, -6_000, true],
        // Only the time since the latest take counts.
        [1, 3_400, true],
        [5, -20_000, false],
        [5, -19_000, true],
      ]
      for (const [wanted, afterMs, hasAll] of takes) {
        const nowMs = startMs + afterMs
        const [expected] = await admit([[one.secretHash, wanted]], nowMs)
        const before = await bucketsOf(other.id)
        const found = await admitSeen(other, wanted, nowMs)
        if (hasAll) {
          const { secretHash, id, rowVersion } = other
          expect(found).toEqual({ ...expected, secretHash, id, rowVersion })
        } else {
          expect(found).toBeNull()
          expect(await bucketsOf(other.id)).toEqual(before)
          await admit([[other.secretHash, wanted]], nowMs)
        }
      }
    })

    it('returns the state of the workspace as it is now', async () => {
      const seen = await newSeen(1)
      const older = { ...seen, version: '2020-01-01T00:00:00.000Z', workspaceName: 'Old' }
      expect(await admitSeen(older, 1)).toEqual({ ...seen, granted: 1, missing: 2 })
    })

    it('takes nothing if its row has changed in any way', async () => {
      const seen = await newSeen(1)
      await store.db.query("update api_keys set name = 'Other' where workspace_id = $1 and id = $2", [
        file.workspace.id,
        seen.id,
      ])
      expect(await admitSeen(seen, 5)).toBeNull()
      expect(await bucketsOf(seen.id)).toEqual([{ granted: 1, missing: 1 }])
      const [again] = await admit([[seen.secretHash, 0]])
      expect(await admitSeen(again as SeenKey, 5)).toMatchObject({ name: 'Other', granted: 5 })
    })

    it('takes nothing after a restore of its workspace', async () => {
      const seen = await newSeen(1)
      expect(await admitSeen({ ...seen, epoch: 'another' }, 5)).toBeNull()
      expect(await bucketsOf(seen.id)).toEqual([{ granted: 1, missing: 1 }])
    })

    it('takes nothing without a bucket, from a revoked or expired key, or in another workspace', async () => {
      const [fresh, revoked, expiring] = [await newSeen(0), await newSeen(1), await newSeen(1, 30)]
      await store.db.query('delete from rate_buckets where bucket = $1', [`key:${fresh.id}`])
      expect(await admitSeen(fresh, 5)).toBeNull()
      await revoke(store.db, revoked.id, actor, startMs)
      expect(await admitSeen(revoked, 5)).toBeNull()
      expect(await admitSeen(expiring, 5, startMs + 30 * dayMs)).toBeNull()
      expect(await admitSeen({ ...expiring, workspaceId: 'wsp_other' }, 5)).toBeNull()
      expect(await bucketsOf(fresh.id)).toEqual([])
      for (const { id } of [revoked, expiring]) {
        expect(await bucketsOf(id)).toEqual([{ granted: 1, missing: 1 }])
      }
    })

    it('never grants too many tokens to concurrent batches of both kinds', async () => {
      const key = await newSeen(1)
      const batches = Array.from({ length: 60 }, async (_, turn) =>
        turn % 2 === 0
          ? (await admit([[key.secretHash, 3]]))[0]?.granted
          : (await admitSeen(key, 3))?.granted,
      )
      const granted = (await Promise.all(batches)).reduce<number>((sum, count) => sum + (count ?? 0), 0)
      expect(granted).toBe(99)
    })
  })
})

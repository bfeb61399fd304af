import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { insertMembership } from '../../src/store/people/memberships.ts'
import {
  deleteSessions,
  dropOldSessions,
  findSignedIn,
  insertSession,
  noteSeen,
  sessionIdleMsMax,
  sessionMsMax,
} from '../../src/store/people/sessions.ts'
import { insertUser } from '../../src/store/people/users.ts'
import { insertWorkspace } from '../../src/store/workspaces.ts'
import { describeOnBothStores, freshStore, type TestStore } from '../support/stores.ts'

const nowMs = Date.parse('2026-06-01T12:00:00.000Z')
const there = { address: '192.0.2.2', client: null }
const at = (ms: number): string => new Date(ms).toISOString()

describeOnBothStores('sessions', storeName => {
  let store: TestStore
  let made = 0

  beforeAll(async () => {
    store = await freshStore(storeName)
    await insertWorkspace(store.db, { id: 'own', name: 'Own' }, at(nowMs))
    await insertWorkspace(store.db, { id: 'foreign', name: 'Foreign' }, at(nowMs))
  })
  afterAll(() => store?.remove())

  async function newUser(): Promise<string> {
    made += 1
    const user = {
      id: newId('usr', nowMs),
      email: `user${made}@example.com`,
      name: 'User',
      passwordHash: 'x',
    }
    await insertUser(store.db, { ...user, createdAt: at(nowMs) })
    return user.id
  }

  async function newSession(userId: string, startMs = nowMs): Promise<string> {
    made += 1
    const hash = `hash ${made}`
    const from = { address: '192.0.2.1', client: 'Firefox on Linux', deviceHash: null }
    await insertSession(store.db, { id: `ses ${made}`, tokenHash: hash, userId, ...from }, startMs)
    return hash
  }

  const isThere = async (hash: string) =>
    (await store.db.query('select from sessions where token_hash = $1', [hash])).length > 0

  describe('findSignedIn', () => {
    it('returns the person with their role in the workspace and its clock', async () => {
      const userId = await newUser()
      await insertMembership(store.db, 'own', { userId, role: 'admin', createdAt: at(nowMs) })
      const hash = await newSession(userId)
      expect(await findSignedIn(store.db, hash, 'own', nowMs)).toMatchObject({
        id: userId,
        role: 'admin',
        workspaceName: 'Own',
        version: at(nowMs),
      })
    })

    it('returns no role, name or clock of a workspace the person does not belong to', async () => {
      const userId = await newUser()
      await insertMembership(store.db, 'own', { userId, role: 'owner', createdAt: at(nowMs) })
      const hash = await newSession(userId)
      for (const workspaceId of ['foreign', 'nobody', null]) {
        const found = await findSignedIn(store.db, hash, workspaceId, nowMs)
        expect(found).toMatchObject({ id: userId, role: null, workspaceName: null, version: null })
      }
    })

    it('returns null 12 hours after the last use and 30 days after the first', async () => {
      const userId = await newUser()
      const hash = await newSession(userId)
      const found = async (ms: number) => (await findSignedIn(store.db, hash, null, nowMs + ms)) !== null
      expect([sessionIdleMsMax, sessionMsMax]).toEqual([12 * 3_600_000, 30 * 24 * 3_600_000])
      expect([await found(sessionIdleMsMax - 1), await found(sessionIdleMsMax)]).toEqual([true, false])
      await noteSeen(store.db, hash, { lastSeenAt: at(nowMs) }, there, nowMs + sessionMsMax - 1)
      expect([await found(sessionMsMax - 1), await found(sessionMsMax)]).toEqual([true, false])
    })
  })

  it('record the last use to the minute and never move it back', async () => {
    const userId = await newUser()
    const hash = await newSession(userId)
    const lastSeenAt = async () => (await findSignedIn(store.db, hash, null, nowMs))?.lastSeenAt
    const note = async (ms: number, knownMs = nowMs) =>
      await noteSeen(store.db, hash, { lastSeenAt: at(knownMs) }, there, ms)
    await note(nowMs + 59_999)
    expect(await lastSeenAt()).toBe(at(nowMs))
    await note(nowMs + 120_000)
    expect(await lastSeenAt()).toBe(at(nowMs + 120_000))
    // Concurrent requests may read the same row and record their use in either order.
    await note(nowMs + 60_000)
    expect(await lastSeenAt()).toBe(at(nowMs + 120_000))
  })

  it('of one person can all be ended except one, without touching those of others', async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    const [one, other, theirs] = [await newSession(ada), await newSession(ada), await newSession(eve)]
    await deleteSessions(store.db, ada, other)
    expect([await isThere(one), await isThere(other), await isThere(theirs)]).toEqual([false, true, true])
    await deleteSessions(store.db, ada, null)
    expect([await isThere(other), await isThere(theirs)]).toEqual([false, true])
  })

  it('are deleted exactly if they have ended', async () => {
    const userId = await newUser()
    const starts = [0, 1, sessionIdleMsMax - 1, sessionIdleMsMax, sessionIdleMsMax + 1, sessionMsMax]
    const hashes: string[] = []
    for (const ago of starts) hashes.push(await newSession(userId, nowMs - ago))
    const before: boolean[] = []
    for (const hash of hashes) before.push((await findSignedIn(store.db, hash, null, nowMs)) !== null)
    expect(before).toEqual([true, true, true, false, false, false])
    await dropOldSessions(store.db, nowMs)
    const after: boolean[] = []
    for (const hash of hashes) after.push(await isThere(hash))
    expect(after).toEqual(before)
  })
})

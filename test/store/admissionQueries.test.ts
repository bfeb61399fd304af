/** How many queries it takes to admit a request, by the state of its key's bucket. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../../src/actions/keys.ts'
import { openGate } from '../../src/api/gate/admission.ts'
import { networkGuard } from '../../src/api/gate/networkGuard.ts'
import { hashSecret } from '../../src/domain/access/apiKey.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../src/store/engine/door.ts'
import { smallWorkspace } from '../support/builders.ts'
import { actor, startOfTime } from '../support/service.ts'
import { describeOnOneServer, freshStore, type TestStore } from '../support/stores.ts'

const startMs = Date.parse(startOfTime)
const rules = { perSecond: 1, burst: 3 }

describeOnOneServer('the queries of admissions', name => {
  const file = smallWorkspace()
  let store: TestStore
  let secretHash: string
  beforeAll(async () => {
    store = await freshStore(name)
    await loadWorkspace(store.db, file, { nowMs: startMs, actor })
    const request = { workspaceId: file.workspace.id, name: 'Key', scopes: [], expiresInDays: null }
    secretHash = hashSecret((await createKey(store.db, request, actor, startMs)).secret)
  })
  afterAll(async () => {
    await store?.remove()
  })

  it('are one for each request of a key, whether it is new, known, over its limit, or below it again', async () => {
    let queries = 0
    const query: Database['query'] = (sql, values) => {
      queries += 1
      return store.db.query(sql, values)
    }
    const gate = openGate({ ...store.db, engine: 'postgres', query }, rules, networkGuard())
    const admitted: [isAllowed: boolean | undefined, queries: number][] = []
    for (const seconds of [0, 0, 0, 0, 0, 1, 1]) {
      queries = 0
      const { taken } = await gate.admit(secretHash, { nowMs: startMs + seconds * 1_000, peer: '192.0.2.1' })
      admitted.push([taken?.allowed, queries])
    }
    const [yes, no] = [
      [true, 1],
      [false, 1],
    ]
    expect(admitted).toEqual([yes, yes, yes, no, no, yes, no])
  })
})

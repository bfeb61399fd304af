/**
 * Followers that are killed and started again race with writers that insert, change, delete, import, undo, rename and
 * move. Whenever a copy is up to date it equals the workspace at that clock. `npm run faults -- feed` is the long version.
 */
import { describe, expect, it } from 'vitest'
import { randomStream } from '../../../src/demo/random.ts'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import type { Database } from '../../../src/store/engine/door.ts'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { insertPayee } from '../../../src/store/payees.ts'
import { writeWorkspace } from '../../../src/store/workspaceClock.ts'
import { company, payee, workspaceFile } from '../../support/builders.ts'
import { FeedWriter, raceWorkspace } from '../../support/feed/feedWriter.ts'
import type { Get, View } from '../../support/feed/follower.ts'
import { judge, type Observation, readHistory, recordHistory } from '../../support/feed/history.ts'
import { type KeptPage, RacingFollower } from '../../support/feed/racingFollower.ts'
import { withoutDeletions, withoutDepartures, withoutStamps } from '../../support/feed/wrongBuilds.ts'
import { withoutClockLock } from '../../support/randomWriter.ts'
import { actor, TestService, useService } from '../../support/service.ts'
import { describeOnOneServer, freshStore, type StoreName } from '../../support/stores.ts'
import { directAsker } from '../lists.ts'
import { expectExact, followed } from './following.ts'

const writers = 3

class Killed extends Error {}

/** Fails after some requests: before a request is sent, or when its reply has arrived. */
function mortal(get: Get, requests: number, losesReply: boolean): Get {
  let left = requests
  return async path => {
    left -= 1
    if (left < 0 && !losesReply) throw new Killed()
    const reply = await get(path)
    if (left < 0) throw new Killed()
    return reply
  }
}

interface Result {
  observations: Observation[]
  findings: string[]
  listsCompared: number
  kills: number
}

/** Lets writers wait until a follower is up to date, because otherwise a fast writer would never let one be. */
class Moments {
  readonly #waiting = new Set<() => void>()

  next(): Promise<void> {
    return new Promise(settle => this.#waiting.add(settle))
  }

  come(): void {
    for (const settle of this.#waiting) settle()
    this.#waiting.clear()
  }
}

/** Follows until the writers have ended, in many short lives, and then to the end. */
async function followInLives(
  name: string,
  get: Get,
  view: View,
  { writing, moments }: { writing: Promise<unknown>; moments: Moments },
): Promise<Result> {
  const random = randomStream(name)
  const pages: KeptPage[] = []
  const journal = { read: () => pages, append: (page: KeptPage) => void pages.push(page) }
  const result: Result = { observations: [], findings: [], listsCompared: 0, kills: 0 }
  const notes = {
    observe: (observation: Observation) => {
      result.observations.push(observation)
      moments.come()
    },
    find: (finding: string) => void result.findings.push(finding),
    compared: (lists: number) => {
      result.listsCompared += lists
    },
  }
  const born = (with_: Get) => new RacingFollower(name, { get: with_, view, journal, notes, random })
  let isWriting = true
  const ended = writing.finally(() => {
    isWriting = false
  })
  while (isWriting) {
    const life = mortal(get, 1 + random.below(12), random.percent(50))
    await born(life)
      .follow()
      .catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        result.kills += 1
      })
  }
  await ended
  await born(get).finish()
  return result
}

/** Runs a race, with writers on a wrong build if one is given. */
async function race(store: StoreName, steps: number, build: (db: Database) => Database = db => db) {
  const { databaseUrl, db, remove } = await freshStore(store)
  const service = await TestService.on({ databaseUrl, db, remove })
  const { file, companyIds } = raceWorkspace(writers)
  const foreign = workspaceFile({ companies: [company()] })
  for (const each of [file, foreign]) await loadWorkspace(db, each, { nowMs: Date.now(), actor })
  await recordHistory(db)
  const url = databaseUrl
  const pools = await Promise.all(
    Array.from({ length: writers }, () => (url === null ? db : openPostgres({ url, connections: 1 }))),
  )
  const moments = new Moments()
  const writing = Promise.all(
    pools.map(async (pool, index) => {
      const task = {
        workspaceId: file.workspace.id,
        foreignId: foreign.workspace.id,
        companyIds,
        ...{ writer: index + 1, seed: index + 1 },
      }
      const writer = new FeedWriter(build(pool), task)
      for (let step = 0; step < steps; step += 1) {
        await writer.step()
        if (step % 2 === index % 2) await moments.next()
      }
    }),
  )
  const get = directAsker(service, await service.key(file))
  const views: View[] = [
    {},
    { companyId: companyIds[0] },
    { resources: ['category', 'payee', 'transaction'] },
  ]
  const results = await Promise.all(
    views.map((view, nth) => followInLives(`follower ${nth}`, get, view, { writing, moments })),
  )
  const history = await readHistory(db, file.workspace.id)
  const { comparisons, findings } = judge(
    history,
    results.flatMap(({ observations }) => observations),
  )
  if (databaseUrl !== null) await Promise.all(pools.map(pool => pool.close()))
  await service.stop()
  return {
    changes: history.length,
    comparisons,
    listsCompared: results.map(({ listsCompared }) => listsCompared),
    kills: results.reduce((sum, { kills }) => sum + kills, 0),
    findings: [...findings, ...results.flatMap(result => result.findings)],
  }
}

describeOnOneServer('Followers and writers in a race', store => {
  it('every copy equals the workspace at its clock whenever it is up to date, and so does every digest', async () => {
    const { changes, comparisons, listsCompared, kills, findings } = await race(store, 25)
    expect(findings).toEqual([])
    expect(changes).toBeGreaterThan(500)
    expect(comparisons).toBeGreaterThan(50)
    expect(kills).toBeGreaterThan(3)
    for (const lists of listsCompared) expect(lists).toBeGreaterThan(0)
  })
})

describe('The race notices a build that', () => {
  it.each([
    ['deletes rows without recording it', withoutDeletions, /should be/],
    ['moves rows to another company without recording it', withoutDepartures, /follower 1 .* should be/],
    ['changes accounts and categories without a stamp', withoutStamps, /stale (acc|cat)_/],
  ])('%s', async (_, build, finding) => {
    const { findings } = await race('embedded', 25, build)
    expect(findings.filter(each => finding.test(each)).length).toBeGreaterThan(0)
  })
})

describe('The lock on the clock (postgres)', () => {
  const service = useService('postgres')

  it.each([
    { locked: true, outcome: 'the row that was stamped first is followed' },
    {
      locked: false,
      outcome: 'the copy cannot be brought up to date, so a build without the lock is noticed',
    },
  ])('two overlapping writers, lock held: $locked: $outcome', async ({ locked }) => {
    const owner = company()
    const own = await followed(service.current, workspaceFile({ companies: [owner] }))
    const { id } = own.file.workspace
    const url = service.current.store.databaseUrl ?? ''
    const pools = await Promise.all([1, 2].map(() => openPostgres({ url, connections: 1 })))
    const [slow, quick] = pools.map(db => (locked ? db : withoutClockLock(db)))
    if (!slow || !quick) throw new Error('Two pools were opened.')
    const follower = await own.following()
    const write = (db: Database, name: string, before: () => Promise<void>) =>
      writeWorkspace(db, id, service.current.nowMs, async (connection, stamp) => {
        await before()
        const { createdAt: _, updatedAt: __, ...row } = payee(owner, { id: name })
        await insertPayee(connection, id, row, stamp)
        return { result: undefined, changed: true }
      })
    // The slow writer has its stamp and stays open while the quick one could overtake it.
    let quickWriter: Promise<void> = Promise.resolve()
    await write(slow, 'pye_slow', async () => {
      service.current.nowMs += 5
      quickWriter = write(quick, 'pye_quick', async () => undefined)
      if (!locked) await quickWriter
      await follower.catchUp()
    })
    await quickWriter
    await Promise.all(pools.map(db => db.close()))
    const copied = async () => {
      await follower.catchUp()
      await expectExact(own, follower)
      return [...(follower.copy.rows.get('payee')?.keys() ?? [])].sort()
    }
    if (locked) expect(await copied()).toEqual(['pye_quick', 'pye_slow'])
    else await expect(copied()).rejects.toThrow()
  })
})

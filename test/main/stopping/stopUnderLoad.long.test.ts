/** SIGTERM during many writes: no connection is reset, and no write is stored without a reply. */
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../src/store/engine/door.ts'
import { openEmbedded } from '../../../src/store/engine/embedded.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { useSandbox } from '../../support/program.ts'
import { freshDatabase, type TestStore } from '../../support/stores.ts'
import { stopUnderLoad } from '../busyClients.ts'
import { loadWithKey } from '../workers/workersStore.ts'

const clients = 12
vi.setConfig({ testTimeout: 3_600_000 })
/** To run more: FLORIN_TEST_STOPS=20 npx vitest run test/main/stopping/stopUnderLoad.long.test.ts */
const stops = Number(process.env.FLORIN_TEST_STOPS ?? 2)
const limits = { FLORIN_RATE_PER_SECOND: '1000000', FLORIN_RATE_BURST: '1000000', FLORIN_DEMO: 'off' }

const sandbox = useSandbox()
const own = smallWorkspace()
const companyId = own.companies[0]?.id ?? ''
let store: TestStore | null = null

afterAll(() => store?.remove())

const payeeIds = async (db: Database): Promise<string[]> =>
  (await db.query<{ id: string }>(`select id from payees where name = 'Busy'`)).map(({ id }) => id)

async function stopsOf(env: Record<string, string>, secret: string) {
  const seen = { resets: 0, unanswered: 0, refused: 0, lastReplies: 0, others: [] as number[] }
  const acknowledged: string[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    const service = await sandbox.serve({ ...limits, ...env })
    const { tally, code } = await stopUnderLoad(service, { secret, companyId }, clients)
    expect(code).toBe(0)
    seen.resets += tally.resets
    seen.unanswered += tally.unanswered
    seen.refused += tally.refused
    seen.lastReplies += tally.lastReplies
    seen.others.push(...tally.statuses.filter(status => status !== 201))
    acknowledged.push(...tally.acknowledged)
  }
  if (process.env.FLORIN_TEST_STOPS) process.stdout.write(`${JSON.stringify({ ...env, ...seen, stops })}\n`)
  return { seen, acknowledged }
}

/** `unanswered` may be above 0: on a stalled machine, a client may send too late and find its connection ended. */
function expectCalm({
  resets,
  others,
  refused,
  lastReplies,
}: Awaited<ReturnType<typeof stopsOf>>['seen']): void {
  expect({ resets, others, refused }).toEqual({ resets: 0, others: [], refused: stops * clients })
  expect(lastReplies).toBeGreaterThan(0)
}

describe('SIGTERM with busy clients on keep-alive connections', () => {
  it('resets none and stores nothing without a reply (embedded)', async () => {
    const dataDir = sandbox.dataFolder('data')
    const secret = await withEmbedded(dataDir, async db => (await loadWithKey(db, own)).secret)
    const { seen, acknowledged } = await stopsOf({ FLORIN_DATA_DIR: dataDir }, secret)
    expectCalm(seen)
    const stored = await withEmbedded(dataDir, payeeIds)
    expect(stored.sort()).toEqual(acknowledged.sort())
  })

  it.each([1, 2])(
    'resets none and stores nothing without a reply (PostgreSQL, %i workers)',
    async workers => {
      store = await freshDatabase('florin_template')
      const { secret } = await loadWithKey(store.db, own)
      const env = { DATABASE_URL: store.databaseUrl ?? '', FLORIN_WORKERS: String(workers) }
      const { seen, acknowledged } = await stopsOf(env, secret)
      expectCalm(seen)
      expect((await payeeIds(store.db)).sort()).toEqual(acknowledged.sort())
      await store.remove()
      store = null
    },
  )
})

async function withEmbedded<Result>(
  dataDir: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openEmbedded({ folder: `${dataDir}/store` })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

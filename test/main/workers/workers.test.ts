/** florin serve --workers: the start, and one rate limit for all workers. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallWorkspace } from '../../support/builders.ts'
import { type Program, useSandbox } from '../../support/program.ts'
import { describeOnServers, freshDatabase, freshStore, type TestStore } from '../../support/stores.ts'
import { type Line, logOf, openLines, pidsOf } from './workersLines.ts'
import { loadWithKey } from './workersStore.ts'

describeOnServers('florin serve --workers', name => {
  const workers = 3
  const sandbox = useSandbox()
  let store: TestStore
  let program: Program
  let greeting: string
  let url: string
  let secret: string
  let lines: Line[]

  const found = (pattern: RegExp): string => pattern.exec(greeting)?.[1] ?? ''

  beforeAll(async () => {
    // The first start makes the schema; on a cluster it is distributed by then.
    store = name === 'citus' ? await freshStore(name) : await freshDatabase('template1')
    // Time stops in all processes, so that no token comes back while they are counted.
    const frozen = sandbox.file('frozen.mjs', `Date.now = () => ${Date.now()}`)
    program = sandbox.start(['serve', '--workers', String(workers)], {
      DATABASE_URL: store.databaseUrl ?? '',
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import=${frozen}`,
    })
    // The curl line is followed by an empty line.
    greeting = await program.until(({ stdout }) => (/curl .*\n\n$/.test(stdout) ? stdout : null))
    url = new URL(found(/API +(\S+)/)).origin
    secret = found(/^ {2}(florin_\w{40})$/m)
    lines = await openLines({ url, program }, workers, 3)
  })

  afterAll(async () => {
    for (const line of lines ?? []) line.close()
    await program?.stop('SIGTERM')
    await store?.remove()
  })

  describe('the first start with several workers', () => {
    it('prints once where the service is and how many workers it has, when all of them listen', () => {
      expect(greeting.match(/Florin is running/g)).toHaveLength(1)
      expect(found(/Workers +(\S+)/)).toBe(String(workers))
      expect(program.stdout).toBe(greeting)
      expect(new Set(lines.map(({ worker }) => worker))).toEqual(new Set([1, 2, 3]))
    })

    it('creates one demo workspace with one key, which every worker accepts', async () => {
      const counts = `select (select count(*)::int from workspaces) as workspaces, (select count(*)::int from api_keys) as keys`
      expect(await store.db.query(counts)).toEqual([{ workspaces: 1, keys: 1 }])
      for (const line of lines) expect((await line.client(secret).companies.list()).data).toHaveLength(3)
    })

    it('does not put the demo key into a log, an argument or an environment', async () => {
      expect(program.stderr).not.toContain(secret)
      if (process.platform !== 'linux') return
      for (const pid of [program.pid, ...(await pidsOf(program, workers))]) {
        expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(secret)
        expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(secret)
      }
    })

    it('has a log of whole lines that say which process wrote them: 0 for the primary', async () => {
      const listening = await program.until(() => {
        const lines = logOf(program).filter(({ msg }) => msg === 'listening')
        return lines.length > workers ? lines : null
      })
      expect(listening.map(({ worker }) => worker).sort()).toEqual([0, 1, 2, 3])
      expect(new Set(logOf(program).map(({ worker }) => worker))).toEqual(new Set([0, 1, 2, 3]))
    })
  })

  describe('the rate limit of a key', () => {
    it('is shared by all workers: exactly 100 of 180 requests pass', async () => {
      const [own, foreign] = [
        await loadWithKey(store.db, smallWorkspace()),
        await loadWithKey(store.db, smallWorkspace()),
      ]
      const askedInTurn = async (line: Line) => {
        const replies: { worker: number; status: number; left: number }[] = []
        for (let turn = 0; turn < 20; turn += 1) {
          const { status, headers } = await line.ask('/v1/workspace', own)
          replies.push({ worker: line.worker, status, left: Number(headers.get('ratelimit-remaining')) })
        }
        return replies
      }
      const replies = (await Promise.all(lines.map(askedInTurn))).flat()
      const passed = replies.filter(({ status }) => status === 200)
      // Each number left occurs exactly once.
      expect(passed.map(({ left }) => left).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, index) => index),
      )
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(80)
      expect(new Set(passed.map(({ worker }) => worker)).size).toBeGreaterThan(1)

      const elsewhere = await Promise.all(lines.map(line => line.ask('/v1/workspace', foreign)))
      expect(elsewhere.map(({ status }) => status)).toEqual(lines.map(() => 200))
    })
  })
})

/** Workers killed under load are replaced while the others keep working; SIGTERM under load loses no request. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pauseBefore } from '../../../src/main/workers/crew.ts'
import { iban, smallWorkspace } from '../../support/builders.ts'
import { type Outcome, type Serving, useSandbox } from '../../support/program.ts'
import { describeOnServers, freshStore, type TestStore } from '../../support/stores.ts'
import { patient } from '../patientService.ts'
import { payeeHead, RawConnection, refusesConnections } from '../rawConnection.ts'
import { type Line, type LogLine, logOf, openLines, pidsOf } from './workersLines.ts'
import { loadWithKey } from './workersStore.ts'

describeOnServers('Workers', name => {
  const workers = 2
  /** For what takes a moment, and much longer on a busy machine. */
  const patience = { timeout: 60_000, interval: 10 }
  const sandbox = useSandbox()
  const [own, foreign] = [smallWorkspace(), smallWorkspace()]
  let store: TestStore
  let service: Serving
  let secret: string
  let foreignSecret: string

  beforeAll(async () => {
    store = await freshStore(name)
    secret = (await loadWithKey(store.db, own)).secret
    foreignSecret = (await loadWithKey(store.db, foreign)).secret
    service = await sandbox.serve({
      DATABASE_URL: store.databaseUrl ?? '',
      FLORIN_WORKERS: String(workers),
      FLORIN_RATE_BURST: '100000',
      LOG_LEVEL: 'info',
      ...patient(sandbox),
    })
  })

  afterAll(() => store?.remove())

  /** The lines that are logged from now on. */
  function logFromNow() {
    const before = logOf(service.program).length
    const lines = () => logOf(service.program).slice(before)
    return {
      lines,
      until: (find: (lines: LogLine[]) => boolean) =>
        service.program.until(() => (find(lines()) ? lines() : null)),
    }
  }

  const endings = (lines: LogLine[]) => lines.filter(({ msg }) => msg.startsWith('worker exited'))
  const starts = (lines: LogLine[]) => lines.filter(({ msg }) => msg === 'worker listening')

  /** Sends requests until stopped, or until its connection is gone. */
  function load(line: Line) {
    const state = { line, answered: 0, failed: false, stop: false }
    const done = (async () => {
      while (!state.stop && !state.failed) {
        await line.ask('/v1/transactions', { secret }).then(
          ({ status }) => {
            expect(status).toBe(200)
            state.answered += 1
          },
          () => {
            state.failed = true
          },
        )
      }
    })()
    return Object.assign(state, { done })
  }

  describe('a worker that is killed under load', () => {
    const newerVersion = `insert into migrations (number, name, checksum) values (999, '0999_later.sql', 'x')`

    it('loses only its own connections, and is replaced as soon as another can start', async () => {
      const lines = await openLines(service, workers, 2)
      const loads = lines.map(load)
      await vi.waitFor(
        () => expect(Math.min(...loads.map(({ answered }) => answered))).toBeGreaterThan(3),
        patience,
      )
      // The first replacement cannot start.
      await store.db.query(newerVersion)
      const log = logFromNow()
      const [killed = 0, other = 0] = await pidsOf(service.program, workers)
      const halfTaken = await killWithConnectionOnItsWay(killed)
      await vi.waitFor(() => expect(halfTaken.closed).toBe(true), patience)
      await log.until(logged => endings(logged).length === 2)
      const then = loads.map(({ answered }) => answered)
      await store.db.query('delete from migrations where number = 999')
      await log.until(logged => starts(logged).length === 1)
      const wentOn = () =>
        loads.every(({ line, answered }, index) => line.worker === 1 || answered > (then[index] ?? 0))
      await vi.waitFor(() => expect(wentOn()).toBe(true), patience)

      for (const state of loads) state.stop = true
      await Promise.all(loads.map(({ done }) => done))
      for (const { line, failed } of loads) {
        expect({ worker: line.worker, failed }).toEqual({ worker: line.worker, failed: line.worker === 1 })
      }
      const [death, failedStart] = endings(log.lines())
      expect(death).toMatchObject({ worker: 0, number: 1, pid: killed, signal: 'SIGKILL' })
      expect(failedStart).toMatchObject({
        worker: 0,
        number: 1,
        reason: expect.stringContaining('newer version'),
      })
      expect(failedStart?.pauseMs).toBeGreaterThan(death?.pauseMs ?? Number.NaN)
      expect(await pidsOf(service.program, workers)).toEqual([expect.not.toBeOneOf([killed, other]), other])
      for (const line of lines) line.close()
      await everyWorkerReplies()
    })

    it('is replaced at the same address even if all others are killed too', async () => {
      const log = logFromNow()
      for (const pid of await pidsOf(service.program, workers)) process.kill(pid, 'SIGKILL')
      await log.until(logged => new Set(starts(logged).map(({ number }) => number)).size === workers)
      await everyWorkerReplies()
    })

    /** Stops the worker first, so that it does not notice a connection that is handed to it; returns that connection. */
    async function killWithConnectionOnItsWay(pid: number): Promise<RawConnection> {
      process.kill(pid, 'SIGSTOP')
      try {
        const opened = await Promise.all([1, 2, 3].map(() => RawConnection.open(service.url)))
        for (const connection of opened) connection.send('GET /healthz HTTP/1.1\r\nHost: florin\r\n\r\n')
        const waiting = () => opened.filter(({ received }) => received === '')
        await vi.waitFor(() => expect(waiting()).toHaveLength(1), patience)
        return waiting()[0] as RawConnection
      } finally {
        process.kill(pid, 'SIGKILL')
      }
    }

    async function everyWorkerReplies(): Promise<void> {
      const lines = await openLines(service, workers)
      for (const line of lines) {
        expect((await line.client(secret).payees.list()).data).toEqual(own.payees)
        expect((await line.client(foreignSecret).payees.list()).data).toEqual(foreign.payees)
        line.close()
      }
    }
  })

  describe('SIGTERM to a service with workers', () => {
    const requestCount = 12
    let underWay: { connection: RawConnection; body: string }[]
    let pids: number[]
    let outcome: Outcome

    beforeAll(async () => {
      pids = await pidsOf(service.program, workers)
      underWay = await Promise.all(Array.from({ length: requestCount }, requestUnderWay))
      service.program.signal('SIGTERM')
      await refusesConnections(service.url)
      for (const { connection, body } of underWay) connection.send(body)
      const answered = /\r\n\r\nHTTP\/1\.1 [2-5]\d\d .*\r\n\r\n\{.*\}/s
      await Promise.all(underWay.map(({ connection }) => connection.until(answered)))
      outcome = await service.program.ended
    })

    it('lets every running request finish, in all workers', () => {
      const found = (pattern: RegExp) =>
        underWay.map(({ connection }) => pattern.exec(connection.received)?.[1] ?? '')
      expect(found(/\r\n\r\nHTTP\/1\.1 (\d+)/)).toEqual(Array(requestCount).fill('201'))
      const requestIds = found(/\r\nrequest-id: (\S+)/i)
      const replies = logOf(service.program).filter(({ requestId = '' }) => requestIds.includes(requestId))
      expect(new Set(replies.map(({ worker }) => worker))).toEqual(new Set([1, 2]))
    })

    it('ends with exit code 0 after the last worker, and leaves no process behind', () => {
      expect({ code: outcome.code, signal: outcome.signal }).toEqual({ code: 0, signal: null })
      const stopped = logOf(service.program).filter(({ msg }) => msg === 'stopped')
      expect(stopped.map(({ worker }) => worker).sort()).toEqual([0, 1, 2])
      expect(stopped.at(-1)?.worker).toBe(0)
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    })

    it('leaves a store with every confirmed write and the last uses of keys', async () => {
      const saved = await store.db.query(`select name from payees where name = 'Under way'`)
      expect(saved).toHaveLength(requestCount)
      const unused = await store.db.query('select id from api_keys where last_used_at is null')
      expect(unused).toEqual([])
    })

    /** A request whose head a worker has read, and whose body is still to come. */
    async function requestUnderWay() {
      const body = JSON.stringify({ name: 'Under way', iban: iban() })
      const connection = await RawConnection.open(service.url)
      connection.send(payeeHead(secret, body))
      await connection.until(/^HTTP\/1\.1 100 Continue/)
      return { connection, body }
    }
  })
})

describe('the pause before another worker', () => {
  it('is zero after a long life, and grows up to a limit if workers keep ending at once', () => {
    expect(pauseBefore(60_000, 0)).toBe(0)
    expect(pauseBefore(60_000, 10_000)).toBe(0)
    const pauses = [0]
    for (let turn = 0; turn < 10; turn += 1) pauses.push(pauseBefore(5, pauses.at(-1) ?? 0))
    expect(pauses).toEqual([0, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000])
  })
})
